// SPDX-License-Identifier: MIT
// A fixed mixing of 64 bits, for draws that depend on nothing but their seed.
#pragma once

#include <cstdint>

namespace kgate::emulator {

/// SplitMix64's step and finaliser: every bit of the result depends on every bit of the value.
[[nodiscard]] constexpr std::uint64_t scramble(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace kgate::emulator
