// SPDX-License-Identifier: MIT
// x * F(x) for a distribution symmetric about 0, what silu and both gelu are.
#pragma once

#include "kernels/device/two_float.hpp"

namespace kgate::device {

/// |x|, or `bound` where that is less. A NaN gives a NaN.
KGATE_HOST_DEVICE float magnitude_up_to(float x, float bound) {
  const float magnitude = absolute(x);
  return magnitude > bound ? bound : magnitude;
}

/// x * F(x), where F(x) + F(-x) = 1, from the tail F(-magnitude) of magnitude = |x|. The magnitude
/// may be less than |x| where x * F(-|x|) is below half of the least denormal. Zeros keep their
/// sign, -inf gives -0, +inf gives +inf, a NaN gives a NaN.
///
/// It is max(x, 0) - |x| * F(-|x|), which cancels nowhere: F(-|x|) is at most a half.
template <Rounding kRounding>
KGATE_HOST_DEVICE float times_distribution(float x, float magnitude, ScaledTwoFloat tail) {
  const TwoFloat part = multiply(tail.value, magnitude);
  ScaledTwoFloat result = {{-part.hi, -part.lo}, tail.exponent};
  if (x > 0.0f) {
    const float scale = clamped_power_of_two(tail.exponent);
    result = {fast_two_sum(x, -part.hi * scale), 0};
    result.value.lo = fused_multiply_add(-part.lo, scale, result.value.lo);
  }
  if (magnitude < 0x1p-40f) {
    // x/2 + F'(0) x^2, F'(0) > 0: the square counts by its sign alone, and would underflow.
    result = {{x * 0x1p64f, x == 0.0f ? x : 0x1p-140f}, -65};
  }
  const float infinity = float_of(0x7f800000u);
  return x == infinity ? x : rounded<kRounding>(result);
}

}  // namespace kgate::device
