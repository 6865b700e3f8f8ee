// SPDX-License-Identifier: MIT
// A command of the kgate program.
//
// A command is one value `const Command <stem>` in namespace kgate::gates, defined in
// gates/cli/commands/<stem>.cpp; the build collects them from the folder listing.
#pragma once

#include <span>
#include <string_view>

namespace kgate::gates {

struct Command {
  std::string_view name;     ///< what the user types
  std::string_view summary;  ///< one line of `kgate --help`
  /// Parses its own arguments (argv[0] is the command's name) and returns an ExitCode.
  int (*run)(int argc, char** argv);
};

/// The commands of kgate::gates, by file name; generated from the folder listing.
[[nodiscard]] std::span<const Command* const> commands();

/// Those that are built on the emulator's own code, which only the kgate program has.
[[nodiscard]] std::span<const Command* const> emulator_commands();

}  // namespace kgate::gates
