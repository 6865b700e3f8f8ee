// SPDX-License-Identifier: MIT
// Looking rows up, and choosing the build of the semantics for this CPU.
#include "gates/emulator/table.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

namespace kgate::emulator {
namespace {

#ifdef KGATE_EMULATOR_HAS_X86_64_V3
bool cpu_runs_v3() { return __builtin_cpu_supports("x86-64-v3") != 0; }
#endif

}  // namespace

InstructionTable::InstructionTable(std::span<const InstructionGroup* const> groups,
                                   const Executors& executors, std::string_view name)
    : executors_(executors), name_(name) {
  for (const InstructionGroup* group : groups) {
    for (const Row& row : group->rows) {
      auto& bucket = by_opcode_[static_cast<unsigned>(row.format)];
      if (bucket.size() <= row.opcode) bucket.resize(row.opcode + 1U, nullptr);
      bucket[row.opcode] = &row;
      rows_.push_back(&row);
    }
  }
  std::sort(rows_.begin(), rows_.end(), [](const Row* a, const Row* b) {
    return std::tie(a->format, a->opcode) < std::tie(b->format, b->opcode);
  });
}

const Row* InstructionTable::find(Format format, unsigned opcode) const {
  const auto& bucket = by_opcode_[static_cast<unsigned>(format)];
  return opcode < bucket.size() ? bucket[opcode] : nullptr;
}

const Row* InstructionTable::find(Format format, std::string_view mnemonic) const {
  for (const Row* row : by_opcode_[static_cast<unsigned>(format)]) {
    if (row != nullptr && row->mnemonic == mnemonic) return row;
  }
  return nullptr;
}

const InstructionTable* InstructionTable::variant(std::string_view name) {
#ifdef KGATE_EMULATOR_HAS_BASELINE
  if (name == "baseline") {
    static const InstructionTable table(baseline::baseline_groups(), baseline::executors(),
                                        "baseline");
    return &table;
  }
#endif
#ifdef KGATE_EMULATOR_HAS_X86_64_V3
  if (name == "x86_64_v3" && cpu_runs_v3()) {
    static const InstructionTable table(x86_64_v3::x86_64_v3_groups(), x86_64_v3::executors(),
                                        "x86_64_v3");
    return &table;
  }
#endif
  return nullptr;
}

const InstructionTable& InstructionTable::get() {
  const InstructionTable* best = variant("x86_64_v3");
  if (best == nullptr) best = variant("baseline");
  if (best == nullptr) throw std::runtime_error("no build of the emulator runs on this CPU");
  return *best;
}

}  // namespace kgate::emulator
