// SPDX-License-Identifier: MIT
// Floating-point operations under a MODE: one policy for the mode clang sets, one for all others.
#pragma once

#include "gates/emulator/lanes/half.hpp"
#include "gates/emulator/lanes/variant.hpp"
#include "gates/emulator/mode.hpp"
#include "gates/emulator/rounding.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

/// a*b+c of binary16 values as a binary64 rounded to odd: narrowing it to binary16 or binary32's
/// 24 bits rounds once. The product is exact (22 bits); the sum may need 80 bits, and plain
/// rounding would turn 1 + 2^-11 + 2^-60 into a tie.
inline f64 fma_to_odd(f64 a, f64 b, f64 c) {
  const f64 product = a * b;
  const f64 sum = product + c;
  const f64 back = sum - product;
  const f64 error = (product - (sum - back)) + (c - back);
  const u64 sum_bits = bits(sum);
  const bool finite = (sum_bits & 0x7FF0000000000000U) != 0x7FF0000000000000U;
  if (!finite || error == 0 || (sum_bits & 1U) != 0) return sum;
  // Truncate toward the error, then set the last bit: away from zero if they agree in sign.
  const bool away = (error > 0) == (sum > 0);
  return to_f64(away ? sum_bits + 1 : sum_bits - 1);
}

[[gnu::always_inline]] inline f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
[[gnu::always_inline]] inline f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }

/// Round to nearest even, denormals kept, IEEE, DX10_CLAMP.
struct DefaultMode {
  [[gnu::always_inline]] explicit DefaultMode(const Mode& /*mode*/) {}

  template <class T>
  [[gnu::always_inline]] static T input(T value) {
    return value;
  }
  template <class T>
  [[gnu::always_inline]] static T output(T value) {
    return value;
  }
  [[gnu::always_inline]] static f32 add(f32 a, f32 b) { return a + b; }
  [[gnu::always_inline]] static f64 add(f64 a, f64 b) { return a + b; }
  // 24 >= 2*11+2, so rounding the sum twice is harmless; the product is exact in f32.
  [[gnu::always_inline]] static f16 add(f16 a, f16 b) { return narrow(widen(a) + widen(b)); }
  [[gnu::always_inline]] static f32 multiply(f32 a, f32 b) { return a * b; }
  [[gnu::always_inline]] static f64 multiply(f64 a, f64 b) { return a * b; }
  [[gnu::always_inline]] static f16 multiply(f16 a, f16 b) { return narrow(widen(a) * widen(b)); }
  [[gnu::always_inline]] static f32 fma(f32 a, f32 b, f32 c) { return fused(a, b, c); }
  [[gnu::always_inline]] static f64 fma(f64 a, f64 b, f64 c) { return fused(a, b, c); }
  [[gnu::always_inline]] static f16 fma(f16 a, f16 b, f16 c) {
    return kgate::emulator::KGATE_EMULATOR_VARIANT::narrow(
        fma_to_odd(widen64(a), widen64(b), widen64(c)), Rounding::nearest_even);
  }
  [[gnu::always_inline]] static f16 to_half(f32 value) { return narrow(value); }
  [[gnu::always_inline]] static f16 to_half(f64 value) {
    return narrow(value, Rounding::nearest_even);
  }
  [[gnu::always_inline]] static f32 to_single(f64 value) { return static_cast<f32>(value); }
  [[gnu::always_inline]] static bool ieee() { return true; }
  [[gnu::always_inline]] static bool dx10_clamp() { return true; }
  [[gnu::always_inline]] static Rounding round_f32() { return Rounding::nearest_even; }
  [[gnu::always_inline]] static Rounding round_f16_f64() { return Rounding::nearest_even; }
};

/// Any MODE, slowly.
struct AnyMode {
  explicit AnyMode(const Mode& wave_mode) : mode(wave_mode) {}

  [[nodiscard]] f32 input(f32 value) const { return flush(value, !mode.keep_input_f32()); }
  [[nodiscard]] f64 input(f64 value) const { return flush(value, !mode.keep_input_f16_f64()); }
  [[nodiscard]] f16 input(f16 value) const { return flush(value, !mode.keep_input_f16_f64()); }
  [[nodiscard]] f32 output(f32 value) const { return flush(value, !mode.keep_output_f32()); }
  [[nodiscard]] f64 output(f64 value) const { return flush(value, !mode.keep_output_f16_f64()); }
  [[nodiscard]] f16 output(f16 value) const {
    const f16 result = flush(value, !mode.keep_output_f16_f64());
    return result;
  }
  [[nodiscard]] f32 add(f32 a, f32 b) const {
    return output(add_rounded(input(a), input(b), mode.round_f32()));
  }
  [[nodiscard]] f64 add(f64 a, f64 b) const {
    return output(add_rounded(input(a), input(b), mode.round_f16_f64()));
  }
  [[nodiscard]] f16 add(f16 a, f16 b) const {
    return to_half(add_rounded(widen64(input(a)), widen64(input(b)), mode.round_f16_f64()));
  }
  [[nodiscard]] f32 multiply(f32 a, f32 b) const {
    return output(multiply_rounded(input(a), input(b), mode.round_f32()));
  }
  [[nodiscard]] f64 multiply(f64 a, f64 b) const {
    return output(multiply_rounded(input(a), input(b), mode.round_f16_f64()));
  }
  [[nodiscard]] f16 multiply(f16 a, f16 b) const {
    return to_half(widen64(input(a)) * widen64(input(b)));
  }
  [[nodiscard]] f32 fma(f32 a, f32 b, f32 c) const {
    return output(fma_rounded(input(a), input(b), input(c), mode.round_f32()));
  }
  [[nodiscard]] f64 fma(f64 a, f64 b, f64 c) const {
    return output(fma_rounded(input(a), input(b), input(c), mode.round_f16_f64()));
  }
  [[nodiscard]] f16 fma(f16 a, f16 b, f16 c) const {
    const f64 product = widen64(input(a)) * widen64(input(b));
    const f64 addend = widen64(input(c));
    // An exact zero sum is -0 only when rounding down or when both are -0: ask the host.
    if (product + addend == 0) return to_half(add_rounded(product, addend, mode.round_f16_f64()));
    return to_half(fma_to_odd(product, 1.0, addend));
  }
  /// Of a value that is exact or rounded to odd. f16 overflow obeys FP16_OVFL.
  [[nodiscard]] f16 to_half(f64 value) const {
    f16 result = narrow(value, mode.round_f16_f64());
    const bool overflow = (result.bits & 0x7FFFU) == 0x7C00U && !__builtin_isinf(value);
    if (overflow && mode.f16_overflow()) result.bits = static_cast<u16>(result.bits - 1U);
    return output(result);
  }
  [[nodiscard]] f16 to_half(f32 value) const { return to_half(static_cast<f64>(value)); }
  [[nodiscard]] f32 to_single(f64 value) const {
    return output(narrow_rounded(value, mode.round_f16_f64()));
  }
  [[nodiscard]] bool ieee() const { return mode.ieee(); }
  [[nodiscard]] bool dx10_clamp() const { return mode.dx10_clamp(); }
  [[nodiscard]] Rounding round_f32() const { return mode.round_f32(); }
  [[nodiscard]] Rounding round_f16_f64() const { return mode.round_f16_f64(); }

  static f32 flush(f32 value, bool on) {
    return on && (bits(value) & 0x7F800000U) == 0 ? to_f32(bits(value) & 0x80000000U) : value;
  }
  static f64 flush(f64 value, bool on) {
    return on && (bits(value) & 0x7FF0000000000000U) == 0 ? to_f64(bits(value) & (1ULL << 63U))
                                                          : value;
  }
  static f16 flush(f16 value, bool on) {
    return on && (value.bits & 0x7C00U) == 0 ? f16{static_cast<u16>(value.bits & 0x8000U)} : value;
  }

  Mode mode;
};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
