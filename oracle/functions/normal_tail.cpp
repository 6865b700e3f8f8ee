// SPDX-License-Identifier: MIT
// erfc(t / sqrt 2) / 2: docs/numerics.md, "The normal tail".
#include <array>
#include <cmath>

#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {

ScaledPair normal_tail(FloatPair t, FloatPair half_square) {
  const FloatPair above = exact_sum(t.hi, 4);
  const FloatPair below = exact_sum(t.hi, -2);
  const FloatPair denominator{above.hi, above.lo + t.lo};
  const FloatPair w = quotient({below.hi, below.lo + t.lo}, denominator);

  const float ending =
      polynomial(w.hi, {2.42016235e-04F, 8.44546084e-05F, -1.37088727e-03F, -7.99240428e-04F,
                        6.31740037e-03F, 3.66209261e-03F, -3.49354818e-02F, 1.10036237e-02F});
  const std::array<FloatPair, 4> leading{{{-0.645221412F, 0},
                                          {1.09500408F, 6.59094068e-09F},
                                          {-1.24996603F, 2.58835371e-08F},
                                          {1.00861204F, -2.93636386e-08F}}};
  FloatPair value = exact_sum(0.206315473F, ending * w.hi);
  for (const FloatPair& coefficient : leading) {
    const FloatPair main = exact_product(w.hi, value.hi);
    const float cross = std::fma(w.hi, value.lo, w.lo * value.hi);
    const FloatPair sum = exact_sum(coefficient.hi, main.hi);
    value = {sum.hi, (sum.lo + main.lo) + (cross + coefficient.lo)};
  }
  const PowerOfE power = power_of_e({-half_square.hi, -half_square.lo});
  return {quotient(product(one_more(power.minus_one), value), denominator), power.exponent};
}

}  // namespace kgate::oracle
