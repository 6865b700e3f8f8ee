// SPDX-License-Identifier: MIT
// gelu_erf(x) = x/2 * (1 + erf(x / sqrt 2)).
#pragma once

#include "kernels/device/normal_tail.hpp"
#include "kernels/device/times_distribution.hpp"

namespace kgate::device {

/// The erf form of gelu, x times the normal distribution function. Rounded to odd and then to f16
/// or bf16, it is the correctly rounded value for all inputs of that type. docs/numerics.md has the
/// error.
template <Rounding kRounding = Rounding::nearest>
KGATE_HOST_DEVICE float gelu_erf(float x) {
  constexpr float kNegligible = 14.5f;  // 14.5 * Q(14.5) is below half of the least denormal
  const float magnitude = magnitude_up_to(x, kNegligible);
  const TwoFloat square = two_product(magnitude, magnitude);
  return times_distribution<kRounding>(
      x, magnitude, normal_tail({magnitude, 0.0f}, {0.5f * square.hi, 0.5f * square.lo}));
}

}  // namespace kgate::device
