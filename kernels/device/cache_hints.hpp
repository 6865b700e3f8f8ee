// SPDX-License-Identifier: MIT
// Loads that say what the caches should keep; they read what plain loads read.
#pragma once

#include "kernels/device/vector_io.hpp"

namespace kgate::device {

/// All kCount elements at `from`, 16-byte aligned, in one load that asks the L2 cache to evict its
/// line after others: after lines that wait to be written, above all, so that a launch larger than
/// the cache writes steadily. A plain load where there is no such request.
template <class Format, int kCount>
KGATE_DEVICE Pack<Format, kCount> load_pack_evict_last(const typename Format::Bits* from) {
  static_assert(sizeof(Pack<Format, kCount>) == 16);
#if defined(__CUDACC__)
  Pack<Format, kCount> pack;
  asm volatile(
      "{\n"
      ".reg .b64 policy;\n"
      "createpolicy.fractional.L2::evict_last.b64 policy, 1.0;\n"
      "ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], policy;\n"
      "}"
      : "=r"(pack.word[0]), "=r"(pack.word[1]), "=r"(pack.word[2]), "=r"(pack.word[3])
      : "l"(from));
  return pack;
#else
  return load_pack<true, Format, kCount>(from, kCount);
#endif
}

}  // namespace kgate::device
