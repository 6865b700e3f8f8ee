// SPDX-License-Identifier: MIT
// Which compile commands a run analyses.
#include "checks/source_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "checks/pattern.hpp"

namespace kgate::checks {
namespace {

namespace fs = std::filesystem;

std::string normal(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

std::string relative_to_root(const Config& config, const std::string& path) {
  return path.starts_with(config.root + "/") ? path.substr(config.root.size() + 1) : path;
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& one) { return matches_path(one, path); });
}

bool is_excluded(const Config& config, const std::string& path) {
  const std::string relative = relative_to_root(config, path);
  return relative == path || matches_any(config.exclude, relative);
}

bool is_header(const std::string& path) {
  static constexpr std::array<std::string_view, 8> kExtensions{".h",   ".hh",  ".hpp", ".hxx",
                                                               ".cuh", ".inl", ".inc", ".ipp"};
  const std::string extension = fs::path(path).extension().string();
  return std::find(kExtensions.begin(), kExtensions.end(), extension) != kExtensions.end();
}

CompileCommand make_command(const Config& config, const std::string& path,
                            const std::string& compiler, const std::vector<std::string>& flags) {
  CompileCommand command{config.root, path, {compiler}};
  command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
  command.arguments.push_back(path);
  return command;
}

const ConfiguredCommand* configured(const Config& config, const std::string& path) {
  const std::string relative = relative_to_root(config, path);
  const auto it =
      std::find_if(config.commands.begin(), config.commands.end(),
                   [&](const ConfiguredCommand& one) { return matches_any(one.files, relative); });
  return it == config.commands.end() ? nullptr : &*it;
}

/// Files under the root that a [[command]] of the configuration names, in name order.
std::vector<std::string> configured_files(const Config& config) {
  std::vector<std::string> files;
  if (config.commands.empty()) {
    return files;
  }
  std::error_code failed;
  auto at = fs::recursive_directory_iterator(config.root,
                                             fs::directory_options::skip_permission_denied, failed);
  for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    const std::string path = at->path().string();
    const std::string name = at->path().filename().string();
    if (at->is_directory() && (name.starts_with(".") || name == "build")) {
      at.disable_recursion_pending();
    } else if (at->is_regular_file() && configured(config, path) != nullptr &&
               !is_excluded(config, path)) {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void add_all(const Config& config, const std::vector<CompileCommand>& database,
             SourceList& result) {
  for (const auto& command : database) {
    if (!is_excluded(config, command.file)) {
      result.commands.push_back(command);
    }
  }
  for (const auto& file : configured_files(config)) {
    const bool there = std::any_of(result.commands.begin(), result.commands.end(),
                                   [&](const CompileCommand& one) { return one.file == file; });
    if (!there) {
      const auto* how = configured(config, file);
      result.commands.push_back(make_command(config, file, how->compiler, how->flags));
    }
  }
}

void add_file(const Config& config, const SourceRequest& request,
              const std::vector<CompileCommand>& database, const std::string& given,
              SourceList& result) {
  const std::string path = normal(given);
  bool found = false;
  for (const auto& command : database) {
    if (command.file == path) {
      result.commands.push_back(command);
      found = true;
    }
  }
  const auto* how = configured(config, path);
  if (found) {
    return;
  }
  if (!fs::exists(path)) {
    result.error = fmt::format("{}: no such file", given);
  } else if (how != nullptr) {
    result.commands.push_back(make_command(config, path, how->compiler, how->flags));
  } else if (is_header(path)) {
    result.skipped.push_back(
        fmt::format("{}: a header; it is analysed with the files that include it", given));
  } else if (!request.flags.empty() || request.database.empty()) {
    result.commands.push_back(make_command(config, path, "clang++", request.flags));
  } else {
    result.skipped.push_back(fmt::format(
        "{}: no compile command; add flags after --, or a [[command]] in kcheck.toml", given));
  }
}

}  // namespace

SourceList list_sources(const Config& config, const SourceRequest& request) {
  SourceList result;
  std::vector<CompileCommand> database;
  if (!request.database.empty()) {
    auto read = read_compile_commands(request.database);
    if (!read.error.empty()) {
      result.error = std::move(read.error);
      return result;
    }
    database = std::move(read.commands);
  }
  if (request.files.empty()) {
    if (request.database.empty() && config.commands.empty()) {
      result.error = "nothing to analyse: name a build folder with -p, or files";
      return result;
    }
    add_all(config, database, result);
    return result;
  }
  for (const auto& file : request.files) {
    add_file(config, request, database, file, result);
  }
  return result;
}

}  // namespace kgate::checks
