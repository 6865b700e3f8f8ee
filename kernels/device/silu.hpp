// SPDX-License-Identifier: MIT
// silu(x) = x / (1 + e^-x), and the logistic function behind it.
#pragma once

#include "kernels/device/exp.hpp"
#include "kernels/device/times_distribution.hpp"

namespace kgate::device {

/// 1 / (1 + e^z) for 0 <= z <= 180, within 2^-30 of itself.
KGATE_HOST_DEVICE ScaledTwoFloat logistic_tail(TwoFloat z) {
  // e^-z / (1 + e^-z): e^z would overflow.
  const UnroundedExp power = unrounded_exp({-z.hi, -z.lo});
  const TwoFloat numerator = significand(power);
  const float scale = clamped_power_of_two(power.exponent);
  const TwoFloat sum = fast_two_sum(1.0f, numerator.hi * scale);
  const TwoFloat denominator{sum.hi, fused_multiply_add(numerator.lo, scale, sum.lo)};
  return {divide(numerator, denominator), power.exponent};
}

/// x / (1 + e^(-slope * x)), slope * x not rounded; 2^-10 <= slope <= 2^10. silu is the slope 1.
/// Zeros keep their sign, -inf gives -0, +inf gives +inf, a NaN gives a NaN.
template <Rounding kRounding = Rounding::nearest>
KGATE_HOST_DEVICE float swish(float x, float slope) {
  constexpr float kNegligible = 120.0f;  // e^-120 * 120 * 2^10 is below half of the least denormal
  const float magnitude = magnitude_up_to(x, kNegligible / slope);
  return times_distribution<kRounding>(x, magnitude, logistic_tail(two_product(magnitude, slope)));
}

/// x / (1 + e^-x). Rounded to odd and then to f16 or bf16, it is the correctly rounded value for
/// all inputs of that type. docs/numerics.md has the error.
template <Rounding kRounding = Rounding::nearest>
KGATE_HOST_DEVICE float silu(float x) {
  return swish<kRounding>(x, 1.0f);
}

}  // namespace kgate::device
