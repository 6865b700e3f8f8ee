// SPDX-License-Identifier: MIT
// All corruptions of launches of the append kernels.
#include "kernels/append_controls.hpp"

#include <vector>

#include "kernels/append_control_groups.hpp"

namespace kgate {

std::span<const Control> append_controls() {
  static const std::vector<Control> all = [] {
    std::vector<Control> controls;
    for (const std::span<const Control> group :
         {append_position_controls(), append_rotation_controls(), append_cache_controls(),
          append_tensor_controls()}) {
      controls.insert(controls.end(), group.begin(), group.end());
    }
    return controls;
  }();
  return all;
}

}  // namespace kgate
