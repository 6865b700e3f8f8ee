// SPDX-License-Identifier: MIT
// base^(-2 pair / rotary_dim): docs/numerics.md, "inverse_frequency".
#include <cmath>
#include <cstdint>
#include <numbers>

#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {
namespace {

FloatPair log2_of(float value) {
  int exponent = 0;
  float m = std::frexp(value, &exponent);
  if (m < std::numbers::sqrt2_v<float> / 2) {  // m in [1/sqrt 2, sqrt 2)
    m *= 2;
    --exponent;
  }
  const FloatPair s = quotient({m - 1, 0}, exact_sum(m, 1));
  const FloatPair square = product(s, s);
  const float ending =
      // NOLINTNEXTLINE(modernize-use-std-numbers): 2 / (5 ln 2), not the constant of Euler
      polynomial(square.hi, {2.86400437e-01F, 3.1969586e-01F, 4.12213057e-01F, 5.77077925e-01F});
  const FloatPair inner = exact_sum(0.961796701F, square.hi * ending);
  const FloatPair outer = product(square, {inner.hi, inner.lo - 6.89639501e-09F});
  const FloatPair factor = exact_sum(2.88539004F, outer.hi);  // 2 / ln 2 = 2.885390081777927
  const FloatPair log2_m = product(s, {factor.hi, factor.lo + (3.85192607e-08F + outer.lo)});
  const FloatPair sum = exact_sum(static_cast<float>(exponent), log2_m.hi);
  return exact_sum(sum.hi, sum.lo + log2_m.lo);
}

}  // namespace

float inverse_frequency(float base, std::int32_t pair, std::int32_t rotary_dim) {
  const FloatPair ln2{std::numbers::ln2_v<float>, -1.90465421e-09F};
  const FloatPair turned = product(log2_of(base), static_cast<float>(2 * pair));
  const FloatPair power = quotient(turned, {static_cast<float>(rotary_dim), 0});
  const float count = std::nearbyint(power.hi);
  const FloatPair fraction = exact_sum(count - power.hi, -power.lo);
  const FloatPair minus_one = e_minus_one(product(fraction, ln2));
  return round_pair({one_more(minus_one), -static_cast<int>(count)}, Rounding::nearest);
}

}  // namespace kgate::oracle
