// SPDX-License-Identifier: MIT
// Findings for a person: place, message, the line of code with a caret.
#pragma once

#include <string>

#include "reports/finding.hpp"

namespace kgate::reports {

/// The report as text. Colours are ANSI escapes; ask for them on a terminal only.
[[nodiscard]] std::string findings_text(const FindingsReport& report, bool colour);

}  // namespace kgate::reports
