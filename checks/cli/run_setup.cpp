// SPDX-License-Identifier: MIT
// Options, configuration and the list of files of a run.
#include "checks/cli/run_setup.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "checks/cli/check_command.hpp"
#include "checks/source_list.hpp"

namespace kgate::checks {
namespace {

namespace fs = std::filesystem;

std::string find_config() {
  for (fs::path folder = fs::current_path();; folder = folder.parent_path()) {
    if (fs::exists(folder / "kcheck.toml")) {
      return (folder / "kcheck.toml").string();
    }
    if (folder == folder.parent_path()) {
      return {};
    }
  }
}

/// By default beside the build that the commands come from: it goes when the build goes.
std::string cache_folder(const cxxopts::ParseResult& parsed) {
  if (parsed.count("no-cache") != 0) {
    return {};
  }
  if (parsed.count("cache") != 0) {
    return parsed["cache"].as<std::string>();
  }
  const std::string build = parsed["build"].as<std::string>();
  if (build.empty()) {
    return {};
  }
  const fs::path folder = fs::is_directory(build) ? fs::path(build) : fs::path(build).parent_path();
  return (folder / ".kcheck-cache").string();
}

}  // namespace

CommandWords split_words(int argc, char** argv) {
  CommandWords result;
  result.words.assign(argv, argv + argc);
  for (std::size_t at = 1; at < result.words.size(); ++at) {
    if (std::string_view(result.words[at]) == "--") {
      result.flags.assign(result.words.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                          result.words.end());
      result.words.resize(at);
      break;
    }
  }
  return result;
}

void add_run_options(cxxopts::Options& options) {
  options.positional_help("[FILE...] [-- FLAG...]");
  options.add_options()  //
      ("p,build", "compile_commands.json, or the folder that has it",
       cxxopts::value<std::string>()->default_value(""), "PATH")  //
      ("config", "by default the kcheck.toml of this folder or the nearest above it",
       cxxopts::value<std::string>()->default_value(""), "FILE")  //
      ("j,jobs", "threads; by default one a processor",
       cxxopts::value<unsigned>()->default_value("0"), "N")  //
      ("cache", "where parsed files are kept; by default .kcheck-cache in the build folder",
       cxxopts::value<std::string>(), "FOLDER")       //
      ("no-cache", "parse everything, keep nothing")  //
      ("h,help", "this text")                         //
      ("files", "", cxxopts::value<std::vector<std::string>>());
  options.parse_positional({"files"});
}

Config configure(const cxxopts::ParseResult& parsed) {
  std::string file = parsed["config"].as<std::string>();
  if (file.empty()) {
    file = find_config();
  } else if (!fs::exists(file)) {
    throw CommandFailure(kExitUsage, fmt::format("{}: no such file", file));
  }
  auto read = read_config(file, fs::current_path().string());
  if (!read.error.empty()) {
    throw CommandFailure(kExitUsage, read.error);
  }
  return std::move(read.config);
}

RunOptions list_run(const cxxopts::ParseResult& parsed, const Config& config,
                    const std::vector<std::string>& flags) {
  SourceRequest request;
  request.database = parsed["build"].as<std::string>();
  request.flags = flags;
  if (parsed.count("files") != 0) {
    request.files = parsed["files"].as<std::vector<std::string>>();
  }
  auto sources = list_sources(config, request);
  if (!sources.error.empty()) {
    throw CommandFailure(kExitUsage, sources.error);
  }
  for (const auto& skipped : sources.skipped) {
    fmt::print(stderr, "kcheck: {}\n", skipped);
  }
  if (sources.commands.empty()) {
    throw CommandFailure(kExitRanNothing, "there is nothing to analyse");
  }
  RunOptions how;
  how.commands = std::move(sources.commands);
  how.jobs = parsed["jobs"].as<unsigned>();
  how.cache = cache_folder(parsed);
  how.complete = request.files.empty();
  return how;
}

}  // namespace kgate::checks
