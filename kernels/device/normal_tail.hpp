// SPDX-License-Identifier: MIT
// The upper tail of the normal distribution, behind gelu_erf and erf.
#pragma once

#include "kernels/device/exp.hpp"

namespace kgate::device {

/// Q(t) = erfc(t / sqrt 2) / 2 for 0 <= t <= 14.5, within 2^-29 of itself, from t and t^2/2.
///
/// e^(t^2/2) (t + 4) Q(t) is smooth and between 0.5 and 2; it is a polynomial of degree 12 in
/// w = (t - 2) / (t + 4), its four leading steps with 48 bits. Its error is 2^-34.7.
KGATE_HOST_DEVICE ScaledTwoFloat normal_tail(TwoFloat t, TwoFloat half_square) {
  const TwoFloat above = two_sum(t.hi, 4.0f);
  const TwoFloat below = two_sum(t.hi, -2.0f);
  const TwoFloat denominator{above.hi, above.lo + t.lo};
  const TwoFloat w = divide({below.hi, below.lo + t.lo}, denominator);

  float polynomial = 0x1.fb8b7ap-13f;
  polynomial = fused_multiply_add(polynomial, w.hi, 0x1.623a72p-14f);
  polynomial = fused_multiply_add(polynomial, w.hi, -0x1.675ebp-10f);
  polynomial = fused_multiply_add(polynomial, w.hi, -0x1.a3083cp-11f);
  polynomial = fused_multiply_add(polynomial, w.hi, 0x1.9e0464p-8f);
  polynomial = fused_multiply_add(polynomial, w.hi, 0x1.dfff7p-9f);
  polynomial = fused_multiply_add(polynomial, w.hi, -0x1.1e3104p-5f);
  polynomial = fused_multiply_add(polynomial, w.hi, 0x1.689116p-7f);
  TwoFloat value = fast_two_sum(0x1.a688bap-3f, polynomial * w.hi);
  value = horner_step({-0x1.4a5a76p-1f, 0.0f}, w, value);
  value = horner_step({0x1.18523p+0f, 0x1.c4ed0ep-28f}, w, value);
  value = horner_step({-0x1.3ffdc6p+0f, 0x1.bcadp-26f}, w, value);
  value = horner_step({0x1.023466p+0f, -0x1.f876a6p-26f}, w, value);

  const UnroundedExp power = unrounded_exp({-half_square.hi, -half_square.lo});
  return {divide(multiply(significand(power), value), denominator), power.exponent};
}

}  // namespace kgate::device
