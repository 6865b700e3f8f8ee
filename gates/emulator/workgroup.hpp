// SPDX-License-Identifier: MIT
// Running the waves of one workgroup to their end under a seeded schedule.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "gates/emulator/dispatch.hpp"
#include "gates/emulator/hazards/group_races.hpp"
#include "gates/emulator/hazards/wave_checks.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

/// Reused by one host thread for one workgroup after another.
class WorkgroupRunner {
 public:
  WorkgroupRunner(const Launch& launch, Memory& memory, const Options& options,
                  std::uint64_t kernarg_address, std::uint64_t packet_address, GlobalCells* cells);

  /// Runs the workgroup with this id to its end. Throws FaultError, complete, at a fault.
  void run(std::array<std::uint32_t, 3> id);

  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  [[nodiscard]] const std::unordered_map<const Row*, std::uint64_t>& opcodes() const {
    return opcodes_;
  }

 private:
  template <bool Checked>
  void run_instructions(Wave& wave, std::uint64_t end);
  void run_wave(Wave& wave, std::uint64_t quantum);
  void schedule();
  /// The waves in the order of their next turns, and how long a turn is, in instructions.
  std::vector<std::size_t> turns(WaveOrder order);
  std::uint64_t quantum(WaveOrder order, std::size_t wave, std::size_t ahead);
  void release_barrier();
  [[noreturn]] void stuck() const;
  void complete(Fault& fault, const Wave& wave) const;

  Workgroup group_;
  std::vector<Wave> waves_;
  std::optional<GroupRaces> races_;
  std::vector<WaveChecks> checks_;  ///< one a wave; empty: none is switched on
  std::uint64_t random_ = 0;
  Statistics statistics_;
  std::unordered_map<const Row*, std::uint64_t> opcodes_;
};

}  // namespace kgate::emulator
