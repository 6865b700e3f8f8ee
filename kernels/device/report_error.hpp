// SPDX-License-Identifier: MIT
// Reports a token whose device data is out of range; token_error.hpp has the word's meaning.
#pragma once

#include "kernels/device/hip.hpp"
#include "kernels/token_error.hpp"

namespace kgate::device {

/// Keeps the larger of *word and the report: the same word in whatever order workgroups run.
KGATE_DEVICE void report_error(uint64_t* word, int64_t token, TokenErrorCode code) {
  // Not token_error_word(): nvcc wants constexpr functions of device code marked.
  const uint64_t report = (~static_cast<uint64_t>(token) & ((uint64_t{1} << 56) - 1)) << 8 |
                          static_cast<uint64_t>(code);
#if defined(__CUDACC__)
  atomicMax(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(report));
#else
  __hip_atomic_fetch_max(word, report, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

}  // namespace kgate::device
