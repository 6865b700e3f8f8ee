// SPDX-License-Identifier: MIT
// Options and counts of launches, per stream and for the process, safe to change while work runs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "gates/emulator/dispatch.hpp"
#include "gates/emulator/emulator_api.h"
#include "gates/emulator/hazards/inexact_values.hpp"

namespace kgate::emulator {

/// Options that a stream has of its own, if any.
class RunOptions {
 public:
  [[nodiscard]] std::optional<Options> get() const {
    const std::scoped_lock lock(mutex_);
    return options_;
  }
  void set(std::optional<Options> options) {
    const std::scoped_lock lock(mutex_);
    options_ = options;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<Options> options_;
};

/// What one kernel executed.
struct KernelTotals {
  std::array<std::uint64_t, 5> by_accuracy{};  ///< wave instructions, by Accuracy
  std::map<std::string_view, std::uint64_t> inexact_opcodes;
  InexactUses inexact;
};

/// Sums over completed launches.
class RunStatistics {
 public:
  struct Totals {
    std::uint64_t launches = 0;
    Statistics sums;                                                           ///< without opcodes
    std::map<std::string_view, std::pair<const Row*, std::uint64_t>> opcodes;  ///< by mnemonic
    std::map<std::string, KernelTotals, std::less<>> kernels;                  ///< by name
  };

  void add(const std::string& kernel, const Statistics& launch) {
    const std::scoped_lock lock(mutex_);
    ++totals_.launches;
    totals_.sums.wave_instructions += launch.wave_instructions;
    totals_.sums.waves += launch.waves;
    totals_.sums.workgroups += launch.workgroups;
    for (const auto& [row, count] : launch.opcodes) {
      auto& entry = totals_.opcodes[row->mnemonic];
      entry.first = row;
      entry.second += count;
    }
    if (launch.opcodes.empty()) return;
    KernelTotals& own = totals_.kernels[kernel];
    add_uses(own.inexact, launch.inexact);
    for (const auto& [row, count] : launch.opcodes) {
      own.by_accuracy.at(static_cast<std::size_t>(row->accuracy)) += count;
      if (row->accuracy != Accuracy::exact) own.inexact_opcodes[row->mnemonic] += count;
    }
  }
  [[nodiscard]] Totals get() const {
    const std::scoped_lock lock(mutex_);
    return totals_;
  }
  void reset() {
    const std::scoped_lock lock(mutex_);
    totals_ = {};
  }

 private:
  mutable std::mutex mutex_;
  Totals totals_;
};

/// Options from their C form: fields past `size` of the caller keep the defaults.
[[nodiscard]] Options from_c(const kgateEmulatorOptions& options);
/// The C form; writes no more than `out.size` bytes.
void to_c(const Options& options, kgateEmulatorOptions& out);

}  // namespace kgate::emulator
