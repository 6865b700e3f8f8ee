// SPDX-License-Identifier: MIT
#include "gates/emulator/hazards/reachable_code.hpp"

#include <string_view>
#include <vector>

#include "gates/emulator/hazards/footprint.hpp"
#include "gates/emulator/instruction.hpp"

namespace kgate::emulator {

bool can_synchronise(const Program& program, std::uint64_t entry) {
  if (!program.synchronises()) return false;
  std::vector<bool> seen((program.end() - program.begin()) / 4);
  std::vector<std::uint64_t> open{entry};
  while (!open.empty()) {
    const std::uint64_t address = open.back();
    open.pop_back();
    if (address < program.begin() || address >= program.end()) continue;
    if (seen[(address - program.begin()) / 4]) continue;
    seen[(address - program.begin()) / 4] = true;
    const Instruction& instruction = *program.at(address);
    if (instruction.row == nullptr) continue;  // a fault
    const Counter counter = program.footprint(&instruction).counter;
    const bool loads = counter == Counter::vector_load || counter == Counter::flat_load;
    if (loads && (instruction.cache_policy & 1U) != 0) return true;
    const std::string_view name = instruction.row->mnemonic;
    if (name == "s_endpgm") continue;
    const std::uint64_t next = address + 4 * std::uint64_t{instruction.dwords};
    // Where these lead is not known: to any code of a program that synchronises.
    if (name == "s_swappc_b64" || name == "s_setpc_b64" || name == "s_call_b64") return true;
    if ((instruction.row->semantics.traits & kBranch) != 0) {
      open.push_back(next + static_cast<std::uint64_t>(std::int64_t{instruction.offset} * 4));
      if (name == "s_branch") continue;
    }
    open.push_back(next);
  }
  return false;
}

}  // namespace kgate::emulator
