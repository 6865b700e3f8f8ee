// SPDX-License-Identifier: MIT
// The inverse frequency of a pair of a rotary embedding, base^(-2 pair / rotary_dim).
#pragma once

#include "kernels/device/exp.hpp"

namespace kgate::device {

/// log2 of a normal positive f32, within 2^-40 of itself.
KGATE_HOST_DEVICE TwoFloat log2_of(float value) {
  // value = 2^exponent * m with m in [1/sqrt 2, sqrt 2); log m = 2 atanh((m - 1) / (m + 1)).
  constexpr uint32_t kInverseSqrt2 = 0x3f3504f3u;
  const uint32_t offset = bits_of(value) - kInverseSqrt2;
  const int exponent = static_cast<int>(offset) >> 23;
  const float m = float_of((offset & 0x7fffffu) + kInverseSqrt2);
  const TwoFloat s = divide({m - 1.0f, 0.0f}, two_sum(m, 1.0f));
  const TwoFloat square = multiply(s, s);
  // 2 / ln 2 * (1 + s^2 / 3 + s^4 / 5 + ...)
  constexpr TwoFloat kFirst{0x1.715476p+1f, 0x1.4ae0c0p-25f};
  constexpr TwoFloat kThird{0x1.ec709ep-1f, -0x1.d9eaaap-28f};
  float polynomial = 0x1.254628p-2f;
  polynomial = fused_multiply_add(polynomial, square.hi, 0x1.475e5ap-2f);
  polynomial = fused_multiply_add(polynomial, square.hi, 0x1.a61b2ep-2f);
  polynomial = fused_multiply_add(polynomial, square.hi,
                                  0x1.2776c2p-1f);  // NOLINT(modernize-use-std-numbers): 2/(5 ln 2)
  const TwoFloat inner = fast_two_sum(kThird.hi, square.hi * polynomial);
  const TwoFloat outer = multiply(square, {inner.hi, inner.lo + kThird.lo});
  const TwoFloat factor = fast_two_sum(kFirst.hi, outer.hi);
  const TwoFloat log2_m = multiply(s, {factor.hi, factor.lo + (kFirst.lo + outer.lo)});
  const TwoFloat sum = two_sum(static_cast<float>(exponent), log2_m.hi);
  return fast_two_sum(sum.hi, sum.lo + log2_m.lo);
}

/// base^(-2 pair / rotary_dim) rounded to nearest, for a finite base >= 1 and
/// 0 <= 2 pair <= rotary_dim <= 2^16. docs/numerics.md has the error.
KGATE_HOST_DEVICE float inverse_frequency(float base, int pair, int rotary_dim) {
  constexpr TwoFloat kLn2{0x1.62e430p-1f, -0x1.05c610p-29f};  // NOLINT(modernize-use-std-numbers)
  const TwoFloat turned = multiply(log2_of(base), static_cast<float>(2 * pair));
  const TwoFloat power = divide(turned, {static_cast<float>(rotary_dim), 0.0f});
  const Count count = nearest_integer_of_product(power.hi, -1.0f);
  const TwoFloat fraction = fast_two_sum(-count.value - power.hi, -power.lo);
  const UnroundedExp result{exp_minus_one_of_rest(multiply(fraction, kLn2)), count.integer};
  return rounded<Rounding::nearest>({significand(result), result.exponent});
}

}  // namespace kgate::device
