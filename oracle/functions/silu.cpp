// SPDX-License-Identifier: MIT
// x / (1 + e^-x): docs/numerics.md, "silu, gelu_erf and gelu_tanh".
#include <algorithm>
#include <cmath>

#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {

ScaledPair logistic_tail(FloatPair z) {
  const PowerOfE power = power_of_e({-z.hi, -z.lo});
  const FloatPair e = one_more(power.minus_one);
  const float scale = std::ldexp(1.0F, std::max(power.exponent, -126));
  const FloatPair sum = exact_sum(1, e.hi * scale);
  return {quotient(e, {sum.hi, std::fma(e.lo, scale, sum.lo)}), power.exponent};
}

float swish(float x, float slope, Rounding rounding) {
  const float magnitude = bounded_magnitude(x, 120.0F / slope);
  return times_distribution(x, magnitude, logistic_tail(exact_product(magnitude, slope)), rounding);
}

float silu(float x, Rounding rounding) { return swish(x, 1.0F, rounding); }

}  // namespace kgate::oracle
