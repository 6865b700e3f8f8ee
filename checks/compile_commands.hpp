// SPDX-License-Identifier: MIT
// Compile commands: reading compile_commands.json, and which clang passes a command stands for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgate::checks {

/// One entry of a compilation database, or a file with flags given by hand.
struct CompileCommand {
  std::string directory;               ///< absolute; relative paths in the arguments start here
  std::string file;                    ///< absolute, normalised
  std::vector<std::string> arguments;  ///< arguments[0] is the compiler as the build spells it

  bool operator==(const CompileCommand&) const = default;
};

/// The result of reading a compilation database.
struct CompileCommands {
  std::vector<CompileCommand> commands;  ///< in the order of the file, duplicates removed
  std::string error;                     ///< empty, or what is wrong, where, and what to do
};

/// Reads `path`, a compile_commands.json or a folder that has one. Both spellings of an entry
/// ("arguments" and "command") are understood.
CompileCommands read_compile_commands(const std::string& path);

/// Splits a command line as a POSIX shell would, without expansion of variables or patterns.
std::vector<std::string> split_command(std::string_view line);

/// Which side of a single-source compilation is parsed. Plain C++ has the host side alone.
enum class Pass { host, device };

std::string_view name(Pass pass);

enum class Language { c, cxx, hip, cuda };

/// The language a command compiles, from `-x`, the compiler's name and the file's extension.
Language language_of(const CompileCommand& command);

/// `{host}` for C and C++, `{host, device}` for HIP and CUDA.
std::vector<Pass> passes_of(const CompileCommand& command);

/// The arguments with which clang 19 parses one pass of the command and writes nothing: output and
/// dependency options are dropped, nvcc's spellings are translated, offloading is narrowed to the
/// pass and, on the device side, to the first architecture that the command names.
std::vector<std::string> clang_arguments(const CompileCommand& command, Pass pass,
                                         const std::string& clang);

}  // namespace kgate::checks
