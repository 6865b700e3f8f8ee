// SPDX-License-Identifier: MIT
// A ladder's result in words: for the terminal, for a pull request, for CI services.
#pragma once

#include <string>

#include "mutate/ladder_report.hpp"

namespace kgate::mutate {

/// Findings with their diffs' places, then the counts. For a terminal.
std::string summary_text(const LadderReport& report);

/// A Markdown table (rung, change, build, result, killer) of the rungs, one of what no gate killed,
/// counts of the rest, and the proof of restoration. Holds no time, date, path or host name, so
/// that two runs of the same sources write the same bytes.
std::string summary_markdown(const LadderReport& report);

/// JUnit XML: a mutant is a test that passes when it was killed.
std::string summary_junit(const LadderReport& report);

/// GitHub workflow commands, one line a finding.
std::string summary_github(const LadderReport& report);

/// How many mutants a minute, and where the time went.
std::string speed_text(const LadderReport& report);

}  // namespace kgate::mutate
