// SPDX-License-Identifier: MIT
// Register state at wave start, and raising faults.
#include "gates/emulator/wave.hpp"

#include <fmt/format.h>

#include <utility>

namespace kgate::emulator {
namespace {

std::string describe_neighbour(const Memory& memory, std::uint64_t address) {
  const auto neighbour = memory.nearest(address);
  if (!neighbour) return "none";
  const Allocation& allocation = neighbour->allocation;
  std::string place = "inside";
  if (neighbour->distance < 0) place = fmt::format("{} bytes before", -neighbour->distance);
  if (neighbour->distance > 0) place = fmt::format("{} bytes past the end of", neighbour->distance);
  return fmt::format("{} {}\"{}\" [{:#x}, {:#x}), {} bytes", place,
                     allocation.released ? "released " : "", allocation.label, allocation.address,
                     allocation.address + allocation.size, allocation.size);
}

/// Smaller addresses of races are offsets into LDS.
constexpr std::uint64_t kLargestLds = 65536;

std::uint32_t poison_word(std::uint8_t poison) { return poison * 0x01010101U; }

void set_slot(Wave& wave, unsigned slot, std::uint32_t value) {
  wave.scalar[slot] = value;
  wave.set_at_start[slot / 64] |= std::uint64_t{1} << (slot % 64);
}

void set_pair(Wave& wave, unsigned& slot, std::uint64_t value) {
  if (slot + 1 >= kVcc) return;
  set_slot(wave, slot++, static_cast<std::uint32_t>(value));
  set_slot(wave, slot++, static_cast<std::uint32_t>(value >> 32U));
}

Fault make_fault(const Wave& wave, FaultKind kind, std::string detail, int lane,
                 std::optional<std::uint64_t> address) {
  Fault fault;
  fault.kind = kind;
  fault.detail = std::move(detail);
  fault.lane = lane;
  fault.has_address = address.has_value();
  fault.address = address.value_or(0);
  const bool global = kind == FaultKind::out_of_bounds || kind == FaultKind::use_after_free ||
                      kind == FaultKind::uninitialised_read || kind == FaultKind::read_only_write ||
                      kind == FaultKind::misaligned ||
                      ((kind == FaultKind::data_race || kind == FaultKind::conflicting_lanes) &&
                       address && *address >= kLargestLds);
  if (address && global && wave.group != nullptr && wave.group->memory != nullptr) {
    fault.allocation = describe_neighbour(*wave.group->memory, *address);
  }
  return fault;
}

bool is_allowed(const Wave& wave, FaultKind kind) {
  return (wave.group->allowed >> static_cast<unsigned>(kind) & 1U) != 0;
}

}  // namespace

void raise(const Wave& wave, FaultKind kind, std::string detail, int lane,
           std::optional<std::uint64_t> address) {
  throw FaultError(make_fault(wave, kind, std::move(detail), lane, address));
}

void report(const Wave& wave, FaultKind kind, std::string detail, int lane,
            std::optional<std::uint64_t> address) {
  if (is_allowed(wave, kind)) return;
  raise(wave, kind, std::move(detail), lane, address);
}

void report_pair(const Wave& wave, FaultKind kind, std::string detail, std::string other, int lane,
                 std::uint64_t address) {
  if (is_allowed(wave, kind)) return;
  Fault fault = make_fault(wave, kind, std::move(detail), lane, address);
  fault.other = std::move(other);
  throw FaultError(std::move(fault));
}

void start_wave(Wave& wave, Workgroup& group, std::uint32_t index) {
  const Launch& launch = *group.launch;
  const KernelImage& kernel = *launch.kernel;
  const Descriptor& descriptor = kernel.descriptor;
  const std::uint32_t poison = poison_word(group.options->poison);
  wave.group = &group;
  wave.program = kernel.program.get();
  wave.lanes = wave.program->lanes();
  wave.index = index;
  wave.status = WaveStatus::running;
  wave.executed = 0;
  wave.trap_status = 0;
  wave.scalar.fill(poison);
  for (unsigned slot = kTrapTemporaries; slot <= kNull; ++slot) wave.scalar[slot] = 0;
  wave.scalar[kScc] = 0;
  wave.set_at_start.fill(0);
  wave.vector.assign(std::size_t{kVectorRegisters} * wave.lanes, poison);
  wave.next = wave.program->at(kernel.entry_address);
  wave.current = wave.next;
  wave.regions.fill({});

  const std::uint32_t rsrc1 = descriptor.compute_pgm_rsrc1;
  const std::uint32_t rsrc2 = descriptor.compute_pgm_rsrc2;
  wave.set_mode(((rsrc1 >> 12U) & 0xFFU) | ((rsrc1 >> 21U) & 1U) << 8U |
                ((rsrc1 >> 23U) & 1U) << 9U | ((rsrc2 >> 24U) & 0x7FU) << 12U |
                ((rsrc1 >> 26U) & 1U) << 23U);

  unsigned slot = 0;
  const std::uint16_t properties = descriptor.kernel_code_properties;
  if ((properties & 2U) != 0) set_pair(wave, slot, group.packet_address);
  if ((properties & 4U) != 0) set_pair(wave, slot, 0);  // queue: refused by the loader if used
  if ((properties & 8U) != 0) set_pair(wave, slot, group.kernarg_address);
  if ((properties & 16U) != 0) set_pair(wave, slot, 0);
  if ((properties & 64U) != 0) set_slot(wave, slot++, kernel.private_bytes);
  // gfx1100 pads USER_SGPR_COUNT to 15 or 13: the ids follow the count, not the last user SGPR.
  slot = (rsrc2 >> 1U) & 0x1FU;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if ((rsrc2 & (0x80U << axis)) != 0) set_slot(wave, slot++, group.id[axis]);
  }
  const std::uint64_t items = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  const auto waves = static_cast<std::uint32_t>((items + wave.lanes - 1) / wave.lanes);
  if ((rsrc2 & 0x400U) != 0) {
    set_slot(wave, slot, (index == 0 ? 0x80000000U : 0U) | (waves & 0x3FU));
  }

  const std::uint64_t first = std::uint64_t{index} * wave.lanes;
  wave.existing =
      items - first >= wave.lanes ? wave.all_lanes() : (std::uint64_t{1} << (items - first)) - 1;
  wave.scalar[kExec] = static_cast<std::uint32_t>(wave.existing);
  wave.scalar[kExec + 1] = static_cast<std::uint32_t>(wave.existing >> 32U);

  const unsigned id_level = (rsrc2 >> 11U) & 3U;
  std::uint32_t* ids = wave.vgpr(0);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const std::uint64_t item = first + lane;
    if (item >= items) break;
    const auto x = static_cast<std::uint32_t>(item % launch.block[0]);
    const auto y = static_cast<std::uint32_t>(item / launch.block[0] % launch.block[1]);
    const auto z = static_cast<std::uint32_t>(item / launch.block[0] / launch.block[1]);
    ids[lane] = x | (id_level >= 1 ? y << 10U : 0U) | (id_level >= 2 ? z << 20U : 0U);
  }

  const bool has_scratch = (rsrc2 & 1U) != 0 || kernel.private_bytes != 0;
  wave.scratch_bytes = has_scratch ? (kernel.private_bytes + 3U) / 4U * 4U : 0U;
  wave.scratch.reset(std::size_t{wave.scratch_bytes} * wave.lanes, group.options->poison);
  if (group.options->follow_inexact) wave.scratch.inexact.assign(wave.scratch.data.size(), 0);
  if (group.options->check_registers) wave.scratch.undefined.assign(wave.scratch.data.size(), 0xFF);
}

}  // namespace kgate::emulator
