// SPDX-License-Identifier: MIT
// Findings as GitHub workflow commands: annotations on the lines of a change.
#pragma once

#include <string>

#include "reports/finding.hpp"

namespace kgate::reports {

/// One command for each finding that is not in the baseline, and for each notice.
[[nodiscard]] std::string findings_github(const FindingsReport& report);

}  // namespace kgate::reports
