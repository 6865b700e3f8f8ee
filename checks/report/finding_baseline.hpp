// SPDX-License-Identifier: MIT
// The baseline: findings that a project starts with, and that may only become fewer.
#pragma once

#include <string>

#include "reports/finding.hpp"

namespace kgate::checks {

struct BaselineResult {
  std::string error;      ///< the file cannot be read or written
  std::size_t known = 0;  ///< findings that the baseline has
  bool fell = false;      ///< fewer than the baseline: it has to be lowered
};

/// Compares with the file at `path` and marks each finding as known or added. A count per rule and
/// file that rose leaves added findings; one that fell is a notice and sets `fell`. With `complete`
/// false, files of the baseline that the run did not see are left alone, and rules that did not run
/// are in any case.
BaselineResult apply_baseline(const std::string& path, bool complete,
                              reports::FindingsReport& report);

/// Writes the findings as the baseline. Where the file exists, refuses to raise any count.
BaselineResult write_baseline(const std::string& path, const reports::FindingsReport& report);

}  // namespace kgate::checks
