// SPDX-License-Identifier: MIT
// Sine and cosine of position * inverse_frequency: docs/numerics.md, "sincos".
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "oracle/functions/float_pair.hpp"

namespace kgate::oracle {
namespace {

/// Integers of 256 bits, the least significant 32 first.
using Wide = std::array<std::uint32_t, 8>;

/// floor(2^128 / (2 pi)).
constexpr Wide kTurnsPerRadian{0x7d4d3770, 0x7f09d5f4, 0x9391054a, 0x28be60db};

/// bits << shift.
Wide shifted(std::uint64_t bits, int shift) {
  Wide result{};
  for (int i = 0; i < 64; ++i) {
    const std::size_t to = static_cast<std::size_t>(i) + static_cast<std::size_t>(shift);
    result.at(to / 32) |= static_cast<std::uint32_t>(bits >> i & 1U) << to % 32;
  }
  return result;
}

/// a * b modulo 2^256, as on paper.
Wide product(const Wide& a, const Wide& b) {
  Wide result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; i + j < result.size(); ++j) {
      carry += result.at(i + j) + std::uint64_t{a.at(i)} * b.at(j);
      result.at(i + j) = static_cast<std::uint32_t>(carry);
      carry >>= 32U;
    }
  }
  return result;
}

bool bit(const Wide& number, int index) {
  const auto at = static_cast<std::size_t>(index);
  return (number.at(at / 32) >> at % 32 & 1U) != 0;
}

struct Quarter {
  FloatPair rest;  ///< radians to the nearest multiple of a quarter turn
  int count;       ///< of quarter turns
};

/// The exact angle significand * 2^exponent, at least 0.78 and below 2^24.
Quarter nearest_quarter(std::uint64_t significand, int exponent) {
  // Turns in units of 2^-192: the angle in units of 2^-64, times a number in units of 2^-128.
  Wide turns = product(shifted(significand, 64 + exponent), kTurnsPerRadian);
  const int quadrant = (bit(turns, 191) ? 2 : 0) + (bit(turns, 190) ? 1 : 0);
  // The 126 bits below the quadrant; from one half up the next quadrant is nearer.
  const bool above = bit(turns, 189);
  std::array<bool, 126> distance{};
  bool carry = true;  // -f = not f + 1
  for (int i = 0; i < 126; ++i) {
    const bool own = bit(turns, 64 + i);
    const bool flipped = !own != carry;
    carry = !own && carry;
    distance.at(static_cast<std::size_t>(i)) = above ? flipped : own;
  }
  int highest = 125;
  while (!distance.at(static_cast<std::size_t>(highest))) {
    --highest;
  }
  // 48 bits from the highest one down, as two integers of 24.
  std::uint64_t leading = 0;
  for (int i = highest; i > highest - 48; --i) {
    leading = leading << 1U | (distance.at(static_cast<std::size_t>(i)) ? 1U : 0U);
  }
  const FloatPair value{static_cast<float>(leading >> 24U),
                        std::ldexp(static_cast<float>(leading & 0xffffffU), -24)};
  const FloatPair two_pi{6.28318548F, -1.74845553e-7F};
  const FloatPair radians = oracle::product(value, two_pi);
  const int scale = highest - 23 - 128;
  const float sign = above ? -1.0F : 1.0F;
  return {{sign * std::ldexp(radians.hi, scale), sign * std::ldexp(radians.lo, scale)},
          quadrant + (above ? 1 : 0)};
}

SinCos near_zero(FloatPair r) {
  const FloatPair square = exact_product(r.hi, r.hi);

  const float even = polynomial(square.hi, {-2.7261629e-07F, 2.48002307e-05F, -1.38888869e-03F});
  const FloatPair quarter = exact_sum(1.0F / 24, square.hi * even);
  const FloatPair fourth = product(square, {quarter.hi, quarter.lo - 1.24176347e-09F});
  const FloatPair half = exact_sum(-0.5F, fourth.hi);
  const FloatPair second = product(square, {half.hi, half.lo + fourth.lo});
  const FloatPair cosine = exact_sum(1, second.hi);

  const float odd = polynomial(square.hi, {2.7241922e-06F, -1.98400376e-04F, 8.33333191e-03F});
  const FloatPair sixth = exact_sum(-1.0F / 6, square.hi * odd);
  const FloatPair third = product(square, {sixth.hi, sixth.lo + 4.96705388e-09F});
  const FloatPair cube = product(third, r.hi);
  const FloatPair sine = exact_sum(r.hi, cube.hi);

  return {sine.hi + std::fma(r.lo, cosine.hi, sine.lo + cube.lo),
          cosine.hi + std::fma(-r.lo, sine.hi, cosine.lo + second.lo)};
}

}  // namespace

SinCos sincos(std::int32_t position, float inverse_frequency) {
  const FloatPair angle = exact_product(static_cast<float>(position), inverse_frequency);
  const float size = std::fabs(angle.hi);
  if (!(size < std::ldexp(1.0F, 24))) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    return {nan, nan};
  }
  if (size < 0.785F) {
    return near_zero(angle);
  }
  int exponent = 0;
  const float fraction = std::frexp(std::fabs(inverse_frequency), &exponent);
  const auto significand = static_cast<std::uint64_t>(std::ldexp(fraction, 24));
  const auto magnitude = static_cast<std::uint64_t>(std::abs(std::int64_t{position}));
  const Quarter quarter = nearest_quarter(significand * magnitude, exponent - 24);
  const SinCos rest = near_zero(quarter.rest);
  const float sign = angle.hi < 0 ? -1.0F : 1.0F;
  switch (quarter.count % 4) {
    case 0:
      return {sign * rest.sine, rest.cosine};
    case 1:
      return {sign * rest.cosine, -rest.sine};
    case 2:
      return {sign * -rest.sine, -rest.cosine};
    default:
      return {sign * -rest.cosine, rest.sine};
  }
}

}  // namespace kgate::oracle
