// SPDX-License-Identifier: MIT
// A family's separate launches, as its Family names them.
#pragma once

#include "kernels/case.hpp"
#include "kernels/unfused/unfused.hpp"

namespace kgate {

/// The separate launches of the family whose contract struct is Arguments.
template <class Arguments>
constexpr UnfusedLaunch unfused_launch_of() {
  return {
      .workspace_size =
          [](const std::any& arguments) {
            return unfused::workspace_size(std::any_cast<const Arguments&>(arguments));
          },
      .launch =
          [](const std::any& arguments, Launcher& launcher, const unfused::Workspace& workspace) {
            return unfused::launch(std::any_cast<const Arguments&>(arguments), launcher, workspace);
          }};
}

}  // namespace kgate
