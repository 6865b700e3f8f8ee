// SPDX-License-Identifier: MIT
// Findings as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format).
#pragma once

#include <string>

#include "reports/finding.hpp"

namespace kgate::reports {

/// One run. Every rule is declared whether or not it found anything, `results` is there when empty,
/// suppressed findings carry their justification, and notices are tool notifications. Paths are
/// relative to the base %SRCROOT%; columns count Unicode code points.
[[nodiscard]] std::string sarif(const FindingsReport& report, bool successful);

}  // namespace kgate::reports
