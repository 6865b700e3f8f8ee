// SPDX-License-Identifier: MIT
// Every entry point of the seam, doing nothing: what fake_hip.cpp does not define itself.
#include "kernels/runtime/hip_api.hpp"

namespace kgate::hip {

#define KGATE_FAKE(requiredness, result, name, parameters)  \
  extern "C" __attribute__((weak)) result name parameters;  \
  extern "C" __attribute__((weak)) result name parameters { \
    using Result = result;                                  \
    return Result{};                                        \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
KGATE_HIP_ENTRY_POINTS(KGATE_FAKE)
#pragma GCC diagnostic pop
#undef KGATE_FAKE

}  // namespace kgate::hip
