// SPDX-License-Identifier: MIT
// Arguments of the kernels that others are timed beside.
#pragma once

#include <stdint.h>

namespace kgate {

/// What probe_copy copies; probe_empty looks at nothing.
struct ProbeArguments {
  const void* from;  ///< 16-byte aligned, as `to`; the two do not overlap
  void* to;
  int64_t vectors;  ///< of 16 bytes, below 2^31
};

constexpr int kProbeCopyThreads = 512;

}  // namespace kgate
