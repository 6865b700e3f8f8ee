// SPDX-License-Identifier: MIT
// gelu_tanh(x) = x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))).
#pragma once

#include "kernels/device/silu.hpp"

namespace kgate::device {

/// The tanh form of gelu, which is x / (1 + e^-z) with z = 2 sqrt(2/pi) (x + 0.044715 x^3). Rounded
/// to odd and then to f16 or bf16, it is the correctly rounded value for all inputs of that type.
/// docs/numerics.md has the error.
template <Rounding kRounding = Rounding::nearest>
KGATE_HOST_DEVICE float gelu_tanh(float x) {
  constexpr TwoFloat kLinear{0x1.988454p+0f, -0x1.857936p-25f};  // 2 sqrt(2/pi)
  constexpr TwoFloat kCubic{0x1.2444f2p-4f, 0x1.49b16ap-29f};    // that * 0.044715
  constexpr float kNegligible = 11.5f;  // 11.5 * e^-z is below half of the least denormal
  const float magnitude = magnitude_up_to(x, kNegligible);
  const TwoFloat cubic = multiply(two_product(magnitude, magnitude), kCubic);
  const TwoFloat slope = two_sum(kLinear.hi, cubic.hi);
  const TwoFloat z = multiply({slope.hi, slope.lo + (kLinear.lo + cubic.lo)}, magnitude);
  return times_distribution<kRounding>(x, magnitude, logistic_tail(z));
}

}  // namespace kgate::device
