// SPDX-License-Identifier: MIT
// A run as a table a person reads: one line per family and gate, failures with their replay,
// counts.
#pragma once

#include <cstdint>
#include <string>

#include "gates/harness/runner.hpp"

namespace kgate::gates {

struct TextOptions {
  bool colour = false;
  std::size_t failures_shown = 20;
};

[[nodiscard]] std::string text_report(const RunReport& report, const RunRequest& request,
                                      const TextOptions& options);

}  // namespace kgate::gates
