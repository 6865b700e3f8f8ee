// SPDX-License-Identifier: MIT
// Following inexact values from instruction to instruction.
#include "gates/emulator/hazards/inexact_values.hpp"

#include <fmt/format.h>

#include <string_view>

#include "gates/emulator/decoder.hpp"

namespace kgate::emulator {
namespace {

/// How the instruction's own result is inexact.
std::uint8_t own_kind(const Row& row) {
  if (row.accuracy == Accuracy::exact) return 0;
  const std::string_view name = row.mnemonic;
  if (name == "v_rcp_iflag_f32") return kInIntegerDivision;
  for (const std::string_view part : {"v_rcp_f32", "v_rcp_f64", "v_div_scale", "v_div_fmas"}) {
    if (name.starts_with(part)) return kInDivision;
  }
  return name == "v_sqrt_f32" || name == "v_rsq_f64" ? kInRoot : kInexact;
}

std::uint32_t first_value(Wave& wave, const Instruction& instruction, unsigned k) {
  const Operand& operand = instruction.source.at(k);
  if (operand.kind == OperandKind::vgpr) return wave.vgpr(operand.index)[0];
  if (operand.kind == OperandKind::sgpr) return wave.scalar.at(operand.index);
  return static_cast<std::uint32_t>(instruction.constant.at(k));
}

}  // namespace

void add_uses(InexactUses& total, const InexactUses& more) {
  total.stores += more.stores;
  total.addresses += more.addresses;
  total.branches += more.branches;
  if (total.first.empty()) total.first = more.first;
}

void InexactValues::start() {
  vector_ = {};
  scalar_ = {};
  registers_ = {};
  uses_ = {};
}

void InexactValues::set_vector(unsigned vgpr, std::uint64_t lanes, const LaneMasks& kinds) {
  std::uint64_t any = 0;
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    std::uint64_t& mask = vector_.at(vgpr).at(kind);
    mask = (mask & ~lanes) | (kinds.at(kind) & lanes);
    any |= mask;
  }
  if (any != 0) {
    registers_.add_vector(vgpr, 1);
  } else {
    registers_.remove_vector(vgpr);
  }
}

void InexactValues::set_scalar(unsigned slot, std::uint8_t kinds) {
  scalar_.at(slot) = kinds;
  if (kinds != 0) {
    registers_.add_scalar(slot, 1);
  } else {
    registers_.remove_scalar(slot);
  }
}

InexactValues::LaneMasks InexactValues::kinds_of(const RegisterSet& set, std::uint64_t all) const {
  LaneMasks kinds{};
  const RegisterSet inexact = set.common(registers_);
  for_each_vector(inexact, [&](unsigned vgpr) {
    for (unsigned kind = 0; kind < kKinds; ++kind) kinds.at(kind) |= vector_.at(vgpr).at(kind);
  });
  for_each_scalar(inexact, [&](unsigned slot) {
    for (unsigned kind = 0; kind < kKinds; ++kind) {
      if ((scalar_.at(slot) >> kind & 1U) != 0) kinds.at(kind) |= all;
    }
  });
  return kinds;
}

void InexactValues::count(const Wave& wave, const Instruction& instruction, const char* use,
                          std::uint64_t& counter) {
  ++counter;
  if (!uses_.first.empty()) return;
  const std::uint64_t at =
      wave.program->address(wave.current) - wave.group->launch->kernel->entry_address;
  uses_.first = fmt::format("{}: '{}' at +{:#x}", use, text(instruction), at);
}

void InexactValues::step(Wave& wave, const Instruction& instruction, const Footprint& footprint) {
  switch (footprint.role) {
    case Role::memory:
      return memory(wave, instruction, footprint);
    case Role::branch:
      return branch(wave, instruction, footprint);
    case Role::compute:
      break;
    default:
      return;
  }
  if (instruction.pair == nullptr) return compute(wave, instruction, footprint);
  // Both halves of a VOPD read before either writes.
  const auto before = vector_;
  std::array<Footprint, 2> halves{footprint_of(instruction.pair[0], wave.lanes),
                                  footprint_of(instruction.pair[1], wave.lanes)};
  compute(wave, instruction.pair[0], halves[0]);
  const auto first = vector_;
  vector_ = before;
  compute(wave, instruction.pair[1], halves[1]);
  for_each_vector(halves[0].writes,
                  [&](unsigned vgpr) { set_vector(vgpr, ~std::uint64_t{0}, first.at(vgpr)); });
}

bool InexactValues::tests_for_root_end(Wave& wave, const Instruction& instruction) const {
  constexpr std::uint32_t kZerosAndInfinity = 0x260;
  return instruction.row->mnemonic.starts_with("v_cmp_class_f") &&
         first_value(wave, instruction, 1) == kZerosAndInfinity;
}

bool InexactValues::starts_long_division(Wave& wave, const Instruction& instruction) {
  constexpr std::uint32_t kJustBelow64Bits = 0x5F7FFFFC;  // 2^64 - 2^42
  const std::string_view name = instruction.row->mnemonic;
  return (name == "v_mul_f32" || name == "s_mul_f32") &&
         (first_value(wave, instruction, 0) == kJustBelow64Bits ||
          first_value(wave, instruction, 1) == kJustBelow64Bits);
}

void InexactValues::end_taint(const Instruction& instruction, LaneMasks& kinds) const {
  const std::string_view name = instruction.row->mnemonic;
  if (name == "v_div_fixup_f32" || name == "v_div_fixup_f64") kinds[0] = 0;
  if (name == "v_cvt_u32_f32" || name == "s_cvt_u32_f32") kinds[2] = 0;
  const Operand& mask = instruction.mask_source;
  const bool selects = name == "v_cndmask_b32" && mask.kind == OperandKind::sgpr;
  if (selects && (scalar_.at(mask.index) & kEndsRoot) != 0) kinds[1] = 0;
}

void InexactValues::compute(Wave& wave, const Instruction& instruction,
                            const Footprint& footprint) {
  const std::uint64_t all = wave.all_lanes();
  LaneMasks kinds = kinds_of(footprint.reads, all);
  const std::uint8_t own = own_kind(*instruction.row);
  std::uint8_t any = own;
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    std::uint64_t& lanes = kinds.at(kind);
    if ((own >> kind & 1U) != 0) lanes = all;
    if (footprint.crosses_lanes && (lanes & wave.exec()) != 0) lanes = all;
  }
  if (starts_long_division(wave, instruction)) {
    kinds[2] |= kinds[0];
    kinds[0] = 0;
  }
  end_taint(instruction, kinds);
  any = 0;
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    const bool has = (kinds.at(kind) & (instruction.encoding <= Format::smem ? all : wave.exec()));
    if (has) any = static_cast<std::uint8_t>(any | 1U << kind);
  }
  const std::uint64_t written = instruction.row->mnemonic == "v_writelane_b32" ? all : wave.exec();
  for_each_vector(footprint.writes, [&](unsigned vgpr) { set_vector(vgpr, written, kinds); });
  if (tests_for_root_end(wave, instruction)) any |= kEndsRoot;
  bool decides = false;
  for_each_scalar(footprint.writes, [&](unsigned slot) {
    const bool exec = slot == kExec || slot == kExec + 1;
    decides |= exec && any != 0;
    set_scalar(slot, exec ? 0 : any);
  });
  if (decides) count(wave, instruction, "EXEC", uses_.branches);
}

void InexactValues::branch(Wave& wave, const Instruction& instruction, const Footprint& footprint) {
  bool inexact = false;
  for_each_scalar(footprint.reads.common(registers_), [&](unsigned slot) {
    inexact |= (scalar_.at(slot) & ~unsigned{kEndsRoot}) != 0;
  });
  if (inexact) count(wave, instruction, "branch", uses_.branches);
  for_each_scalar(footprint.writes, [&](unsigned slot) { set_scalar(slot, 0); });
}

void InexactValues::memory(Wave& wave, const Instruction& instruction, const Footprint& footprint) {
  const auto add = [](RegisterSet& set, const Operand& operand) {
    if (operand.kind == OperandKind::vgpr) set.add_vector(operand.index, operand.count);
    if (operand.kind == OperandKind::sgpr) set.add_scalar(operand.index, operand.count);
  };
  const Format format = instruction.row->format;
  RegisterSet address;
  RegisterSet data;
  add(address, instruction.source[0]);
  add(address, instruction.mask_source);
  add(format == Format::smem ? address : data, instruction.source[1]);
  add(format == Format::ds ? data : address, instruction.source[2]);
  const std::uint64_t active = format == Format::smem ? wave.all_lanes() : wave.exec();
  const auto reaches = [&](const LaneMasks& kinds) {
    std::uint64_t lanes = 0;
    for (const std::uint64_t mask : kinds) lanes |= mask;
    return (lanes & active) != 0;
  };
  data_ = kinds_of(data, wave.all_lanes());
  if (reaches(kinds_of(address, wave.all_lanes()))) {
    count(wave, instruction, "address", uses_.addresses);
  }
  const bool keeps = format == Format::ds || format == Format::scratch;
  if (!keeps && reaches(data_)) count(wave, instruction, "store", uses_.stores);
  for_each_vector(footprint.writes, [&](unsigned vgpr) { set_vector(vgpr, active, {}); });
  for_each_scalar(footprint.writes, [&](unsigned slot) { set_scalar(slot, 0); });
}

std::uint8_t InexactValues::stored(unsigned lane) const {
  std::uint8_t kinds = 0;
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    if ((data_.at(kind) >> lane & 1U) != 0) kinds = static_cast<std::uint8_t>(kinds | 1U << kind);
  }
  return kinds;
}

void InexactValues::loaded(const Instruction& instruction, unsigned lane, std::uint8_t kinds) {
  const Operand& to = instruction.destination;
  if (to.kind != OperandKind::vgpr) return;
  for (unsigned vgpr = to.index; vgpr < to.index + unsigned{to.count}; ++vgpr) {
    LaneMasks masks = vector_.at(vgpr);
    for (unsigned kind = 0; kind < kKinds; ++kind) {
      if ((kinds >> kind & 1U) != 0) masks.at(kind) |= std::uint64_t{1} << lane;
    }
    set_vector(vgpr, ~std::uint64_t{0}, masks);
  }
}

}  // namespace kgate::emulator
