// SPDX-License-Identifier: MIT
// Suppressions: comments in the source and entries of kcheck.toml, each with a reason.
#pragma once

#include <string>
#include <vector>

#include "checks/config.hpp"
#include "checks/report/source_lines.hpp"
#include "checks/vocabulary.hpp"
#include "checks/whole_program.hpp"
#include "reports/finding.hpp"

namespace kgate::checks {

/// Id under which misuse of suppressions is reported.
inline constexpr std::string_view kSuppressionRule = "suppression";

/// Moves suppressed findings from `report.findings` to `report.suppressed`, and adds a finding of
/// rule `suppression` for each comment that has no reason, names no rule, or is not needed.
/// `complete` says that the whole project was analysed: only then is an unused one known to be so.
void apply_suppressions(const Config& config, const Program& program, const Vocabulary& vocabulary,
                        SourceLines& lines, bool complete, reports::FindingsReport& report);

}  // namespace kgate::checks
