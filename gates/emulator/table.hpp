// SPDX-License-Identifier: MIT
// All instruction rows, looked up by encoding and opcode, built for the CPU this runs on.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gates/emulator/instruction.hpp"

namespace kgate::emulator {

/// The generic vector executors of one build of the semantics.
struct Executors {
  Handler plain = nullptr;     ///< 32- and 64-bit results, no modifiers
  Handler modified = nullptr;  ///< any vector instruction that has lane functions
  Handler pair = nullptr;      ///< VOPD
};

class InstructionTable {
 public:
  /// The table whose lane functions use what this CPU has; both builds return the same bits.
  static const InstructionTable& get();
  /// One build by name ("baseline", "x86_64_v3"), or null if it does not exist or cannot run here.
  static const InstructionTable* variant(std::string_view name);

  InstructionTable(std::span<const InstructionGroup* const> groups, const Executors& executors,
                   std::string_view name);

  /// The row, or null: not an instruction.
  [[nodiscard]] const Row* find(Format format, unsigned opcode) const;
  [[nodiscard]] const Row* find(Format format, std::string_view mnemonic) const;
  /// Every row, by format and opcode.
  [[nodiscard]] std::span<const Row* const> rows() const { return rows_; }
  [[nodiscard]] const Executors& executors() const { return executors_; }
  [[nodiscard]] std::string_view name() const { return name_; }

 private:
  std::array<std::vector<const Row*>, kFormatCount> by_opcode_;
  std::vector<const Row*> rows_;
  Executors executors_;
  std::string_view name_;
};

/// The groups of each build (generated from the folder listing of isa/).
namespace baseline {
std::span<const InstructionGroup* const> baseline_groups();
Executors executors();
}  // namespace baseline
namespace x86_64_v3 {
std::span<const InstructionGroup* const> x86_64_v3_groups();
Executors executors();
}  // namespace x86_64_v3

}  // namespace kgate::emulator
