// SPDX-License-Identifier: MIT
// The hyperbolic tangent from exactly defined operations.
#pragma once

#include "kernels/device/exp.hpp"
#include "kernels/device/times_distribution.hpp"

namespace kgate::device {

/// tanh(x) rounded to nearest. Zeros keep their sign, +-inf give +-1, a NaN gives a NaN.
/// docs/numerics.md has the error.
KGATE_HOST_DEVICE float tanh(float x) {
  // (1 - e) / (1 + e) with e = e^(-2|x|) = scale * (1 + minus_one): nothing cancels, since for
  // small |x| scale is 1 and the numerator is -minus_one.
  const float magnitude = magnitude_up_to(x, 10.0f);  // tanh(10) rounds to 1
  const UnroundedExp power = unrounded_exp({-2.0f * magnitude, 0.0f});
  const float scale = power_of_two(power.exponent);
  const TwoFloat change{power.minus_one.hi * scale, power.minus_one.lo * scale};
  const TwoFloat difference = fast_two_sum(1.0f, -scale);
  const TwoFloat numerator = fast_two_sum(difference.hi, -change.hi);
  const TwoFloat sum = fast_two_sum(1.0f, scale);
  const TwoFloat denominator = fast_two_sum(sum.hi, change.hi);
  const TwoFloat quotient = divide({numerator.hi, numerator.lo + (difference.lo - change.lo)},
                                   {denominator.hi, denominator.lo + (sum.lo + change.lo)});
  const float value = quotient.hi + quotient.lo;
  return float_of(bits_of(value) | (bits_of(x) & 0x80000000u));
}

}  // namespace kgate::device
