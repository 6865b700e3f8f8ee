// SPDX-License-Identifier: MIT
// Issuing and retiring outstanding operations.
#include "gates/emulator/hazards/outstanding.hpp"

#include <algorithm>
#include <string_view>

namespace kgate::emulator {
namespace {

constexpr std::uint32_t kMost = 63;  ///< a counter's largest value: hardware waits before the next

std::uint32_t field(std::int32_t immediate, unsigned first) {
  const std::uint32_t value = (static_cast<std::uint32_t>(immediate) >> first) & 63U;
  return value == kMost ? WaitLimits::kNoLimit : value;
}

void add_results(const Instruction& instruction, RegisterSet& set) {
  const Operand& operand = instruction.destination;
  if (operand.kind == OperandKind::vgpr) set.add_vector(operand.index, operand.count);
  if (operand.kind == OperandKind::sgpr) set.add_scalar(operand.index, operand.count);
}

bool is_vector_load(Counter counter) {
  return counter == Counter::vector_load || counter == Counter::flat_load;
}
bool is_vector_store(Counter counter) {
  return counter == Counter::vector_store || counter == Counter::flat_store;
}

}  // namespace

WaitLimits limits_of(const Instruction& instruction, const std::uint32_t* scalar) {
  const std::string_view name = instruction.row->mnemonic;
  WaitLimits limits;
  if (name == "s_waitcnt") {
    limits.lgkm = field(instruction.offset, 4);
    limits.vector_load = field(instruction.offset, 10);
  } else if (name == "s_wait_idle") {
    limits = {0, 0, 0};
  } else {
    const Operand& base = instruction.source[0];
    const std::uint32_t from = base.kind == OperandKind::sgpr ? scalar[base.index] : 0U;
    const std::uint32_t limit = (from + static_cast<std::uint32_t>(instruction.offset)) & 63U;
    if (name == "s_waitcnt_vscnt") limits.vector_store = limit;
    if (name == "s_waitcnt_vmcnt") limits.vector_load = limit;
    if (name == "s_waitcnt_lgkmcnt") limits.lgkm = limit;
  }
  return limits;
}

void Outstanding::clear() {
  operations_.clear();
  pending_ = {};
}

void Outstanding::issue(const Instruction& instruction, const Footprint& footprint,
                        bool touched_lds, std::uint32_t epoch) {
  Operation operation;
  operation.epoch = epoch;
  operation.instruction = &instruction;
  operation.counter = footprint.counter;
  const bool flat =
      footprint.counter == Counter::flat_load || footprint.counter == Counter::flat_store;
  const bool lgkm = footprint.counter == Counter::lds || footprint.counter == Counter::scalar;
  operation.by_vector = !lgkm;
  operation.by_lgkm = lgkm || (flat && touched_lds);
  operation.counts_lgkm = lgkm || flat;
  operation.units =
      footprint.counter == Counter::scalar && instruction.destination.count > 1 ? 2 : 1;
  add_results(instruction, operation.results);
  operations_.push_back(operation);
  pending_.add(operation.results);
  if (operations_.size() > kMost) wait({kMost, kMost, kMost});
}

void Outstanding::wait(const WaitLimits& limits) {
  std::uint32_t loads = 0;
  std::uint32_t stores = 0;
  std::uint32_t lgkm = 0;
  std::uint32_t unordered = 0;
  for (const Operation& operation : operations_) {
    if (operation.by_vector && is_vector_load(operation.counter)) ++loads;
    if (operation.by_vector && is_vector_store(operation.counter)) ++stores;
    if (operation.counts_lgkm) lgkm += operation.units;
    if (operation.counter == Counter::scalar) unordered += operation.units;
  }
  const auto above = [](std::uint32_t count, std::uint32_t limit) {
    return count > limit ? count - limit : 0U;
  };
  std::uint32_t loads_done = above(loads, limits.vector_load);
  std::uint32_t stores_done = above(stores, limits.vector_store);
  const std::uint32_t lgkm_done = above(lgkm, limits.lgkm);
  std::uint32_t ordered_done = above(lgkm_done, unordered);
  const bool all_lgkm = limits.lgkm == 0;
  for (Operation& operation : operations_) {
    std::uint32_t& done = is_vector_load(operation.counter) ? loads_done : stores_done;
    if (operation.by_vector && done != 0) {
      operation.by_vector = false;
      --done;
    }
    if (!operation.counts_lgkm) continue;
    const bool in_order = operation.counter != Counter::scalar && ordered_done != 0;
    if (in_order) --ordered_done;
    if (all_lgkm || in_order) operation.by_lgkm = operation.counts_lgkm = false;
  }
  retire();
}

void Outstanding::retire() {
  const auto done = [](const Operation& operation) {
    return !operation.by_vector && !operation.by_lgkm;
  };
  operations_.erase(std::remove_if(operations_.begin(), operations_.end(), done),
                    operations_.end());
  pending_ = {};
  for (const Operation& operation : operations_) pending_.add(operation.results);
}

const Operation* Outstanding::writer_of(const RegisterSet& set) const {
  for (const Operation& operation : operations_) {
    if (operation.results.intersects(set)) return &operation;
  }
  return nullptr;
}

void Outstanding::forget(const RegisterSet& set) {
  pending_ = {};
  for (Operation& operation : operations_) {
    for (std::size_t i = 0; i < set.words.size(); ++i) {
      operation.results.words.at(i) &= ~set.words.at(i);
    }
    pending_.add(operation.results);
  }
}

}  // namespace kgate::emulator
