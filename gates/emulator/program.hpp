// SPDX-License-Identifier: MIT
// Executable code decoded once: one instruction for every dword of an executable segment.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/hazards/footprint.hpp"
#include "gates/emulator/instruction.hpp"

namespace kgate::emulator {

/// Shared by all launches of a code object; immutable after construction.
class Program {
 public:
  /// Decodes `code`, whose first byte has the device address `address` (4-aligned), for waves of
  /// `lanes` lanes. A dword inside a longer instruction is decoded on its own, so that a jump there
  /// does what hardware would do.
  Program(std::span<const std::byte> code, std::uint64_t address, Target target, unsigned lanes,
          const InstructionTable& table = InstructionTable::get());

  /// The instruction at a device address, or the one whose handler raises `outside_code`.
  [[nodiscard]] const Instruction* at(std::uint64_t address) const {
    const std::uint64_t offset = address - address_;
    return (offset & 3U) == 0 && offset / 4 < count_ ? &instructions_[offset / 4]
                                                     : &instructions_[count_];
  }
  [[nodiscard]] std::uint64_t address(const Instruction* instruction) const {
    return address_ + 4 * static_cast<std::uint64_t>(instruction - instructions_.data());
  }
  /// What the checks need to know of an instruction of this program.
  [[gnu::always_inline]] [[nodiscard]] const Footprint& footprint(
      const Instruction* instruction) const {
    return footprints_[static_cast<std::size_t>(instruction - instructions_.data())];
  }
  /// True if some instruction can order waves through global memory: an atomic that returns, or a
  /// coherent load.
  [[nodiscard]] bool synchronises() const { return synchronises_; }
  [[nodiscard]] unsigned lanes() const { return lanes_; }
  [[nodiscard]] std::uint64_t begin() const { return address_; }
  [[nodiscard]] std::uint64_t end() const { return address_ + 4 * count_; }

 private:
  std::vector<Instruction> instructions_;  ///< and some past the end that raise outside_code
  std::vector<Footprint> footprints_;      ///< one an instruction
  std::deque<std::array<Instruction, 2>> pairs_;
  std::uint64_t address_;
  std::uint64_t count_;
  unsigned lanes_;
  bool synchronises_ = false;
};

}  // namespace kgate::emulator
