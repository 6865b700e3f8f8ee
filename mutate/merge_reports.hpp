// SPDX-License-Identifier: MIT
// Joins the reports of shards, and re-checks a finished report against the tree.
#pragma once

#include <string>
#include <vector>

#include "mutate/ladder_report.hpp"
#include "mutate/rungs.hpp"

namespace kgate::mutate {

/// One report of all shards, mutants in the order of an unsharded run. Throws Failure (usage) where
/// they are not of the same project, configuration and sources, or a shard is missing or twice.
LadderReport merge_reports(std::vector<LadderReport> shards);

/// One report of runs of different selections, such as samples of several files, in the order
/// given. A mutant that several of them ran has the last one's verdict: that of a survivor after
/// its test was written. Never complete; configurations are not compared. Throws Failure (usage)
/// where they are not of the same project and sources.
LadderReport merge_selections(std::vector<LadderReport> runs);

/// What a report claims and the tree or the report itself does not bear out; empty where all holds.
/// Looks at: the configuration, every mutated file's hash, every edit's bytes, one outcome a
/// mutant, what each state needs to have been earned, and the control runs.
std::vector<std::string> doubts_about(const LadderReport& report,
                                      const std::string& settings_sha256, Sources& sources);

}  // namespace kgate::mutate
