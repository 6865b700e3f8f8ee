// SPDX-License-Identifier: MIT
// The files a finished ladder leaves in its output folder.
#pragma once

#include <filesystem>

#include "mutate/ladder_report.hpp"
#include "mutate/rungs.hpp"

namespace kgate::mutate {

/// Writes ladder.json, ladder.md, junit.xml, mutation.json and mutation.html, one list of mutants a
/// state (`killed.txt` ...), and diff/<id>.diff for each mutant; replaces those of an earlier run.
/// Throws Failure (could not run) where a file cannot be written.
void write_reports(const LadderReport& report, Sources& sources,
                   const std::filesystem::path& folder);

}  // namespace kgate::mutate
