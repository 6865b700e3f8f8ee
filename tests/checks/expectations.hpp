// SPDX-License-Identifier: MIT
// Compares what kcheck finds with `expect: rule-id` comments in the files it looked at.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checks/run.hpp"

namespace kgate::checks::tests {

/// Rules that are expected, or found, by (path relative to the folder, line).
using Findings = std::map<std::pair<std::string, std::size_t>, std::set<std::string>>;

/// Reads `expect: a, b` and `expect(-1): a` (about another line) from every file under `folder`.
Findings expected_in(const std::string& folder);

Findings found_in(const reports::FindingsReport& report);

/// One line for each difference; empty where there is none.
std::vector<std::string> differences(const Findings& expected, const Findings& found);

/// Runs all rules over what `folder`/kcheck.toml lists. Fails the test where it cannot be read.
reports::FindingsReport check_folder(const std::string& folder);

}  // namespace kgate::checks::tests
