// SPDX-License-Identifier: MIT
// Parses compile commands into code trees.
#include <fmt/format.h>

#include "checks/front_end.hpp"
#include "mutate/code_tree.hpp"
#include "mutate/failure.hpp"
#include "mutate/syntax/tree_builder.hpp"

namespace kgate::mutate {

bool has_front_end() { return true; }

ParsedCode parse_code(const ParseCommand& command,
                      const std::function<bool(const std::string&)>& wanted) {
  ParsedCode code;
  const checks::CompileCommand compile{
      .directory = command.folder, .file = command.file, .arguments = command.arguments};
  for (const checks::Pass pass : checks::passes_of(compile)) {
    const checks::ParseResult result = checks::parse(compile, pass);
    const auto& errors = result.tree ? result.tree->errors() : result.errors;
    for (const checks::ParseError& error : errors) {
      code.errors.push_back(fmt::format("{}:{}:{}: {} ({} pass)", error.file, error.line,
                                        error.column, error.message, checks::name(pass)));
    }
    if (result.tree) {
      code.has_tree = true;
      build_code_trees(*result.tree, wanted, code.files);
    }
  }
  return code;
}

std::vector<ParseCommand> read_parse_commands(const std::string& path) {
  const checks::CompileCommands read = checks::read_compile_commands(path);
  if (!read.error.empty()) {
    throw Failure(kExitUsage, read.error);
  }
  std::vector<ParseCommand> commands;
  for (const checks::CompileCommand& one : read.commands) {
    commands.push_back({.folder = one.directory, .file = one.file, .arguments = one.arguments});
  }
  return commands;
}

std::vector<std::string> split_words(const std::string& line) {
  return checks::split_command(line);
}

}  // namespace kgate::mutate
