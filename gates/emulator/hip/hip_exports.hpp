// SPDX-License-Identifier: MIT
// How entry points are exported, and the declarations that hold them to the seam's signatures.
#pragma once

#include "kernels/runtime/hip_api.hpp"

/// Before every exported definition. The version script drops whatever else becomes visible.
#define KGATE_EXPORT extern "C" __attribute__((visibility("default")))

namespace kgate::hip {

#define KGATE_HIP_DECLARE(requiredness, result, name, parameters) \
  KGATE_EXPORT result name parameters;
KGATE_HIP_ENTRY_POINTS(KGATE_HIP_DECLARE)
#undef KGATE_HIP_DECLARE

}  // namespace kgate::hip
