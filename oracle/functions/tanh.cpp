// SPDX-License-Identifier: MIT
// The hyperbolic tangent: docs/numerics.md, "tanh".
#include <cmath>

#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {

float tanh(float x) {
  if (std::isnan(x)) {
    return x;
  }
  const PowerOfE power = power_of_e({-2 * bounded_magnitude(x, 10), 0});
  // e^(-2|x|) = scale + change
  const float scale = std::ldexp(1.0F, power.exponent);
  const FloatPair change{power.minus_one.hi * scale, power.minus_one.lo * scale};
  const FloatPair one_less = exact_sum(1, -scale);
  const FloatPair one_plus = exact_sum(1, scale);
  const FloatPair above = exact_sum(one_less.hi, -change.hi);
  const FloatPair below = exact_sum(one_plus.hi, change.hi);
  const FloatPair ratio = quotient({above.hi, above.lo + (one_less.lo - change.lo)},
                                   {below.hi, below.lo + (one_plus.lo + change.lo)});
  return std::copysign(ratio.hi + ratio.lo, x);
}

}  // namespace kgate::oracle
