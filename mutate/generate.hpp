// SPDX-License-Identifier: MIT
// The mutants that operators find in the project's files.
#pragma once

#include <string>
#include <vector>

#include "mutate/rungs.hpp"
#include "mutate/settings.hpp"

namespace kgate::mutate {

struct GenerateOptions {
  bool for_rungs = false;          ///< only the files and operators that rungs ask for
  std::vector<std::string> files;  ///< patterns that narrow the settings' files; empty: none
};

/// Throws Failure (usage) where the configuration or a rung names an operator that does not exist.
void check_operators(const Settings& settings);

/// Mutants of all files the settings name, in order of file and place, with ids. Throws Failure:
/// usage where no operator is built in, could_not_run where a file does not
/// parse.
std::vector<Mutant> generate_mutants(const Settings& settings, Sources& sources,
                                     const GenerateOptions& options);

}  // namespace kgate::mutate
