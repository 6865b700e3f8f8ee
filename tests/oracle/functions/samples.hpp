// SPDX-License-Identifier: MIT
// Inputs for tests of functions of one f32, and how two implementations are compared on them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "oracle/formats/small_float.hpp"

namespace kgate::tests {

/// Steps through the encodings of f32 that meet every binade of both signs, infinities and NaN.
/// A step of 2^32 / n visits n of them; an odd step varies the last bits.
inline constexpr std::uint32_t kTenMillion = 429;
inline constexpr std::uint32_t kOneMillion = 4297;

/// Calls visit(x) for every `step`th f32 by encoding.
template <class Visit>
void for_each_f32(std::uint32_t step, Visit visit) {
  for (std::uint64_t bits = step / 2; bits < (std::uint64_t{1} << 32U); bits += step) {
    visit(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
}

/// Calls visit(x) for all 65,536 encodings of a 16-bit format.
template <class Visit>
void for_each_value(const oracle::SmallFloat& format, Visit visit) {
  for (std::uint32_t code = 0; code < 0x10000U; ++code) {
    visit(static_cast<float>(oracle::decode(format, code)));
  }
}

/// Equal encodings, or both NaN.
inline bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

/// Inputs on which two implementations differ, and the first of them.
struct Differences {
  std::uint64_t compared = 0;
  std::uint64_t count = 0;
  float first = 0;

  void compare(float x, float a, float b) {
    ++compared;
    if (!same_bits(a, b) && count++ == 0) {
      first = x;
    }
  }
};

/// The largest distance from the true values, in ulp.
struct WorstUlp {
  double ulp = 0;
  float at = 0;

  void add(float x, double distance) {
    if (!(distance <= ulp)) {
      ulp = distance;
      at = x;
    }
  }
};

}  // namespace kgate::tests
