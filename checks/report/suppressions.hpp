// SPDX-License-Identifier: MIT
// Suppressions: comments in the source and entries of kcheck.toml, each with a reason.
#pragma once

#include <string>
#include <vector>

#include "checks/config.hpp"
#include "checks/report/analysed_paths.hpp"
#include "checks/report/source_lines.hpp"
#include "checks/vocabulary.hpp"
#include "checks/whole_program.hpp"
#include "reports/finding.hpp"

namespace kgate::checks {

/// Id under which misuse of suppressions is reported.
inline constexpr std::string_view kSuppressionRule = "suppression";

/// Moves suppressed findings from `report.findings` to `report.suppressed`, and adds a finding of
/// rule `suppression` for each comment that has no reason, names no rule, or is not needed.
/// An unused one is known to be so only where its rule ran, and `complete`: every file of the
/// project was analysed, and in full, since a finding may need a helper of another file. One in
/// `config` must also be about files of `analysed`, or about none that exist.
void apply_suppressions(const Config& config, const Program& program, const Vocabulary& vocabulary,
                        const AnalysedPaths& analysed, SourceLines& lines, bool complete,
                        reports::FindingsReport& report);

}  // namespace kgate::checks
