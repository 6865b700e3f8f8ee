// SPDX-License-Identifier: MIT
// A command of the kcheck program.
//
// A command is one value `const CheckCommand <stem>` in checks/cli/commands/<stem>.cpp; the build
// collects them from the folder listing.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "gates/exit_code.hpp"

namespace kgate::checks {

/// What ends a command early, with its exit code.
class CommandFailure : public std::runtime_error {
 public:
  CommandFailure(ExitCode code, const std::string& what) : std::runtime_error(what), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

struct CheckCommand {
  std::string_view name;     ///< what the user types
  std::string_view summary;  ///< one line of `kcheck --help`
  /// Parses its own arguments (argv[0] is the command's name) and returns an ExitCode. May throw
  /// CommandFailure and cxxopts' exceptions, which main reports.
  int (*run)(int argc, char** argv);
};

/// All commands, by file name; generated from the folder listing.
std::span<const CheckCommand* const> check_commands();

}  // namespace kgate::checks
