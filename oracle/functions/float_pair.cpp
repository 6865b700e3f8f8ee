// SPDX-License-Identifier: MIT
// Arithmetic on sums of two f32, and the one rounding at the end.
#include "oracle/functions/float_pair.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace kgate::oracle {

FloatPair exact_sum(float a, float b) {
  const float sum = a + b;
  // The rest is exact in this order: what the larger lost, taken from the smaller.
  const float larger = std::fabs(a) < std::fabs(b) ? b : a;
  const float smaller = std::fabs(a) < std::fabs(b) ? a : b;
  return {sum, smaller - (sum - larger)};
}

FloatPair exact_product(float a, float b) {
  const double exact = static_cast<double>(a) * static_cast<double>(b);  // 48 bits
  const auto nearest = static_cast<float>(exact);
  return {nearest, static_cast<float>(exact - static_cast<double>(nearest))};
}

FloatPair product(FloatPair a, FloatPair b) {
  const FloatPair main = exact_product(a.hi, b.hi);
  const float cross = std::fma(a.hi, b.lo, a.lo * b.hi);
  return exact_sum(main.hi, main.lo + cross);
}

FloatPair product(FloatPair a, float b) {
  const FloatPair main = exact_product(a.hi, b);
  return exact_sum(main.hi, std::fma(a.lo, b, main.lo));
}

FloatPair quotient(FloatPair a, FloatPair b) {
  const float reciprocal = 1.0F / b.hi;
  const float first = a.hi * reciprocal;
  const float remainder = std::fma(-first, b.hi, a.hi);
  const float rest = std::fma(-first, b.lo, remainder + a.lo);
  return exact_sum(first, rest * reciprocal);
}

float polynomial(float x, std::initializer_list<float> coefficients) {
  float value = 0;
  bool first = true;
  for (const float coefficient : coefficients) {
    value = first ? coefficient : std::fma(value, x, coefficient);
    first = false;
  }
  return value;
}

float round_pair(ScaledPair number, Rounding rounding) {
  const FloatPair pair = exact_sum(number.pair.hi, number.pair.lo);
  // binary64 holds hi * 2^exponent and its distance to a neighbouring f32 exactly.
  const double leading = std::ldexp(static_cast<double>(pair.hi), number.exponent);
  const auto nearest = static_cast<float>(leading);
  if (!std::isfinite(nearest) || !std::isfinite(pair.lo)) {
    return nearest;
  }
  const double residue = leading - static_cast<double>(nearest);
  const double rest = std::ldexp(static_cast<double>(pair.lo), number.exponent);
  const bool inexact = residue != 0 || rest != 0;
  const bool upwards = residue > 0 || (residue == 0 && rest > 0);
  const float infinity = std::numeric_limits<float>::infinity();
  const float neighbour = std::nextafter(nearest, upwards ? infinity : -infinity);
  if (rounding == Rounding::to_odd) {
    const bool even = (std::bit_cast<std::uint32_t>(nearest) & 1U) == 0;
    return inexact && even ? neighbour : nearest;
  }
  // hi alone lies between two f32 where the result is denormal; lo decides.
  const double spacing = static_cast<double>(neighbour) - static_cast<double>(nearest);
  const bool tie = inexact && residue == spacing / 2;
  return tie && (rest > 0) == upwards && rest != 0 ? neighbour : nearest;
}

}  // namespace kgate::oracle
