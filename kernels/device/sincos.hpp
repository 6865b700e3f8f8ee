// SPDX-License-Identifier: MIT
// Sine and cosine of the angle of a rotary embedding, from exactly defined operations.
#pragma once

#include "kernels/device/reduced_angle.hpp"

namespace kgate::device {

struct SinCos {
  float sine;
  float cosine;
};

/// Sine and cosine of r = r.hi + r.lo, |r| < 0.7855, each rounded once from about 2^-32 of itself.
KGATE_HOST_DEVICE SinCos sincos_of_rest(TwoFloat r) {
  constexpr TwoFloat kMinusSixth{-0x1.555556p-3f, 0x1.555556p-28f};
  constexpr TwoFloat k24th{0x1.555556p-5f, -0x1.555556p-30f};
  const TwoFloat square = two_product(r.hi, r.hi);

  // cos r = 1 + r^2 * (-1/2 + r^2 * (1/24 + r^2 * even(r^2)))
  float even = -0x1.24b832p-22f;
  even = fused_multiply_add(even, square.hi, 0x1.a0142ep-16f);
  even = fused_multiply_add(even, square.hi, -0x1.6c16bep-10f);
  const TwoFloat quarter = fast_two_sum(k24th.hi, square.hi * even);
  const TwoFloat fourth = multiply(square, {quarter.hi, quarter.lo + k24th.lo});
  const TwoFloat half = fast_two_sum(-0.5f, fourth.hi);
  const TwoFloat second = multiply(square, {half.hi, half.lo + fourth.lo});
  const TwoFloat cosine = fast_two_sum(1.0f, second.hi);

  // sin r = r + r^3 * (-1/6 + r^2 * odd(r^2))
  float odd = 0x1.6da288p-19f;
  odd = fused_multiply_add(odd, square.hi, -0x1.a01364p-13f);
  odd = fused_multiply_add(odd, square.hi, 0x1.11110ep-7f);
  const TwoFloat sixth = fast_two_sum(kMinusSixth.hi, square.hi * odd);
  const TwoFloat third = multiply(square, {sixth.hi, sixth.lo + kMinusSixth.lo});
  const TwoFloat cube = multiply(third, r.hi);
  const TwoFloat sine = fast_two_sum(r.hi, cube.hi);

  // By r.lo the sine changes by the cosine times it, the cosine by minus the sine.
  const float cosine_low = fused_multiply_add(-r.lo, sine.hi, cosine.lo + second.lo);
  const float sine_low = fused_multiply_add(r.lo, cosine.hi, sine.lo + cube.lo);
  return {sine.hi + sine_low, cosine.hi + cosine_low};
}

/// Sine and cosine of position * inverse_frequency, the product not rounded; |position| < 2^24.
/// Products of 2^24 and more, infinities and NaN give NaN. docs/numerics.md has the error.
KGATE_HOST_DEVICE SinCos sincos(int position, float inverse_frequency) {
  const TwoFloat product = two_product(static_cast<float>(position), inverse_frequency);
  const float size = absolute(product.hi);
  if (!(size < 0x1p+24f)) {
    const float nan = float_of(0x7fc00000u);
    return {nan, nan};
  }
  ReducedAngle angle = {product, 0};
  if (size >= 0.785f) {
    angle = reduced_large_angle(static_cast<uint32_t>(position < 0 ? -position : position),
                                absolute(inverse_frequency));
    if (product.hi < 0.0f) {
      angle = {{-angle.rest.hi, -angle.rest.lo}, -angle.quadrant & 3};
    }
  }
  const SinCos rest = sincos_of_rest(angle.rest);
  // A quarter turn takes (sin, cos) to (cos, -sin).
  const bool odd = (angle.quadrant & 1) != 0;
  const float sine = odd ? rest.cosine : rest.sine;
  const float cosine = odd ? rest.sine : rest.cosine;
  return {(angle.quadrant & 2) != 0 ? -sine : sine,
          ((angle.quadrant + 1) & 2) != 0 ? -cosine : cosine};
}

/// Sine and cosine of an angle in f32, |angle| < 2^24.
KGATE_HOST_DEVICE SinCos sincos(float angle) { return sincos(1, angle); }

}  // namespace kgate::device
