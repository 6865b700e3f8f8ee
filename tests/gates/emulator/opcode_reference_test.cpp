// SPDX-License-Identifier: MIT
// The reference page of opcodes is what the table prints, in every build of it.
#include "gates/emulator/opcode_reference.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include "tests/catch.hpp"

using kgate::emulator::InstructionTable;
using kgate::emulator::opcode_reference;

TEST_CASE("the reference page of opcodes is what the instruction table prints") {
  std::ifstream file(std::string(KGATE_SOURCE_DIR) + "/docs/reference/opcodes.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  // Not CHECK: it would print both pages.
  const bool same = page == opcode_reference(InstructionTable::get());
  INFO("`kgate emulate --opcodes > docs/reference/opcodes.md` writes it");
  CHECK(same);
  for (const char* name : {"baseline", "x86_64_v3"}) {
    const InstructionTable* table = InstructionTable::variant(name);
    const bool same_build = table == nullptr || page == opcode_reference(*table);
    INFO(name);
    CHECK(same_build);
  }
}
