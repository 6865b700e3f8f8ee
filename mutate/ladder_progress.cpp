// SPDX-License-Identifier: MIT
// Progress lines.
#include "mutate/ladder_progress.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

namespace kgate::mutate {

Progress::Progress(std::size_t done, std::size_t total, bool quiet)
    : earlier_(done), done_(done), total_(total), quiet_(quiet) {}

void Progress::stage(const std::string& what) {
  const std::scoped_lock lock(mutex_);
  if (!quiet_) {
    fmt::print(stderr, "{}\n", what);
  }
  start_ = std::chrono::steady_clock::now();
}

void Progress::finished(const Mutant& mutant, const Outcome& outcome) {
  const std::scoped_lock lock(mutex_);
  ++done_;
  const bool quiet_state = outcome.state == State::killed || outcome.state == State::equivalent ||
                           outcome.state == State::duplicate || outcome.state == State::unviable;
  if (quiet_ && quiet_state) {
    return;
  }
  std::string by;
  if (outcome.state == State::killed) {
    by = fmt::format(" by {} {}", outcome.gate, outcome.test_case);
  }
  fmt::print(stderr, "[{}/{}{}] {}{}: {}\n", done_, total_, remaining(), name(outcome.state), by,
             name_of(mutant));
}

std::string Progress::remaining() const {
  if (done_ >= total_ || done_ <= earlier_) {
    return {};
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
  const double each = taken.count() / static_cast<double>(done_ - earlier_);
  const auto left = std::lround(std::ceil(each * static_cast<double>(total_ - done_)));
  return left < 60 ? fmt::format(", {} s left", left)
                   : fmt::format(", {} min left", (left + 59) / 60);
}

}  // namespace kgate::mutate
