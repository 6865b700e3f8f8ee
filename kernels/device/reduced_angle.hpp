// SPDX-License-Identifier: MIT
// An angle position * inverse_frequency modulo a quarter turn, with no rounding before the
// reduction.
//
// At position 1,048,575 an angle rounded to f32 is off by up to 0.03 radians.
#pragma once

#include "kernels/device/two_float.hpp"

namespace kgate::device {

/// The angle is quadrant quarter turns plus `rest` radians, |rest| <= pi / 4 within 2^-30.
struct ReducedAngle {
  TwoFloat rest;
  int quadrant;  ///< 0 to 3
};

// A typedef: g++ takes no __extension__ before `using`, and without it rejects a type ISO C++
// lacks.
__extension__ typedef unsigned __int128 Uint128;  // NOLINT(modernize-use-using)

/// Reduces magnitude * factor, magnitude < 2^24, factor >= 0, where the product is in [0.78, 2^24).
/// The rest is within 2^-44 of itself.
///
/// The product is an integer times a power of two. Times 1 / (2 pi) it is a number of turns, of
/// whose fraction 128 bits are kept: it is off by less than 2^-103, and no such product is nearer
/// to a whole quarter turn than 2^-55 of a turn.
KGATE_HOST_DEVICE ReducedAngle reduced_large_angle(uint32_t magnitude, float factor) {
  constexpr uint64_t kInverseTwoPi = 0x28be60db9391054aull;      // its first 64 bits
  constexpr uint64_t kInverseTwoPiRest = 0x7f09d5f47d4d3770ull;  // and the next
  constexpr TwoFloat kTwoPi{0x1.921fb6p+2f, -0x1.777a5cp-23f};
  const uint32_t bits = bits_of(factor);
  const uint64_t significand = magnitude * static_cast<uint64_t>((bits & 0x7fffffu) | 0x800000u);
  const int down = 150 - static_cast<int>(bits >> 23);  // 0 to 49, since the product is in range

  // significand / 2^down radians; then turns in units of 2^-128, whole ones dropped.
  const auto whole = static_cast<uint32_t>(significand >> down);
  const uint64_t fraction = (significand << 1) << (63 - down);
  Uint128 turns = static_cast<Uint128>(whole * kInverseTwoPi) << 64;
  turns += static_cast<Uint128>(whole) * kInverseTwoPiRest;
  turns += static_cast<Uint128>(fraction) * kInverseTwoPi;
  turns += (static_cast<Uint128>(fraction) * kInverseTwoPiRest) >> 64;

  // The distance from the nearest quarter turn, in two's complement and without its sign.
  const auto upper = static_cast<uint64_t>(turns >> 64);
  const uint64_t quadrant = (upper + (1ull << 61)) >> 62;
  const Uint128 difference = turns - (static_cast<Uint128>(quadrant) << 126);
  const bool negative = (difference >> 127) != 0;
  const Uint128 distance = negative ? -difference : difference;

  // Its 48 leading bits. It is at most 2^125 and, see above, at least 2^73.
  const auto high = static_cast<uint64_t>(distance >> 64);
  const int zeros = leading_zeros(high);
  const uint64_t leading = (high << zeros) | (static_cast<uint64_t>(distance) >> (64 - zeros));
  const TwoFloat value{
      static_cast<float>(static_cast<uint32_t>(leading >> 40)),
      static_cast<float>(static_cast<uint32_t>(leading >> 16) & 0xffffffu) * 0x1p-24f};
  const TwoFloat radians = multiply(value, kTwoPi);
  const float scale = (negative ? -1.0f : 1.0f) * power_of_two(-24 - zeros);
  return {{radians.hi * scale, radians.lo * scale}, static_cast<int>(quadrant) & 3};
}

}  // namespace kgate::device
