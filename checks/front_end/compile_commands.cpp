// SPDX-License-Identifier: MIT
// Reads compilation databases.
#include "checks/compile_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace kgate::checks {
namespace {

namespace fs = std::filesystem;

std::string absolute_path(const std::string& directory, const std::string& path) {
  return (fs::path(directory) / path).lexically_normal().string();
}

/// Turns one entry into a command; returns what is wrong with it, or nothing.
std::string read_entry(const nlohmann::json& entry, CompileCommand& command) {
  if (!entry.is_object() || !entry.contains("directory") || !entry.contains("file")) {
    return "an entry has no \"directory\" or no \"file\"";
  }
  command.directory = entry.at("directory").get<std::string>();
  command.file = absolute_path(command.directory, entry.at("file").get<std::string>());
  if (entry.contains("arguments")) {
    command.arguments = entry.at("arguments").get<std::vector<std::string>>();
  } else if (entry.contains("command")) {
    command.arguments = split_command(entry.at("command").get<std::string>());
  }
  if (command.arguments.empty()) {
    return fmt::format("the entry of {} has no \"command\" and no \"arguments\"", command.file);
  }
  return {};
}

}  // namespace

CompileCommands read_compile_commands(const std::string& path) {
  CompileCommands result;
  std::error_code ignored;
  const fs::path file =
      fs::is_directory(path, ignored) ? fs::path(path) / "compile_commands.json" : fs::path(path);
  std::ifstream in(file);
  if (!in) {
    result.error = fmt::format(
        "{}: cannot be read; configure with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or name the files",
        file.string());
    return result;
  }
  try {
    const auto entries = nlohmann::json::parse(in);
    if (!entries.is_array()) {
      result.error = fmt::format("{}: not a list of commands", file.string());
      return result;
    }
    for (const auto& entry : entries) {
      CompileCommand command;
      if (auto wrong = read_entry(entry, command); !wrong.empty()) {
        result.error = fmt::format("{}: {}", file.string(), wrong);
        return result;
      }
      if (std::find(result.commands.begin(), result.commands.end(), command) ==
          result.commands.end()) {
        result.commands.push_back(std::move(command));
      }
    }
  } catch (const nlohmann::json::exception& error) {
    result.error = fmt::format("{}: {}", file.string(), error.what());
  }
  return result;
}

std::vector<std::string> split_command(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote == '\'' ? c != '\'' : c == '\\' && at + 1 < line.size()) {
      // Inside double quotes a backslash is itself unless it escapes one of these.
      const bool escapes =
          quote == 0 || std::string_view("\"\\$`").find(line[at + 1]) != std::string_view::npos;
      word += quote == '\'' || !escapes ? c : line[++at];
      in_word = true;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      in_word = true;
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (in_word) {
        words.push_back(std::exchange(word, {}));
      }
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) {
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace kgate::checks
