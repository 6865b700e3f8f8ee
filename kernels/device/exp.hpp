// SPDX-License-Identifier: MIT
// e^x from exactly defined operations, and its unrounded form that silu, gelu and tanh build on.
#pragma once

#include "kernels/device/two_float.hpp"

namespace kgate::device {

/// e^z = 2^exponent * (1 + minus_one), |minus_one| < 0.42.
struct UnroundedExp {
  TwoFloat minus_one;
  int exponent;
};

/// e^r - 1 for |r| < 0.347, within 2^-30 of itself.
///
/// It is r + r^2/2 + r^3 * polynomial(r): the first two terms have 48 bits, the last is below
/// 0.0075 and has 24.
KGATE_HOST_DEVICE TwoFloat exp_minus_one_of_rest(TwoFloat r) {
  float polynomial = 0x1.abea42p-16f;
  polynomial = fused_multiply_add(polynomial, r.hi, 0x1.a2a652p-13f);
  polynomial = fused_multiply_add(polynomial, r.hi, 0x1.6c0eb0p-10f);
  polynomial = fused_multiply_add(polynomial, r.hi, 0x1.110fd8p-7f);
  polynomial = fused_multiply_add(polynomial, r.hi, 0x1.555558p-5f);
  polynomial = fused_multiply_add(polynomial, r.hi, 0x1.555556p-3f);

  const TwoFloat square = two_product(r.hi, r.hi);
  const TwoFloat sum = fast_two_sum(r.hi, 0.5f * square.hi);
  // r.lo adds e^r * r.lo, and e^r is 1 + sum.hi to the bits that count.
  const float low =
      fused_multiply_add(sum.hi, r.lo, r.lo) + fused_multiply_add(0.5f, square.lo, sum.lo);
  const float rest = fused_multiply_add(r.hi * square.hi, polynomial, low);
  return fast_two_sum(sum.hi, rest);
}

/// An integer as f32 and as int.
struct Count {
  float value;
  int integer;
};

/// The integer nearest to a * b, ties to even, |a * b| < 2^22. A NaN gives a NaN and any integer.
KGATE_HOST_DEVICE Count nearest_integer_of_product(float a, float b) {
  // Adding it leaves no fraction bits: the last bits of the sum are the integer.
  constexpr float kShift = 0x1.8p+23f;
  const float shifted = fused_multiply_add(a, b, kShift);
  return {shifted - kShift, static_cast<int>(bits_of(shifted)) - static_cast<int>(bits_of(kShift))};
}

/// e^z for -180 <= z <= 90, within 2^-30 of itself; where exponent is 0 (|z| < 0.346), minus_one is
/// e^z - 1 within 2^-30 of itself. A NaN gives a NaN and any exponent.
KGATE_HOST_DEVICE UnroundedExp unrounded_exp(TwoFloat z) {
  // NOLINTBEGIN(modernize-use-std-numbers): device code has no standard library.
  constexpr float kLog2E = 0x1.715476p+0f;
  constexpr float kLn2 = 0x1.62e430p-1f;  // its last bit is 2^-24: z.hi - count * kLn2 is exact
  constexpr float kLn2Rest = -0x1.05c610p-29f;
  // NOLINTEND(modernize-use-std-numbers)
  const Count count = nearest_integer_of_product(z.hi, kLog2E);
  const TwoFloat r = fast_two_sum(fused_multiply_add(-count.value, kLn2, z.hi),
                                  fused_multiply_add(-count.value, kLn2Rest, z.lo));
  return {exp_minus_one_of_rest(r), count.integer};
}

/// e^z = 2^exponent * significand.
KGATE_HOST_DEVICE TwoFloat significand(const UnroundedExp& power) {
  const TwoFloat sum = fast_two_sum(1.0f, power.minus_one.hi);
  return {sum.hi, sum.lo + power.minus_one.lo};
}

/// 2^exponent, or 2^-126 where that is less: for sums in which no such term counts.
KGATE_HOST_DEVICE float clamped_power_of_two(int exponent) {
  return power_of_two(exponent < -126 ? -126 : exponent);
}

/// e^x rounded to nearest. e^-inf is 0, overflow gives infinity, a NaN gives a NaN.
/// docs/numerics.md has the error.
KGATE_HOST_DEVICE float exp(float x) {
  // Beyond these bounds the result is 0 or infinity. Comparisons let a NaN pass.
  const float from_below = x < -104.0f ? -104.0f : x;
  const float clamped = from_below > 89.0f ? 89.0f : from_below;
  const UnroundedExp power = unrounded_exp({clamped, 0.0f});
  return rounded<Rounding::nearest>({significand(power), power.exponent});
}

}  // namespace kgate::device
