// SPDX-License-Identifier: MIT
// A launcher for providers that touch none.
#pragma once

#include <cstddef>

#include "kernels/registry/registry.hpp"

namespace kgate {

inline Launcher& no_launcher() {
  static std::byte storage{};
  return reinterpret_cast<Launcher&>(storage);
}

}  // namespace kgate
