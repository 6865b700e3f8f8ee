// SPDX-License-Identifier: MIT
// What is looked at before an instruction: waits, uses of undefined values, branches.
#include "gates/emulator/hazards/wave_checks.hpp"

#include <fmt/format.h>

#include <string_view>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/hazards/group_races.hpp"
#include "gates/emulator/hazards/source_place.hpp"

namespace kgate::emulator {
namespace {

bool is_vector(const Instruction& instruction) {
  return instruction.encoding > Format::smem && instruction.encoding != Format::none;
}

/// Sets of registers that M0 chooses, added to the static ones.
Footprint resolved(const Wave& wave, const Instruction& instruction, const Footprint& footprint) {
  Footprint out = footprint;
  const std::uint32_t m0 = wave.scalar.at(kM0);
  const std::string_view name = instruction.row->mnemonic;
  const bool two =
      name.find("sd_2") != std::string_view::npos || name.find("swaprel") != std::string_view::npos;
  const bool from_relative = name.find("movreld") == std::string_view::npos;
  const bool to_relative = two || name.find("movrels_") == std::string_view::npos;
  const std::uint32_t from = !from_relative ? 0 : (two ? m0 & 0x3FFU : m0 & 0xFFFFU);
  const std::uint32_t to = !to_relative ? 0 : (two ? (m0 >> 16U) & 0x3FFU : m0 & 0xFFFFU);
  const auto add = [](RegisterSet& set, const Operand& operand, std::uint32_t offset) {
    const std::uint32_t index = operand.index + offset;
    if (operand.kind == OperandKind::vgpr && index + operand.count <= kVectorRegisters) {
      set.add_vector(index, operand.count);
    }
    if (operand.kind == OperandKind::sgpr && index + operand.count <= kVcc) {
      set.add_scalar(index, operand.count);
    }
  };
  add(out.reads, instruction.source[0], from);
  add(out.writes, instruction.destination, to);
  if (name.find("swap") != std::string_view::npos) {
    add(out.writes, instruction.source[0], from);
    add(out.reads, instruction.destination, to);
  }
  out.touches = out.reads;
  out.touches.add(out.writes);
  return out;
}

}  // namespace

std::string vector_name(unsigned vgpr) { return fmt::format("v{}", vgpr); }

std::string scalar_name(unsigned slot) {
  switch (slot) {
    case kVcc:
      return "vcc_lo";
    case kVcc + 1:
      return "vcc_hi";
    case kM0:
      return "m0";
    case kExec:
      return "exec_lo";
    case kExec + 1:
      return "exec_hi";
    case kScc:
      return "scc";
    default:
      return fmt::format("s{}", slot);
  }
}

void WaveChecks::start(const Wave& wave) {
  registers_ = wave.group->options->check_registers;
  waits_ = wave.group->options->check_waits;
  follows_ = waits_ || wave.group->races != nullptr;
  outstanding_.clear();
  follows_inexact_ = wave.group->options->follow_inexact;
  if (registers_) undefined_.start(wave);
  if (follows_inexact_) inexact_.start();
  refresh();
}

void WaveChecks::refresh() {
  watched_ = outstanding_.pending();
  if (registers_) watched_.add(undefined_.registers());
  if (follows_inexact_) watched_.add(inexact_.registers());
}

void WaveChecks::look(Wave& wave, const Instruction& instruction, const Footprint& given) {
  const Footprint adjusted = given.relative ? resolved(wave, instruction, given) : Footprint{};
  const Footprint& footprint = given.relative ? adjusted : given;
  transfer_ = nullptr;
  stores_undefined_ = false;
  if (waits_) check_waits(wave, instruction, footprint);
  if (follows_) follow(wave, instruction, footprint);
  if (follows_inexact_) inexact_.step(wave, instruction, footprint);
  if (registers_) {
    switch (footprint.role) {
      case Role::memory:
        check_memory(wave, instruction, footprint);
        break;
      case Role::compute:
        check_compute(wave, instruction, footprint);
        break;
      case Role::branch:
        check_branch(wave, footprint);
        break;
      case Role::wait:
      case Role::barrier:
      case Role::other:
        break;
    }
  }
  refresh();
}

void WaveChecks::check_waits(Wave& wave, const Instruction& instruction,
                             const Footprint& footprint) {
  const RegisterSet& pending = outstanding_.pending();
  const bool runs = !is_vector(instruction) || wave.exec() != 0;
  if (!runs || !footprint.touches.intersects(pending)) return;
  const RegisterSet used = footprint.reads.common(pending);
  const bool reads = !used.empty();
  const RegisterSet wanted = reads ? used : footprint.writes.common(pending);
  const Operation& other = *outstanding_.writer_of(wanted);
  // Vector loads return in order: a later one may have the same destination.
  const bool in_order =
      !reads && footprint.counter == Counter::vector_load && other.counter == Counter::vector_load;
  if (!in_order) {
    std::string name;
    for_each_vector(wanted.common(other.results), [&](unsigned v) {
      if (name.empty()) name = vector_name(v);
    });
    for_each_scalar(wanted.common(other.results), [&](unsigned s) {
      if (name.empty()) name = scalar_name(s);
    });
    const bool vector = other.counter == Counter::vector_load;
    const std::uint64_t at = wave.program->address(other.instruction);
    report(wave, FaultKind::missing_wait,
           fmt::format("{} is {} while '{}' at +{:#x}{} may not have written it: no s_waitcnt {} "
                       "in between",
                       name, reads ? "read" : "overwritten", text(*other.instruction),
                       at - wave.group->launch->kernel->entry_address, source_place(wave, at),
                       vector ? "vmcnt" : "lgkmcnt"));
  }
  outstanding_.forget(wanted);
}

void WaveChecks::follow(Wave& wave, const Instruction& instruction, const Footprint& footprint) {
  if (footprint.role == Role::wait) {
    outstanding_.wait(limits_of(instruction, wave.scalar.data()));
  }
  if (footprint.counter == Counter::none) return;
  bool touches_lds = false;
  if (footprint.counter == Counter::flat_load || footprint.counter == Counter::flat_store) {
    const std::uint32_t* high = wave.vgpr(instruction.source[0].index + 1U);
    for (unsigned lane = 0; lane < wave.lanes; ++lane) {
      touches_lds |= (wave.exec() >> lane & 1U) != 0 && high[lane] >> 16U == 1;
    }
  }
  const GroupRaces* const races = wave.group->races;
  outstanding_.issue(instruction, footprint, touches_lds, races != nullptr ? races->epoch() : 0);
}

void WaveChecks::report_undefined(Wave& wave, const std::string& name, const char* use, int lane) {
  report(wave, FaultKind::register_uninitialised,
         fmt::format("{} decides {}, and nothing defined its value", name, use), lane);
}

void WaveChecks::require_defined(Wave& wave, const Operand& operand, const char* use) {
  for (unsigned i = operand.index; i < operand.index + unsigned{operand.count}; ++i) {
    if (operand.kind == OperandKind::vgpr) {
      const std::uint64_t lanes = undefined_.lanes(i) & wave.exec();
      if (lanes == 0) continue;
      report_undefined(wave, vector_name(i), use, __builtin_ctzll(lanes));
      undefined_.define(i, lanes);
    } else if (operand.kind == OperandKind::sgpr && undefined_.scalar_bits(i) != 0) {
      report_undefined(wave, scalar_name(i), use, -1);
      undefined_.set_scalar(i, 0);
    }
  }
}

void WaveChecks::check_compute(Wave& wave, const Instruction& instruction,
                               const Footprint& footprint) {
  if (footprint.relative && undefined_.scalar_bits(kM0) != 0) {
    report_undefined(wave, "m0", "which register is moved", -1);
    undefined_.set_scalar(kM0, 0);
  }
  // Lanes that are switched off neither read nor write.
  const bool by_lane = is_vector(instruction) && !footprint.crosses_lanes;
  const std::uint64_t lanes = by_lane ? wave.exec() : ~std::uint64_t{0};
  if (!undefined_.any(footprint.reads, lanes)) {
    undefined_.define(footprint.writes, wave.exec());
    return;
  }
  undefined_.propagate(wave, instruction, footprint, lanes);
  const std::uint64_t exec =
      undefined_.scalar_bits(kExec) | (std::uint64_t{undefined_.scalar_bits(kExec + 1)} << 32U);
  undefined_.set_scalar(kExec, 0);
  undefined_.set_scalar(kExec + 1, 0);
  if ((exec & wave.existing) == 0) return;
  std::string name;
  const auto take = [&](std::string candidate) {
    if (name.empty()) name = std::move(candidate);
  };
  const RegisterSet culprits = footprint.reads.common(undefined_.registers());
  for_each_vector(culprits, [&](unsigned v) { take(vector_name(v)); });
  for_each_scalar(culprits, [&](unsigned s) { take(scalar_name(s)); });
  report_undefined(wave, name.empty() ? "a source" : name, "which lanes run (EXEC)",
                   __builtin_ctzll(exec & wave.existing));
}

void WaveChecks::check_branch(Wave& wave, const Footprint& footprint) {
  const RegisterSet undefined = footprint.reads.common(undefined_.registers());
  if (undefined.empty()) {
    undefined_.define(footprint.writes, wave.exec());
    return;
  }
  // VCC is tested for zero: a defined bit that is set decides it whatever the others are.
  bool decided = false;
  const bool tests_vcc = undefined_.scalar_bits(kVcc) != 0 || undefined_.scalar_bits(kVcc + 1) != 0;
  for (unsigned half = 0; tests_vcc && half < wave.lanes / 32; ++half) {
    decided |= (wave.scalar.at(kVcc + half) & ~undefined_.scalar_bits(kVcc + half)) != 0;
  }
  for_each_scalar(undefined, [&](unsigned slot) {
    if (decided && (slot == kVcc || slot == kVcc + 1)) return;
    report_undefined(wave, scalar_name(slot), "a branch", -1);
    undefined_.set_scalar(slot, 0);
  });
  undefined_.define(footprint.writes, wave.exec());
}

}  // namespace kgate::emulator
