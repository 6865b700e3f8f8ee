// SPDX-License-Identifier: MIT
// A run as evidence to commit: what ran, on what, with which code, and what came of it.
#pragma once

#include <string>

#include "gates/harness/runner.hpp"

namespace kgate::gates {

/// Markdown without dates, times, paths or host names: two runs of the same build on the same
/// device give the same text.
[[nodiscard]] std::string markdown_report(const RunReport& report, const RunRequest& request);

}  // namespace kgate::gates
