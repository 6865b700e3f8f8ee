// SPDX-License-Identifier: MIT
// What kmutate.toml and the ladder files say, checked.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace kgate::mutate {

/// A part of a route's project that is built and tested before the whole of it.
struct Part {
  std::string build;                   ///< shell command
  std::vector<std::string> tests;      ///< shell commands in order; the first that fails kills
  std::vector<std::string> artifacts;  ///< patterns of what it builds
  std::string gates;                   ///< which reader judges; the route's unless it says so
};

/// How mutants of some files are built and judged.
struct Route {
  std::string name;
  std::string key;                     ///< set by route_of
  std::vector<std::string> files;      ///< patterns; empty: every file
  std::vector<std::string> ladders;    ///< patterns of ladder files: only their rungs; empty: all
  std::string build;                   ///< shell command
  std::vector<std::string> tests;      ///< shell commands in order; the first that fails kills
  std::string gates;                   ///< which reader judges: `exit-code`, `ctest`, ...
  std::vector<Part> parts;             ///< tried in order before `build`; what they pass is open
  std::string report;                  ///< file the tests write, relative to the copy; may be empty
  std::string assertions;              ///< pattern that counts assertions in output (exit-code)
  bool alone = false;                  ///< its build and tests use nothing the default route builds
  std::vector<std::string> artifacts;  ///< patterns of built files whose hashes tell mutants apart
};

/// An edit written out in a ladder, or an operator applied at one place.
struct Rung {
  std::string name;
  std::string summary;
  std::string file;
  std::string find;  ///< exact text; with `occurrence`, or exactly once in the file
  std::string replace;
  int occurrence = 0;         ///< 0: must be the only one; n: the n-th
  std::string operator_name;  ///< instead of find and replace
  std::string function;       ///< with operator_name: only in this function
  std::string expected_gate;
  std::string expected_text;
  std::string ladder;  ///< ladder file it is from, relative to the root; empty: kmutate.toml
  std::string where;   ///< file:line of the rung, for messages
};

/// A mutant argued to change nothing on the input domain.
struct Argument {
  std::vector<std::string> operators;
  std::string file;
  std::string line;      ///< the source line, trimmed
  std::string within;    ///< the part of the line that the edit begins in; empty: anywhere
  std::string function;  ///< the mutant's; empty: any
  std::vector<std::string> replacements;  ///< empty: any by those operators on that line
  int occurrence = 0;                     ///< 0: all such lines; n: the n-th of them in the file
  std::string reason;
  std::string where;
};

/// How to parse files that no compile_commands.json lists, such as device code built by
/// hand-written commands.
struct ParseRule {
  std::vector<std::string> files;  ///< patterns
  std::string command;             ///< compiler and flags; `{file}` stands for the file
};

struct Settings {
  std::filesystem::path config;  ///< absolute path of kmutate.toml
  std::filesystem::path root;    ///< absolute path of the project
  std::string name;
  std::filesystem::path output;      ///< absolute
  std::vector<std::string> copy;     ///< ignored files that belong in the copy all the same
  std::vector<std::string> exclude;  ///< files that do not
  std::string setup;                 ///< shell command, once per copy
  std::string compile_commands;      ///< folder in the copy with compile_commands.json after setup
  std::vector<ParseRule> parse_rules;
  std::vector<std::string> files;  ///< patterns of files that operators mutate
  std::vector<std::string> skip_files;
  std::vector<std::string> operators;  ///< ids; empty: all generic ones
  std::vector<std::string> skip_operators;
  std::map<std::string, std::vector<std::string>> names;  ///< names semantic operators look for
  std::vector<std::string> accept;  ///< states besides killed and equivalent that are no finding
  double timeout_factor = 10;
  double processor_factor = 10;
  double timeout_floor = 20;  ///< seconds
  int control_every = 20;     ///< mutants between two control runs
  std::vector<Route> routes;  ///< the default one is last and matches every file
  std::vector<Rung> rungs;
  std::vector<Argument> arguments;
  std::string sha256;  ///< of every file read, so that a resumed run uses the same
};

/// Reads kmutate.toml and the ladders it names. `path` empty: looks for kmutate.toml, then
/// mutate/kmutate.toml, in the working folder. Throws Failure (usage) with file, line and column.
Settings read_settings(std::filesystem::path path);

}  // namespace kgate::mutate
