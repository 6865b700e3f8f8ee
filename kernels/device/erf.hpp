// SPDX-License-Identifier: MIT
// The error function from exactly defined operations.
#pragma once

#include "kernels/device/normal_tail.hpp"
#include "kernels/device/times_distribution.hpp"

namespace kgate::device {

/// erf(magnitude) for 0 <= magnitude < 0.5: x * (2/sqrt(pi) + x^2 * polynomial(x^2)).
KGATE_HOST_DEVICE float erf_near_zero(float magnitude) {
  constexpr TwoFloat kSlope{0x1.20dd76p+0f, -0x1.f7ac92p-25f};  // 2 / sqrt(pi)
  const TwoFloat square = two_product(magnitude, magnitude);
  float polynomial = 0x1.dfb244p-14f;
  polynomial = fused_multiply_add(polynomial, square.hi, -0x1.c03482p-11f);
  polynomial = fused_multiply_add(polynomial, square.hi, 0x1.56615ap-8f);
  polynomial = fused_multiply_add(polynomial, square.hi, -0x1.b82d14p-6f);
  polynomial = fused_multiply_add(polynomial, square.hi, 0x1.ce2f22p-4f);
  const TwoFloat inner = fast_two_sum(-0x1.812746p-2f, square.hi * polynomial);
  const TwoFloat outer = multiply(square, {inner.hi, inner.lo - 0x1.5f7f90p-27f});
  const TwoFloat slope = fast_two_sum(kSlope.hi, outer.hi);
  // Scaled, so that no low part of a small result underflows before it is rounded.
  return rounded<Rounding::nearest>(
      {multiply({slope.hi, slope.lo + (kSlope.lo + outer.lo)}, magnitude * 0x1p64f), -64});
}

/// erf(x) rounded to nearest. Zeros keep their sign, +-inf give +-1, a NaN gives a NaN.
/// docs/numerics.md has the error.
KGATE_HOST_DEVICE float erf(float x) {
  constexpr TwoFloat kSqrt2{0x1.6a09e6p+0f, 0x1.9fcef4p-26f};  // NOLINT(modernize-use-std-numbers)
  const float magnitude = magnitude_up_to(x, 4.0f);            // erf(4) rounds to 1
  float value = 0.0f;
  if (magnitude < 0.5f) {
    value = erf_near_zero(magnitude);
  } else {
    const ScaledTwoFloat tail =
        normal_tail(multiply(kSqrt2, magnitude), two_product(magnitude, magnitude));
    const float scale = 2.0f * power_of_two(tail.exponent);
    const TwoFloat sum = fast_two_sum(1.0f, -tail.value.hi * scale);
    value = sum.hi + fused_multiply_add(-tail.value.lo, scale, sum.lo);
  }
  return float_of(bits_of(value) | (bits_of(x) & 0x80000000u));
}

}  // namespace kgate::device
