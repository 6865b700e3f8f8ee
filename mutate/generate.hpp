// SPDX-License-Identifier: MIT
// The mutants that operators find in the project's files.
#pragma once

#include <vector>

#include "mutate/rungs.hpp"
#include "mutate/settings.hpp"

namespace kgate::mutate {

/// Mutants of all files the settings name, in order of file and place, with ids. `for_rungs`: only
/// of the files and operators that rungs ask for. Throws Failure: usage where an operator is not
/// known or no operator is built in, could_not_run where a file does not parse.
std::vector<Mutant> generate_mutants(const Settings& settings, Sources& sources, bool for_rungs);

}  // namespace kgate::mutate
