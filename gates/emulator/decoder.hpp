// SPDX-License-Identifier: MIT
// From machine words to instructions with resolved operands.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gates/emulator/instruction.hpp"
#include "gates/emulator/table.hpp"

namespace kgate::emulator {

struct Target {
  std::string_view name = "gfx1151";
  bool gfx115 = true;  ///< gfx1150 and later: scalar float
};

/// gfx1100 to gfx1103 and gfx1150 to gfx1152; anything else is not modelled.
[[nodiscard]] std::optional<Target> find_target(std::string_view name);

class Decoder {
 public:
  /// `lanes` is 32 or 64.
  Decoder(const InstructionTable& table, Target target, unsigned lanes)
      : table_(&table), target_(target), lanes_(lanes) {}

  /// Decodes the instruction at the front of `words`. Never fails: what cannot execute becomes an
  /// instruction whose handler raises the reason. VOPD halves are appended to `pairs`, which must
  /// keep its elements in place.
  [[nodiscard]] Instruction decode(std::span<const std::uint32_t> words,
                                   std::deque<std::array<Instruction, 2>>& pairs) const;

 private:
  friend class DecodeStep;
  const InstructionTable* table_;
  Target target_;
  unsigned lanes_;
};

/// LLVM's text of an instruction, such as "v_add_f32_e32 v5, s6, v7". Best effort for broken ones.
[[nodiscard]] std::string text(const Instruction& instruction);

}  // namespace kgate::emulator
