// SPDX-License-Identifier: MIT
// x times the normal distribution function: docs/numerics.md, "silu, gelu_erf and gelu_tanh".
#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {

float gelu_erf(float x, Rounding rounding) {
  const float magnitude = bounded_magnitude(x, 14.5F);
  const FloatPair square = exact_product(magnitude, magnitude);
  const ScaledPair tail = normal_tail({magnitude, 0}, {square.hi / 2, square.lo / 2});
  return times_distribution(x, magnitude, tail, rounding);
}

}  // namespace kgate::oracle
