// SPDX-License-Identifier: MIT
// The reference page of opcodes: every row of the instruction table with its class.
#pragma once

#include <string>

#include "gates/emulator/table.hpp"

namespace kgate::emulator {

/// A Markdown page: the classes, a count of rows for each encoding and class, and one table an
/// encoding. The same for every build of the table.
[[nodiscard]] std::string opcode_reference(const InstructionTable& table);

}  // namespace kgate::emulator
