// SPDX-License-Identifier: MIT
// Disassembly text.
#include <fmt/format.h>

#include "gates/emulator/decoder.hpp"

namespace kgate::emulator {

std::string text(const Instruction& instruction) {
  if (instruction.row == nullptr) {
    return fmt::format(".long {:#010x}, {:#010x}", instruction.words[0], instruction.words[1]);
  }
  return std::string(instruction.row->mnemonic);
}

}  // namespace kgate::emulator
