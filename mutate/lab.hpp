// SPDX-License-Identifier: MIT
// Runs mutants on private copies and returns what became of each.
#pragma once

#include <string>
#include <vector>

#include "mutate/ladder_report.hpp"
#include "mutate/settings.hpp"

namespace kgate::mutate {

struct LabOptions {
  int jobs = 1;
  bool resume = false;
  bool keep_lab = false;  ///< leave the copies for a look
  bool quiet = false;
  std::filesystem::path lab;  ///< where the copies go; empty: `lab` in the output folder
};

/// Fills outcomes and proofs of a report whose mutants and selection are set. Holds the output
/// folder's lock, writes only below it and below `lab`. Throws Failure: red baseline, nothing
/// asserted, a baseline that changed on the way, disk full, interrupted. What was finished by then
/// is in the journal.
void run_lab(const Settings& settings, const LabOptions& options, LadderReport& report);

}  // namespace kgate::mutate
