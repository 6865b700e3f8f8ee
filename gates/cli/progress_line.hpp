// SPDX-License-Identifier: MIT
// One line of progress on a terminal; nothing where standard error is a file.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace kgate::gates {

class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;
  ~ProgressLine();

  /// Redraws at most ten times a second, with the time left at the present pace.
  void update(std::size_t done, std::size_t total, const std::string& what);

 private:
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point drawn_;
  bool terminal_;
  bool visible_ = false;
};

/// Whether `descriptor` is a terminal on which colours are wanted (NO_COLOR is honoured).
[[nodiscard]] bool wants_colour(int descriptor);

}  // namespace kgate::gates
