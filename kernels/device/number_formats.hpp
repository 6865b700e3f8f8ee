// SPDX-License-Identifier: MIT
// Stored number formats: decode to f32 exactly, encode with one rounding to nearest, ties to even.
//
// Denormals are kept both ways, zeros keep their sign, overflow gives infinity, NaN stays NaN.
#pragma once

#include "kernels/device/hip.hpp"

namespace kgate::device {

struct F32 {
  using Bits = uint32_t;
  KGATE_DEVICE float decode(Bits bits) { return float_of(bits); }
  KGATE_DEVICE Bits encode(float value) { return bits_of(value); }
};

struct F16 {
  using Bits = uint16_t;

  KGATE_DEVICE float decode(Bits bits) {
#if defined(__CUDACC__)
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
#else
    return static_cast<float>(__builtin_bit_cast(_Float16, bits));
#endif
  }

  KGATE_DEVICE Bits encode(float value) {
#if defined(__CUDACC__)
    return static_cast<Bits>(encode_pair(value, 0.0f));
#else
    // Without this, LLVM rounds a product by v_fma_mixlo_f16 with an addend of +0, and a product of
    // -0 is stored as +0.
    asm("" : "+v"(value));
    return __builtin_bit_cast(Bits, static_cast<_Float16>(value));
#endif
  }

  /// Both encodings in one register, `low` in the lower half.
  KGATE_DEVICE uint32_t encode_pair(float low, float high) {
#if defined(__CUDACC__)
    // One instruction where two conversions and their packing would be three.
    uint32_t bits;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(high), "f"(low));
    return bits;
#else
    return encode(low) | static_cast<uint32_t>(encode(high)) << 16;
#endif
  }
};

struct BF16 {
  using Bits = uint16_t;

  KGATE_DEVICE float decode(Bits bits) { return float_of(static_cast<uint32_t>(bits) << 16); }

  KGATE_DEVICE Bits encode(float value) {
#if defined(__CUDACC__)
    return static_cast<Bits>(encode_pair(value, 0.0f));
#else
    const uint32_t bits = bits_of(value);
    // 0x7fff plus the last kept bit carries into the kept half exactly when nearest-even rounds up.
    const uint32_t rounded = bits + 0x7fffu + ((bits >> 16) & 1u);
    // A NaN with a large mantissa would carry into the sign (0x7fffffff gives 0x8000, minus zero),
    // one with only low bits would become infinity: keep the upper half and set the quiet bit.
    const bool is_nan = (bits & 0x7fffffffu) > 0x7f800000u;
    return static_cast<Bits>((is_nan ? bits | 0x00400000u : rounded) >> 16);
#endif
  }

  /// Both encodings in one register, `low` in the lower half.
  KGATE_DEVICE uint32_t encode_pair(float low, float high) {
#if defined(__CUDACC__)
    uint32_t bits;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(high), "f"(low));
    return bits;
#else
    return encode(low) | static_cast<uint32_t>(encode(high)) << 16;
#endif
  }
};

/// The value after one trip through the stored format.
template <class Format>
KGATE_DEVICE float rounded_to(float value) {
  return Format::decode(Format::encode(value));
}

}  // namespace kgate::device
