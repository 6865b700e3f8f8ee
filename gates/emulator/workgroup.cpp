// SPDX-License-Identifier: MIT
// The scheduler of a workgroup: quanta, barriers, budgets, and completing fault reports.
#include "gates/emulator/workgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "gates/emulator/decoder.hpp"

namespace kgate::emulator {
namespace {

/// Without a seed a wave runs this long before others get a turn, so that spinning on a flag that
/// another wave sets ends.
constexpr std::uint64_t kLongQuantum = std::uint64_t{1} << 20U;

std::uint64_t mix(std::uint64_t value) {  // SplitMix64's finaliser
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace

WorkgroupRunner::WorkgroupRunner(const Launch& launch, Memory& memory, const Options& options,
                                 std::uint64_t kernarg_address, std::uint64_t packet_address) {
  group_.launch = &launch;
  group_.options = &options;
  group_.memory = &memory;
  group_.kernarg_address = kernarg_address;
  group_.packet_address = packet_address;
  const std::uint64_t items = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  const unsigned lanes = launch.kernel->program->lanes();
  waves_.resize((items + lanes - 1) / lanes);
}

void WorkgroupRunner::run(std::array<std::uint32_t, 3> id) {
  group_.id = id;
  group_.lds.reset(std::size_t{group_.launch->kernel->descriptor.group_segment_fixed_size} +
                       group_.launch->dynamic_lds,
                   group_.options->poison);
  random_ = mix(group_.options->schedule_seed ^ mix(id[0] ^ mix(id[1] ^ mix(id[2]))));
  for (std::size_t i = 0; i < waves_.size(); ++i) {
    start_wave(waves_[i], group_, static_cast<std::uint32_t>(i));
  }
  schedule();
  ++statistics_.workgroups;
  statistics_.waves += waves_.size();
  for (const Wave& wave : waves_) statistics_.wave_instructions += wave.executed;
}

void WorkgroupRunner::schedule() {
  const bool seeded = group_.options->schedule_seed != 0;
  std::vector<std::size_t> order(waves_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  while (true) {
    bool ran = false;
    if (seeded) {
      for (std::size_t i = order.size(); i > 1; --i) {
        random_ = mix(random_);
        std::swap(order[i - 1], order[random_ % i]);
      }
    }
    for (const std::size_t i : order) {
      Wave& wave = waves_[i];
      if (wave.status != WaveStatus::running) continue;
      ran = true;
      random_ = seeded ? mix(random_) : random_;
      // A few instructions, or hundreds: one wave far ahead of the others is a schedule too.
      const std::uint64_t quantum =
          seeded ? 1 + (random_ >> 8U) % ((random_ & 7U) == 0 ? 1024 : 24) : kLongQuantum;
      run_wave(wave, quantum);
    }
    if (ran) continue;
    const auto ended = [](const Wave& wave) { return wave.status == WaveStatus::ended; };
    if (std::all_of(waves_.begin(), waves_.end(), ended)) return;
    release_barrier();
  }
}

void WorkgroupRunner::release_barrier() {
  // No wave runs and not all have ended: the rest wait at a barrier. Hardware lets them pass where
  // the others have ended; a kernel that relies on it skipped a barrier in some wave.
  for (const Wave& wave : waves_) {
    if (wave.status == WaveStatus::ended && group_.options->strict_barrier) stuck();
  }
  for (Wave& wave : waves_) {
    if (wave.status == WaveStatus::at_barrier) wave.status = WaveStatus::running;
  }
}

void WorkgroupRunner::stuck() const {
  const Wave* waiting = nullptr;
  std::string ended;
  std::size_t count = 0;
  for (const Wave& wave : waves_) {
    if (wave.status == WaveStatus::at_barrier && waiting == nullptr) waiting = &wave;
    if (wave.status != WaveStatus::ended) continue;
    if (++count <= 4) ended += fmt::format("{}{}", count > 1 ? ", " : "", wave.index);
  }
  if (count > 4) ended += ", ...";
  Fault fault;
  fault.kind = FaultKind::barrier_not_reached;
  fault.detail = fmt::format("{} of {} waves ended without reaching it (wave {})", count,
                             waves_.size(), ended);
  complete(fault, *waiting);
  throw FaultError(fault);
}

void WorkgroupRunner::run_wave(Wave& wave, std::uint64_t quantum) {
  const std::uint64_t budget = group_.options->instruction_budget;
  const bool count = group_.options->count_opcodes;
  const std::uint64_t end = std::min(wave.executed + quantum, budget);
  try {
    std::uint64_t executed = wave.executed;
    while (executed < end && wave.status == WaveStatus::running) {
      const Instruction* instruction = wave.next;
      wave.current = instruction;
      wave.next = instruction + instruction->dwords;
      ++executed;
      wave.executed = executed;
      instruction->handler(wave, *instruction);
      if (count) ++opcodes_[instruction->row];
    }
    if (wave.status == WaveStatus::running && wave.executed >= budget) {
      raise(wave, FaultKind::runaway,
            fmt::format("the wave executed {} instructions without ending", wave.executed));
    }
  } catch (FaultError& error) {
    complete(error.fault(), wave);
    throw;
  }
}

void WorkgroupRunner::complete(Fault& fault, const Wave& wave) const {
  const KernelImage& kernel = *group_.launch->kernel;
  const std::uint64_t address = wave.program->address(wave.current);
  fault.kernel = kernel.name;
  fault.pc_offset = address - kernel.entry_address;
  if (wave.current->encoding != Format::none) fault.instruction = text(*wave.current);
  if (kernel.symbolise) fault.symbol = kernel.symbolise(address);
  fault.workgroup = group_.id;
  fault.wave = wave.index;
}

}  // namespace kgate::emulator
