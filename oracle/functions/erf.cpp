// SPDX-License-Identifier: MIT
// The error function: docs/numerics.md, "erf".
#include <cmath>
#include <numbers>

#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {
namespace {

float near_zero(float x) {
  const FloatPair square = exact_product(x, x);
  const float ending = polynomial(square.hi, {1.14368522e-04F, -8.54883401e-04F, 5.22430846e-03F,
                                              -2.68662162e-02F, 1.12837918e-01F});
  const FloatPair inner = exact_sum(-0.376126379F, square.hi * ending);
  const FloatPair outer = product(square, {inner.hi, inner.lo - 1.02299467e-08F});
  const FloatPair slope = exact_sum(1.12837923F, outer.hi);  // 2 / sqrt(pi) = 1.1283791670955126
  const FloatPair full{slope.hi, slope.lo + (-5.86353828e-08F + outer.lo)};
  return round_pair({product(full, std::ldexp(x, 64)), -64}, Rounding::nearest);
}

float far_from_zero(float x) {
  const FloatPair sqrt2{std::numbers::sqrt2_v<float>, 2.4203235e-08F};
  const ScaledPair tail = normal_tail(product(sqrt2, x), exact_product(x, x));
  const float scale = std::ldexp(1.0F, tail.exponent + 1);
  const FloatPair sum = exact_sum(1, -tail.pair.hi * scale);
  return sum.hi + std::fma(-tail.pair.lo, scale, sum.lo);
}

}  // namespace

float erf(float x) {
  if (std::isnan(x)) {
    return x;
  }
  const float magnitude = bounded_magnitude(x, 4);
  return std::copysign(magnitude < 0.5F ? near_zero(magnitude) : far_from_zero(magnitude), x);
}

}  // namespace kgate::oracle
