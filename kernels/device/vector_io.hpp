// SPDX-License-Identifier: MIT
// Loads and stores of a few consecutive elements: 16 bytes at a time, or one element at a time.
#pragma once

#include "kernels/device/hip.hpp"

namespace kgate::device {

/// kCount consecutive elements in their stored encoding, in whole 32-bit registers: a register may
/// then be filled by a load in flight on one path and by zero on another without a wait between.
template <class Format, int kCount>
struct alignas(16) Pack {
  using Bits = typename Format::Bits;
  static constexpr int kPerWord = 4 / static_cast<int>(sizeof(Bits));
  static_assert(kCount % kPerWord == 0);
  uint32_t word[kCount / kPerWord];
};

/// The encoding of element i.
template <class Format, int kCount>
KGATE_DEVICE typename Format::Bits element(const Pack<Format, kCount>& pack, int i) {
  constexpr int kPerWord = Pack<Format, kCount>::kPerWord;
  return static_cast<typename Format::Bits>(pack.word[i / kPerWord] >>
                                            (i % kPerWord * (32 / kPerWord)));
}

/// Fills element i, which must still be zero.
template <class Format, int kCount>
KGATE_DEVICE void fill_element(Pack<Format, kCount>& pack, int i, typename Format::Bits bits) {
  constexpr int kPerWord = Pack<Format, kCount>::kPerWord;
  pack.word[i / kPerWord] |= static_cast<uint32_t>(bits) << (i % kPerWord * (32 / kPerWord));
}

/// The values in their stored encoding, each rounded once.
template <class Format, int kCount>
KGATE_DEVICE Pack<Format, kCount> encoded(const float (&values)[kCount]) {
  Pack<Format, kCount> pack = {};
  if constexpr (Pack<Format, kCount>::kPerWord == 2) {
    KGATE_UNROLL
    for (int i = 0; i < kCount; i += 2) {
      pack.word[i / 2] = Format::encode_pair(values[i], values[i + 1]);
    }
  } else {
    KGATE_UNROLL
    for (int i = 0; i < kCount; ++i) {
      fill_element(pack, i, Format::encode(values[i]));
    }
  }
  return pack;
}

/// The first `count` elements at `from`, zeros after them. With kWide, `from` is 16-byte aligned
/// and all kCount elements are there; without, nothing past `count` is read.
template <bool kWide, class Format, int kCount>
KGATE_DEVICE Pack<Format, kCount> load_pack(const typename Format::Bits* from, int count) {
  if constexpr (kWide) {
    return *reinterpret_cast<const Pack<Format, kCount>*>(from);
  } else {
    Pack<Format, kCount> pack = {};
    KGATE_UNROLL
    for (int i = 0; i < kCount; ++i) {
      if (i < count) {
        fill_element(pack, i, from[i]);
      }
    }
    return pack;
  }
}

/// Stores the first `count` elements; with kWide all of them, to a 16-byte aligned address.
template <bool kWide, class Format, int kCount>
KGATE_DEVICE void store_pack(typename Format::Bits* to, const Pack<Format, kCount>& pack,
                             int count) {
  if constexpr (kWide) {
    *reinterpret_cast<Pack<Format, kCount>*>(to) = pack;
  } else {
    KGATE_UNROLL
    for (int i = 0; i < kCount; ++i) {
      if (i < count) {
        to[i] = element(pack, i);
      }
    }
  }
}

}  // namespace kgate::device
