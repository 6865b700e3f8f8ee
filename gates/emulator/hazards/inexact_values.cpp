// SPDX-License-Identifier: MIT
// Following inexact values from instruction to instruction.
#include "gates/emulator/hazards/inexact_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
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

std::uint32_t first_value(const Wave& wave, const Instruction& instruction, unsigned k) {
  const Operand& operand = instruction.source.at(k);
  if (operand.kind == OperandKind::vgpr)
    return wave.vector[std::size_t{operand.index} * wave.lanes];
  if (operand.kind == OperandKind::sgpr) return wave.scalar.at(operand.index);
  return static_cast<std::uint32_t>(instruction.constant.at(k));
}

/// Halves of its result registers that a load writes.
unsigned written_halves(const Footprint& footprint) {
  return ((footprint.result_bits & 0xFFFFU) != 0 ? unsigned{HalfFlow::kLow} : 0U) |
         ((footprint.result_bits >> 16U) != 0 ? unsigned{HalfFlow::kHigh} : 0U);
}

template <class Masks>
void add_kinds(Masks& total, const Masks& more) {
  for (std::size_t kind = 0; kind < total.size(); ++kind) total.at(kind) |= more.at(kind);
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

void InexactValues::set_vector(unsigned vgpr, std::uint64_t lanes, const LaneMasks& kinds,
                               unsigned halves) {
  std::uint64_t any = 0;
  for (unsigned half = 0; half < 2; ++half) {
    for (unsigned kind = 0; kind < kKinds; ++kind) {
      std::uint64_t& mask = vector_.at(vgpr).at(half).at(kind);
      if ((halves >> half & 1U) != 0) mask = (mask & ~lanes) | (kinds.at(kind) & lanes);
      any |= mask;
    }
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

InexactValues::LaneMasks InexactValues::kinds_of(const RegisterSet& set, std::uint64_t all,
                                                 unsigned halves) const {
  LaneMasks kinds{};
  const RegisterSet inexact = set.common(registers_);
  for_each_vector(inexact, [&](unsigned vgpr) {
    for (unsigned half = 0; half < 2; ++half) {
      if ((halves >> half & 1U) != 0) add_kinds(kinds, vector_.at(vgpr).at(half));
    }
  });
  for_each_scalar(inexact, [&](unsigned slot) {
    for (unsigned kind = 0; kind < kKinds; ++kind) {
      if ((scalar_.at(slot) >> kind & 1U) != 0) kinds.at(kind) |= all;
    }
  });
  return kinds;
}

InexactValues::LaneMasks InexactValues::kinds_of_half(const Instruction& instruction,
                                                      const Footprint& footprint, unsigned half,
                                                      std::uint64_t all) const {
  if (!footprint.flow.known) return kinds_of(footprint.reads, all);
  RegisterSet scalars = footprint.reads;
  std::fill_n(scalars.words.begin(), RegisterSet::kScalarWord, 0);
  LaneMasks kinds = kinds_of(scalars, all);
  for (unsigned k = 0; k < 3; ++k) {
    const Operand& source = instruction.source.at(k);
    if (source.kind != OperandKind::vgpr) continue;
    RegisterSet one;
    one.add_vector(source.index, source.count);
    add_kinds(kinds, kinds_of(one, all, footprint.flow.from.at(half).at(k)));
  }
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
  if (instruction.pair == nullptr) {
    return write(wave, instruction, footprint, result_of(wave, instruction, footprint));
  }
  // Both halves of a VOPD read before either writes.
  const std::array<const Instruction*, 2> pair{&instruction.pair[0], &instruction.pair[1]};
  const std::array<Footprint, 2> footprints{footprint_of(*pair[0], wave.lanes),
                                            footprint_of(*pair[1], wave.lanes)};
  const std::array<Result, 2> results{result_of(wave, *pair[0], footprints[0]),
                                      result_of(wave, *pair[1], footprints[1])};
  for (std::size_t i = 0; i < 2; ++i) write(wave, *pair.at(i), footprints.at(i), results.at(i));
}

bool InexactValues::tests_for_root_end(const Wave& wave, const Instruction& instruction) const {
  constexpr std::uint32_t kZerosAndInfinity = 0x260;
  return instruction.row->mnemonic.starts_with("v_cmp_class_f") &&
         first_value(wave, instruction, 1) == kZerosAndInfinity;
}

bool InexactValues::starts_long_division(const Wave& wave, const Instruction& instruction) {
  constexpr std::uint32_t kJustBelow64Bits = 0x5F7FFFFC;  // 2^64 - 2^42
  const std::string_view name = instruction.row->mnemonic;
  return (name == "v_mul_f32" || name == "s_mul_f32") &&
         (first_value(wave, instruction, 0) == kJustBelow64Bits ||
          first_value(wave, instruction, 1) == kJustBelow64Bits);
}

void InexactValues::end_taint(const Wave& wave, const Instruction& instruction,
                              LaneMasks& kinds) const {
  if (starts_long_division(wave, instruction)) {
    kinds[2] |= kinds[0];
    kinds[0] = 0;
  }
  const std::string_view name = instruction.row->mnemonic;
  if (name == "v_div_fixup_f32" || name == "v_div_fixup_f64") kinds[0] = 0;
  if (name == "v_cvt_u32_f32" || name == "s_cvt_u32_f32") kinds[2] = 0;
  const Operand& mask = instruction.mask_source;
  const bool selects = name == "v_cndmask_b32" && mask.kind == OperandKind::sgpr;
  if (selects && (scalar_.at(mask.index) & kEndsRoot) != 0) kinds[1] = 0;
}

InexactValues::Result InexactValues::result_of(const Wave& wave, const Instruction& instruction,
                                               const Footprint& footprint) const {
  const std::uint64_t all = wave.all_lanes();
  const std::uint64_t counted = instruction.encoding <= Format::smem ? all : wave.exec();
  const std::uint8_t own = own_kind(*instruction.row);
  Result result;
  result.kept = footprint.flow.kept;
  result.lanes = instruction.row->mnemonic == "v_writelane_b32" ? all : wave.exec();
  for (unsigned half = 0; half < 2; ++half) {
    if (result.kept.at(half)) continue;
    LaneMasks kinds = kinds_of_half(instruction, footprint, half, all);
    for (unsigned kind = 0; kind < kKinds; ++kind) {
      std::uint64_t& lanes = kinds.at(kind);
      if ((own >> kind & 1U) != 0) lanes = all;
      if (footprint.crosses_lanes && (lanes & wave.exec()) != 0) lanes = all;
    }
    end_taint(wave, instruction, kinds);
    for (unsigned kind = 0; kind < kKinds; ++kind) {
      const std::uint8_t bit = (kinds.at(kind) & counted) != 0 ? 1U : 0U;
      result.scalar = static_cast<std::uint8_t>(result.scalar | bit << kind);
    }
    result.vector.at(half) = kinds;
  }
  return result;
}

void InexactValues::write(const Wave& wave, const Instruction& instruction,
                          const Footprint& footprint, const Result& result) {
  for_each_vector(footprint.writes, [&](unsigned vgpr) {
    for (unsigned half = 0; half < 2; ++half) {
      if (!result.kept.at(half)) {
        set_vector(vgpr, result.lanes, result.vector.at(half), 1U << half);
      }
    }
  });
  const bool ends = tests_for_root_end(wave, instruction);
  bool decides = false;
  for_each_scalar(footprint.writes, [&](unsigned slot) {
    const bool exec = slot == kExec || slot == kExec + 1;
    decides |= exec && (result.scalar != 0 || ends);
    set_scalar(slot, exec ? 0 : static_cast<std::uint8_t>(result.scalar | (ends ? kEndsRoot : 0)));
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
  // A store of 8 or 16 bits takes one half of its register.
  const bool half = (instruction.row->semantics.traits & kStore) != 0 && footprint.data_size < 4;
  const unsigned taken = footprint.data_first == 0 ? HalfFlow::kLow : HalfFlow::kHigh;
  data_ = kinds_of(data, wave.all_lanes(), half ? taken : unsigned{HalfFlow::kBoth});
  if (reaches(kinds_of(address, wave.all_lanes()))) {
    count(wave, instruction, "address", uses_.addresses);
  }
  const bool keeps = format == Format::ds || format == Format::scratch;
  if (!keeps && reaches(data_)) count(wave, instruction, "store", uses_.stores);
  const unsigned written = written_halves(footprint);
  for_each_vector(footprint.writes, [&](unsigned vgpr) { set_vector(vgpr, active, {}, written); });
  for_each_scalar(footprint.writes, [&](unsigned slot) { set_scalar(slot, 0); });
}

std::uint8_t InexactValues::stored(unsigned lane) const {
  std::uint8_t kinds = 0;
  for (unsigned kind = 0; kind < kKinds; ++kind) {
    if ((data_.at(kind) >> lane & 1U) != 0) kinds = static_cast<std::uint8_t>(kinds | 1U << kind);
  }
  return kinds;
}

void InexactValues::loaded(const Instruction& instruction, const Footprint& footprint,
                           unsigned lane, std::uint8_t kinds) {
  const Operand& to = instruction.destination;
  if (to.kind != OperandKind::vgpr) return;
  const std::uint64_t bit = std::uint64_t{1} << lane;
  for (unsigned vgpr = to.index; vgpr < to.index + unsigned{to.count}; ++vgpr) {
    for (unsigned half = 0; half < 2; ++half) {
      if ((written_halves(footprint) >> half & 1U) == 0) continue;
      LaneMasks masks = vector_.at(vgpr).at(half);
      for (unsigned kind = 0; kind < kKinds; ++kind) {
        if ((kinds >> kind & 1U) != 0) masks.at(kind) |= bit;
      }
      set_vector(vgpr, bit, masks, 1U << half);
    }
  }
}

}  // namespace kgate::emulator
