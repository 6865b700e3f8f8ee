// SPDX-License-Identifier: MIT
// Chooses compile commands and parses them.
#include "mutate/parse_project.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "mutate/failure.hpp"
#include "mutate/glob.hpp"
#include "mutate/tree.hpp"

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

std::string relative_to(const fs::path& root, const std::string& path) {
  return fs::path(path).lexically_relative(root).generic_string();
}

// Commands written in the configuration, for what no compile_commands.json lists.
void add_configured(const Settings& settings, const std::vector<std::string>& files,
                    std::vector<ParseCommand>& commands) {
  for (const ParseRule& rule : settings.parse_rules) {
    for (const std::string& file : files) {
      if (!any_glob_matches(rule.files, file)) {
        continue;
      }
      std::vector<std::string> words = split_words(rule.command);
      for (std::string& word : words) {
        if (const std::size_t at = word.find("{file}"); at != std::string::npos) {
          word.replace(at, 6, file);
        }
      }
      commands.push_back({.folder = settings.root.string(),
                          .file = (settings.root / file).string(),
                          .arguments = std::move(words)});
    }
  }
}

std::vector<ParseCommand> all_commands(const Settings& settings,
                                       const std::vector<std::string>& files) {
  std::vector<ParseCommand> commands;
  add_configured(settings, files, commands);
  if (!settings.compile_commands.empty()) {
    const fs::path path = settings.root / settings.compile_commands;
    if (!fs::exists(path) && commands.empty()) {
      throw Failure(kExitUsage,
                    fmt::format("there is no {}: configure the project (CMake: "
                                "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON), or set `compile_commands` in "
                                "[build]",
                                path.string()));
    }
    if (fs::exists(path)) {
      std::ranges::move(read_parse_commands(path.string()), std::back_inserter(commands));
    }
  }
  return commands;
}

bool is_header(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  return extension.starts_with(".h") && extension != ".hip";
}

class Project {
 public:
  Project(const Settings& settings, const std::function<bool(const std::string&)>& wanted)
      : settings_(settings), wanted_(wanted) {}

  void parse(const ParseCommand& command) {
    ParsedCode code = parse_code(command, [this](const std::string& path) {
      return wanted_(relative_to(settings_.root, path));
    });
    const std::string main = relative_to(settings_.root, command.file);
    if (!code.has_tree && wanted_(main)) {
      throw Failure(kExitCouldNotRun,
                    fmt::format("{} does not parse: {}", main,
                                code.errors.empty() ? "no reason given" : code.errors.front()));
    }
    if (!code.errors.empty()) {
      fmt::print(stderr, "kmutate: {} parses with {} errors, near which mutants are missing: {}\n",
                 main, code.errors.size(), code.errors.front());
    }
    for (auto& [path, tree] : code.files) {
      trees[relative_to(settings_.root, path)].push_back(std::move(tree));
    }
  }

  std::map<std::string, std::list<CodeTree>> trees;

 private:
  const Settings& settings_;
  const std::function<bool(const std::string&)>& wanted_;
};

}  // namespace

std::map<std::string, std::list<CodeTree>> parse_project(
    const Settings& settings, const std::function<bool(const std::string&)>& wanted) {
  std::vector<std::string> all;
  std::set<std::string> left;
  for (const TreeFile& file :
       list_tree(settings.root, settings.copy, settings.exclude, settings.output)) {
    all.push_back(file.path);
    if (wanted(file.path)) {
      left.insert(file.path);
    }
  }
  const std::vector<ParseCommand> commands = all_commands(settings, all);
  Project project(settings, wanted);
  const auto note_seen = [&] {
    std::erase_if(left, [&](const std::string& file) { return project.trees.contains(file); });
  };
  std::vector<const ParseCommand*> others;
  for (const ParseCommand& command : commands) {
    const std::string file = relative_to(settings.root, command.file);
    if (wanted(file)) {
      project.parse(command);
      left.erase(file);
    } else {
      others.push_back(&command);
    }
  }
  note_seen();
  for (const ParseCommand* command : others) {
    if (std::ranges::none_of(left, is_header)) {
      break;
    }
    // Only a source of the project may include the project's header.
    if (!relative_to(settings.root, command->file).starts_with("..")) {
      project.parse(*command);
      note_seen();
    }
  }
  for (const std::string& file : left) {
    fmt::print(stderr, "kmutate: no mutants of {}: no compile command reads it\n", file);
  }
  return std::move(project.trees);
}

}  // namespace kgate::mutate
