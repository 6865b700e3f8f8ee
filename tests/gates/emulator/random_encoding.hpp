// SPDX-License-Identifier: MIT
// Random instruction words of one encoding family, shaped so that many of them decode.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "gates/emulator/instruction.hpp"

namespace kgate::emulator_tests {

/// Bits of the first dword that are given: {value, mask}.
struct FixedBits {
  std::uint32_t value = 0;
  std::uint32_t mask = 0;
};

/// An encoding family by its bits alone: what a table of instructions has no say in.
struct EncodingFamily {
  std::string_view name;
  emulator::Format format = emulator::Format::none;
  FixedBits fixed;
  unsigned opcode_shift = 0;
  unsigned opcode_bits = 0;
};

/// Every family of the gfx11 encoding space, the three segments of FLAT and both forms of VOP1,
/// VOP2 and VOPC among them.
[[nodiscard]] const std::vector<EncodingFamily>& encoding_families();
/// The given bits of one opcode of a family.
[[nodiscard]] FixedBits fixed_bits(const EncodingFamily& family, unsigned opcode);

/// Words in which fields are often zero, as unused ones must be.
[[nodiscard]] std::array<std::uint32_t, 4> draw_words(emulator::Format format,
                                                      const FixedBits& fixed, std::mt19937& random);

}  // namespace kgate::emulator_tests
