// SPDX-License-Identifier: MIT
// x / (1 + e^-z), z = 2 sqrt(2/pi) (x + 0.044715 x^3): docs/numerics.md, "silu, gelu_erf and
// gelu_tanh".
#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {

float gelu_tanh(float x, Rounding rounding) {
  const FloatPair linear{1.59576917F, -4.53406805e-08F};  // 2 sqrt(2/pi) = 1.5957691216057308
  const FloatPair cubic{0.0713548139F, 2.39883247e-09F};  // that * 0.044715 = 0.07135481628...
  const float magnitude = bounded_magnitude(x, 11.5F);
  const FloatPair third = product(exact_product(magnitude, magnitude), cubic);
  const FloatPair slope = exact_sum(linear.hi, third.hi);
  const FloatPair z = product({slope.hi, slope.lo + (linear.lo + third.lo)}, magnitude);
  return times_distribution(x, magnitude, logistic_tail(z), rounding);
}

}  // namespace kgate::oracle
