// SPDX-License-Identifier: MIT
// Says on stderr how far a ladder is and when it will end.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

#include "mutate/mutant.hpp"
#include "mutate/outcome.hpp"

namespace kgate::mutate {

class Progress {
 public:
  /// `done` of `total` were finished by an earlier run. `quiet`: only findings are printed.
  Progress(std::size_t done, std::size_t total, bool quiet);
  /// Prints a stage, such as "baseline". Safe to call from any thread, as `finished` is.
  void stage(const std::string& what);
  void finished(const Mutant& mutant, const Outcome& outcome);

 private:
  [[nodiscard]] std::string remaining() const;
  std::mutex mutex_;
  std::size_t earlier_;
  std::size_t done_;
  std::size_t total_;
  bool quiet_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace kgate::mutate
