// SPDX-License-Identifier: MIT
// A command of the kmutate program.
//
// A command is one value `const MutateCommand <stem>` in mutate/cli/commands/<stem>.cpp; the build
// collects them from the folder listing.
#pragma once

#include <span>
#include <string_view>

namespace kgate::mutate {

struct MutateCommand {
  std::string_view name;     ///< what the user types
  std::string_view summary;  ///< one line of `kmutate --help`
  /// Parses its own arguments (argv[0] is the command's name) and returns an ExitCode. May throw
  /// Failure and cxxopts' exceptions, which main reports.
  int (*run)(int argc, char** argv);
};

/// All commands, by file name; generated from the folder listing.
[[nodiscard]] std::span<const MutateCommand* const> mutate_commands();

}  // namespace kgate::mutate
