// SPDX-License-Identifier: MIT
// The scheduler of a workgroup: quanta, barriers, budgets, and completing fault reports.
#include "gates/emulator/workgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/hazards/suppression.hpp"
#include "gates/emulator/scramble.hpp"

namespace kgate::emulator {
namespace {

/// Without a seed a wave runs this long before others get a turn, so that spinning on a flag that
/// another wave sets ends.
constexpr std::uint64_t kLongQuantum = std::uint64_t{1} << 20U;

}  // namespace

WorkgroupRunner::WorkgroupRunner(const Launch& launch, Memory& memory, const Options& options,
                                 std::uint64_t kernarg_address, std::uint64_t packet_address,
                                 GlobalCells* cells) {
  group_.launch = &launch;
  group_.options = &options;
  group_.memory = &memory;
  group_.kernarg_address = kernarg_address;
  group_.packet_address = packet_address;
  const std::uint64_t items = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  const unsigned lanes = launch.kernel->program->lanes();
  waves_.resize((items + lanes - 1) / lanes);
  if (options.suppressions != nullptr) {
    group_.allowed = allowed_kinds(*options.suppressions, launch.kernel->name);
  }
  if (cells != nullptr) group_.races = &races_.emplace(launch, *cells);
  const bool follows = options.check_registers || options.check_waits || options.follow_inexact;
  if (follows || races_) checks_.resize(waves_.size());
}

void WorkgroupRunner::run(std::array<std::uint32_t, 3> id) {
  group_.id = id;
  group_.lds.reset(std::size_t{group_.launch->kernel->descriptor.group_segment_fixed_size} +
                       group_.launch->dynamic_lds,
                   group_.options->poison);
  if (group_.options->check_registers) group_.lds.undefined.assign(group_.lds.data.size(), 0);
  random_ =
      scramble(group_.options->schedule_seed ^ scramble(id[0] ^ scramble(id[1] ^ scramble(id[2]))));
  if (group_.options->follow_inexact) group_.lds.inexact.assign(group_.lds.data.size(), 0);
  if (races_) {
    const auto& grid = group_.launch->grid;
    races_->start(id[0] + std::uint64_t{grid[0]} * (id[1] + std::uint64_t{grid[1]} * id[2]),
                  group_.lds.data.size());
  }
  for (std::size_t i = 0; i < waves_.size(); ++i) {
    start_wave(waves_[i], group_, static_cast<std::uint32_t>(i));
    if (checks_.empty()) continue;
    waves_[i].checks = &checks_[i];
    checks_[i].start(waves_[i]);
  }
  schedule();
  ++statistics_.workgroups;
  statistics_.waves += waves_.size();
  for (const Wave& wave : waves_) statistics_.wave_instructions += wave.executed;
  for (const WaveChecks& checks : checks_) add_uses(statistics_.inexact, checks.inexact_uses());
}

std::vector<std::size_t> WorkgroupRunner::turns(WaveOrder order) {
  std::vector<std::size_t> waves(waves_.size());
  for (std::size_t i = 0; i < waves.size(); ++i) {
    waves[i] = order == WaveOrder::reverse ? waves.size() - 1 - i : i;
  }
  if (order == WaveOrder::random) {
    for (std::size_t i = waves.size(); i > 1; --i) {
      random_ = scramble(random_);
      std::swap(waves[i - 1], waves[random_ % i]);
    }
  }
  return waves;
}

std::uint64_t WorkgroupRunner::quantum(WaveOrder order, std::size_t wave, std::size_t ahead) {
  switch (order) {
    case WaveOrder::in_order:
    case WaveOrder::reverse:
      return kLongQuantum;
    case WaveOrder::one_ahead:
      return wave == ahead ? kLongQuantum : 8;
    case WaveOrder::random:
      break;
  }
  random_ = scramble(random_);
  // A few instructions, or hundreds.
  return 1 + (random_ >> 8U) % ((random_ & 7U) == 0 ? 1024 : 24);
}

void WorkgroupRunner::schedule() {
  const Options& options = *group_.options;
  const bool only_seeded = options.wave_order == WaveOrder::in_order && options.schedule_seed != 0;
  const WaveOrder order = only_seeded ? WaveOrder::random : options.wave_order;
  const std::size_t ahead = random_ % waves_.size();
  while (true) {
    bool ran = false;
    for (const std::size_t i : turns(order)) {
      Wave& wave = waves_[i];
      if (wave.status != WaveStatus::running) continue;
      ran = true;
      run_wave(wave, quantum(order, i, ahead));
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
    if (wave.status != WaveStatus::at_barrier) continue;
    wave.status = WaveStatus::running;
    if (races_) races_->arrive(wave, wave.checks->outstanding().operations());
  }
  if (races_) races_->release_barrier();
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

template <bool Checked>
void WorkgroupRunner::run_instructions(Wave& wave, std::uint64_t end) {
  const bool count = group_.options->count_opcodes;
  std::uint64_t executed = wave.executed;
  while (executed < end && wave.status == WaveStatus::running) {
    const Instruction* instruction = wave.next;
    wave.current = instruction;
    wave.next = instruction + instruction->dwords;
    ++executed;
    wave.executed = executed;
    if constexpr (Checked) wave.checks->before(wave, *instruction);
    instruction->handler(wave, *instruction);
    if constexpr (Checked) {
      if (races_ && races_->has_doubts()) races_->settle(wave);
    }
    if (count) ++opcodes_[instruction->row];
  }
}

void WorkgroupRunner::run_wave(Wave& wave, std::uint64_t quantum) {
  const std::uint64_t budget = group_.options->instruction_budget;
  const std::uint64_t end = std::min(wave.executed + quantum, budget);
  try {
    if (wave.checks != nullptr) {
      run_instructions<true>(wave, end);
    } else {
      run_instructions<false>(wave, end);
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
  if (kernel.source_line) fault.source = kernel.source_line(address);
  fault.workgroup = group_.id;
  fault.wave = wave.index;
}

}  // namespace kgate::emulator
