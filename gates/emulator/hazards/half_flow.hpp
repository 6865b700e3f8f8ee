// SPDX-License-Identifier: MIT
// Which halves of an instruction's sources reach which half of its result: 16-bit instructions keep
// the other half of their destination, and packing moves halves about.
#pragma once

#include <array>
#include <cstdint>

#include "gates/emulator/instruction.hpp"

namespace kgate::emulator {

struct HalfFlow {
  static constexpr std::uint8_t kLow = 1;
  static constexpr std::uint8_t kHigh = 2;
  static constexpr std::uint8_t kBoth = kLow | kHigh;
  /// False: every half of every register that is read may reach every half that is written.
  bool known = false;
  /// Halves of the VGPR sources, [half of the result][source].
  std::array<std::array<std::uint8_t, 3>, 2> from{};
  /// The half of the destination stays as it is.
  std::array<bool, 2> kept{};
};

/// The flow through one vector instruction (not a VOPD pair) with one VGPR as its result.
[[nodiscard]] HalfFlow half_flow(const Instruction& instruction);

}  // namespace kgate::emulator
