// SPDX-License-Identifier: MIT
// binary16: a strong type, exact widening, correctly rounded narrowing in every rounding mode.
#pragma once

#include "gates/emulator/lanes/variant.hpp"
#include "gates/emulator/mode.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

struct f16 {
  u16 bits = 0;
};
[[gnu::always_inline]] constexpr u16 bits(f16 value) { return value.bits; }

/// Exact; NaNs become quiet with their payload. Without branches, so that lane loops vectorise.
[[gnu::always_inline]] inline f32 widen(f16 value) {
  const u32 magnitude = value.bits & 0x7FFFU;
  const u32 sign = u32{value.bits & 0x8000U} << 16U;
  // 2^112 moves the exponent bias from 15 to 127 and normalises denormals in the same step.
  const f32 scaled = to_f32(magnitude << 13U) * 0x1p112F;
  const u32 special = (magnitude << 13U) | 0x7F800000U | (magnitude > 0x7C00U ? 0x400000U : 0U);
  return to_f32((magnitude >= 0x7C00U ? special : bits(scaled)) | sign);
}
[[gnu::always_inline]] inline f64 widen64(f16 value) { return static_cast<f64>(widen(value)); }

/// Round to nearest even.
[[gnu::always_inline]] inline f16 narrow(f32 value) {
  const u32 magnitude = bits(value) & 0x7FFFFFFFU;
  const u32 sign = (bits(value) >> 16U) & 0x8000U;
  // Denormal results: adding 0.5 aligns the f16 denormal grid (2^-24) with the f32 ulp of 0.5.
  const u32 small = bits(to_f32(magnitude) + 0.5F) - 0x3F000000U;
  const u32 odd = (magnitude >> 13U) & 1U;
  const u32 normal = (magnitude - 0x38000000U + 0xFFFU + odd) >> 13U;
  const u32 finite = magnitude < 0x38800000U ? small : normal;
  const u32 infinite = magnitude > 0x7F800000U ? 0x7E00U | ((magnitude >> 13U) & 0x3FFU) : 0x7C00U;
  // 65520 is the first value that rounds to infinity.
  return f16{static_cast<u16>((magnitude >= 0x477FF000U ? infinite : finite) | sign)};
}

/// One rounding from binary64, in any mode. A value rounded to odd at 53 bits gives the result of
/// the unrounded value, because 53 >= 11 + 2.
inline f16 narrow(f64 value, Rounding rounding) {
  const u64 magnitude = bits(value) & 0x7FFFFFFFFFFFFFFFU;
  const u32 sign = static_cast<u32>(bits(value) >> 48U) & 0x8000U;
  if (magnitude > 0x7FF0000000000000U) {
    return f16{static_cast<u16>(sign | 0x7E00U | ((magnitude >> 42U) & 0x3FFU))};
  }
  if (magnitude == 0x7FF0000000000000U) return f16{static_cast<u16>(sign | 0x7C00U)};
  const int exponent = static_cast<int>(magnitude >> 52U) - 1023;
  u64 significand = (magnitude & 0xFFFFFFFFFFFFFU) | (magnitude >> 52U != 0 ? 1ULL << 52U : 0);
  // Bits below the result's last place: 42 for a normal result, more for a denormal one.
  const int drop = exponent >= -14 ? 42 : (exponent < -40 ? 68 : 42 + (-14 - exponent));
  u64 kept = 0;
  u64 rest = 0;  // of the dropped part: compared with half
  u64 half = 1;
  if (drop < 64) {
    kept = significand >> drop;
    rest = significand & ((1ULL << drop) - 1);
    half = 1ULL << (drop - 1);
  } else {
    rest = significand != 0 ? 1 : 0;
    half = 2;
  }
  const bool negative = sign != 0;
  const bool up = rounding == Rounding::nearest_even
                      ? rest > half || (rest == half && (kept & 1U) != 0)
                      : rest != 0 && ((rounding == Rounding::up && !negative) ||
                                      (rounding == Rounding::down && negative));
  u64 result = kept + (up ? 1 : 0);
  if (exponent >= -14) result += static_cast<u64>(exponent + 14) << 10U;
  if (result >= 0x7C00U) {
    const bool infinite = rounding == Rounding::nearest_even ||
                          (rounding == Rounding::up && !negative) ||
                          (rounding == Rounding::down && negative);
    result = infinite ? 0x7C00U : 0x7BFFU;
  }
  return f16{static_cast<u16>(result | sign)};
}

[[gnu::always_inline]] inline bool is_nan(f32 value) {
  return (bits(value) & 0x7FFFFFFFU) > 0x7F800000U;
}
[[gnu::always_inline]] inline bool is_nan(f64 value) {
  return (bits(value) & 0x7FFFFFFFFFFFFFFFU) > 0x7FF0000000000000U;
}
[[gnu::always_inline]] inline bool is_nan(f16 value) { return (value.bits & 0x7FFFU) > 0x7C00U; }

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
