// SPDX-License-Identifier: MIT
// What the commands that analyse sources have in common: options, configuration, the list of files.
#pragma once

#include <cxxopts.hpp>
#include <string>
#include <vector>

#include "checks/config.hpp"
#include "checks/run.hpp"

namespace kgate::checks {

/// The words before `--`, and the flags after it.
struct CommandWords {
  std::vector<char*> words;
  std::vector<std::string> flags;
};

CommandWords split_words(int argc, char** argv);

/// Adds -p, --config, --jobs, --cache, --no-cache, --help and the list of files.
void add_run_options(cxxopts::Options& options);

/// Reads the configuration that the options name, or the kcheck.toml of this folder or above.
/// Throws CommandFailure where it is wrong.
Config configure(const cxxopts::ParseResult& parsed);

/// Lists what is analysed. Prints what was asked for and is skipped, on standard error. Throws
/// CommandFailure where there is nothing.
RunOptions list_run(const cxxopts::ParseResult& parsed, const Config& config,
                    const std::vector<std::string>& flags);

}  // namespace kgate::checks
