// SPDX-License-Identifier: MIT
// x * F(x): docs/numerics.md, "silu, gelu_erf and gelu_tanh".
#include <algorithm>
#include <cmath>

#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {

float bounded_magnitude(float x, float bound) {
  return std::isnan(x) ? x : std::min(std::fabs(x), bound);
}

float times_distribution(float x, float magnitude, ScaledPair tail, Rounding rounding) {
  if (std::isnan(x) || x == 0 || (std::isinf(x) && x > 0)) {
    return x;
  }
  if (magnitude < std::ldexp(1.0F, -40)) {
    // Just above x/2.
    return round_pair({{std::ldexp(x, 64), std::ldexp(1.0F, -140)}, -65}, rounding);
  }
  const FloatPair part = product(tail.pair, magnitude);
  if (x < 0) {
    return round_pair({{-part.hi, -part.lo}, tail.exponent}, rounding);
  }
  const float scale = std::ldexp(1.0F, std::max(tail.exponent, -126));
  const FloatPair sum = exact_sum(x, -part.hi * scale);
  return round_pair({{sum.hi, std::fma(-part.lo, scale, sum.lo)}, 0}, rounding);
}

}  // namespace kgate::oracle
