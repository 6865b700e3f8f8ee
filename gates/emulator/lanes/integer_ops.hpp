// SPDX-License-Identifier: MIT
// Integer and mixed lane operations that several encodings share.
#pragma once

#include <limits>

#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {

inline constexpr u32 kLow24 = 0xFFFFFFU;
[[gnu::always_inline]] inline i64 signed24(u32 value) { return static_cast<i32>(value << 8U) >> 8; }

/// The value in T's range that is closest to `wide`.
template <class T>
[[gnu::always_inline]] inline T clamp_to(i64 wide) {
  constexpr i64 kLowest = std::numeric_limits<T>::min();
  constexpr i64 kHighest = std::numeric_limits<T>::max();
  return static_cast<T>(wide < kLowest ? kLowest : (wide > kHighest ? kHighest : wide));
}
[[gnu::always_inline]] inline u32 saturated_sum(u32 a, u32 b) {
  return a + b < a ? 0xFFFFFFFFU : a + b;
}
[[gnu::always_inline]] inline u32 saturated_difference(u32 a, u32 b) { return a < b ? 0U : a - b; }

struct LeastOf {
  template <class T>
  [[gnu::always_inline]] T operator()(T a, T b) const {
    return a < b ? a : b;
  }
};
struct GreatestOf {
  template <class T>
  [[gnu::always_inline]] T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

template <bool Clamp>
struct AddCarry {
  [[gnu::always_inline]] Carried<u32> operator()(bool in, u32 a, u32 b) const {
    const u64 sum = u64{a} + b + u64{in};
    const bool out = (sum >> 32U) != 0;
    return {Clamp && out ? 0xFFFFFFFFU : static_cast<u32>(sum), out};
  }
};
template <bool Reverse, bool Clamp>
struct SubtractBorrow {
  [[gnu::always_inline]] Carried<u32> operator()(bool in, u32 a, u32 b) const {
    const u64 difference = (Reverse ? u64{b} - a : u64{a} - b) - u64{in};
    const bool out = (difference >> 63U) != 0;
    return {Clamp && out ? 0U : static_cast<u32>(difference), out};
  }
};

/// Products with a zero factor are +0, even of infinities and NaNs.
struct Dx9Multiply {
  template <class Policy>
  f32 operator()(const Policy& policy, f32 a, f32 b) const {
    const bool zero = policy.input(a) == 0.0F || policy.input(b) == 0.0F;
    return zero ? 0.0F : policy.multiply(a, b);
  }
};
struct Dx9Fused {
  template <class Policy>
  f32 operator()(const Policy& policy, f32 a, f32 b, f32 c) const {
    const bool zero = policy.input(a) == 0.0F || policy.input(b) == 0.0F;
    return zero ? policy.input(c) : policy.fma(a, b, c);
  }
};

/// Both truncated to f16, the first in the low half; finite overflow gives the largest value.
struct PackTowardZero {
  template <class Policy>
  u32 operator()(const Policy& policy, f32 a, f32 b) const {
    const u32 low = narrow(static_cast<f64>(policy.input(a)), Rounding::toward_zero).bits;
    const u32 high = narrow(static_cast<f64>(policy.input(b)), Rounding::toward_zero).bits;
    return low | (high << 16U);
  }
};

/// value * 2^power, rounded once.
struct ScaleByPower {
  template <class Policy, class T, class Integer>
  T operator()(const Policy& policy, T value, Integer power) const {
    value = policy.input(value);
    if constexpr (sizeof(T) == 8) {
      return scale_double(policy, value, power);
    } else {
      // Exact in binary64: f32 values times 2^-300..2^300 stay normal, and beyond that the result
      // is 0 or infinite anyway.
      const int clamped = power < -300 ? -300 : (power > 300 ? 300 : static_cast<int>(power));
      const f64 factor = to_f64(static_cast<u64>(clamped + 1023) << 52U);
      const f64 exact = static_cast<f64>(number(value)) * factor;
      if constexpr (sizeof(T) == 2) {
        return policy.to_half(exact);
      } else {
        return single(policy, exact);
      }
    }
  }
  static f32 single(const DefaultMode& /*policy*/, f64 exact) { return static_cast<f32>(exact); }
  static f32 single(const AnyMode& policy, f64 exact) {
    return policy.output(narrow_rounded(exact, policy.round_f32()));
  }
  static f64 scale_double(const DefaultMode& /*policy*/, f64 value, i32 power) {
    return __builtin_ldexp(value, power < -2200 ? -2200 : (power > 2200 ? 2200 : power));
  }
  /// The value in [1, 2) first, so that one multiplication by a power of two rounds once.
  static f64 scale_double(const AnyMode& policy, f64 value, i32 power) {
    if (value == 0 || __builtin_isinf(value) || is_nan(value)) return policy.multiply(value, 1.0);
    const auto exponent = static_cast<int>((bits(value) >> 52U) & 0x7FFU);
    const int shift = exponent != 0 ? exponent - 1023 : -1074;
    const int clamped = power < -4000 ? -4000 : (power > 4000 ? 4000 : power);
    const int total = clamped + shift;
    const f64 near_one = __builtin_ldexp(value, -shift);
    if (total > 1000)
      return policy.multiply(near_one * 0x1p+600, factor(total < 1600 ? total - 600 : 1000));
    if (total >= -1000) return policy.multiply(near_one, factor(total));
    return policy.multiply(near_one * 0x1p-600, factor(total > -1600 ? total + 600 : -1000));
  }
  static f64 factor(int power) { return to_f64(static_cast<u64>(power + 1023) << 52U); }
};

/// A model: each product and sum of the f16 pairs rounded to f32, low half first.
struct Dot2 {
  template <class Policy>
  f32 operator()(const Policy& policy, u32 a, u32 b, f32 c) const {
    const auto half = [](u32 value, u32 shift) { return f16{static_cast<u16>(value >> shift)}; };
    const f32 first = policy.fma(widen(half(a, 0)), widen(half(b, 0)), c);
    return policy.fma(widen(half(a, 16)), widen(half(b, 16)), first);
  }
};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
