// SPDX-License-Identifier: MIT
// e^x: docs/numerics.md, "exp".
#include <algorithm>
#include <cmath>
#include <numbers>

#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {

FloatPair e_minus_one(FloatPair r) {
  // (e^r - 1 - r - r^2/2) / r^3
  const float tail = polynomial(r.hi, {2.55057257e-05F, 1.99627728e-04F, 1.38876867e-03F,
                                       8.33318755e-03F, 4.16666716e-02F, 1.66666672e-01F});
  const FloatPair square = exact_product(r.hi, r.hi);
  const FloatPair sum = exact_sum(r.hi, square.hi / 2);
  const float from_rest = std::fma(sum.hi, r.lo, r.lo);
  const float low = from_rest + std::fma(0.5F, square.lo, sum.lo);
  return exact_sum(sum.hi, std::fma(r.hi * square.hi, tail, low));
}

PowerOfE power_of_e(FloatPair z) {
  if (std::isnan(z.hi)) {
    return {{z.hi, z.hi}, 0};
  }
  const float log2_e = std::numbers::log2e_v<float>;
  const float ln2 = std::numbers::ln2_v<float>;
  const float ln2_rest = -1.90465421e-09F;  // 24 bits of what ln2 leaves
  const double count = std::nearbyint(static_cast<double>(z.hi) * static_cast<double>(log2_e));
  // Exact: a multiple of 2^-24 or of the last bit of z, below 0.35.
  const double leading = static_cast<double>(z.hi) - count * static_cast<double>(ln2);
  const float rest = std::fma(-static_cast<float>(count), ln2_rest, z.lo);
  const FloatPair r = exact_sum(static_cast<float>(leading), rest);

  return {e_minus_one(r), static_cast<int>(count)};
}

FloatPair one_more(FloatPair minus_one) {
  const FloatPair sum = exact_sum(1, minus_one.hi);
  return {sum.hi, sum.lo + minus_one.lo};
}

float exp(float x) {
  if (std::isnan(x)) {
    return x;
  }
  const PowerOfE power = power_of_e({std::clamp(x, -104.0F, 89.0F), 0});
  return round_pair({one_more(power.minus_one), power.exponent}, Rounding::nearest);
}

}  // namespace kgate::oracle
