// SPDX-License-Identifier: MIT
// Which compile commands a run analyses: from a database, a list of files, kcheck.toml, or all.
#pragma once

#include <string>
#include <vector>

#include "checks/compile_commands.hpp"
#include "checks/config.hpp"

namespace kgate::checks {

struct SourceRequest {
  std::string database;  ///< compile_commands.json or its folder; may be empty
  std::vector<std::string>
      files;  ///< as given; empty: everything the database and kcheck.toml have
  std::vector<std::string> flags;  ///< for files that have no command
};

struct SourceList {
  std::vector<CompileCommand> commands;
  std::vector<std::string> skipped;  ///< files that were asked for and cannot be analysed, with why
  std::string error;                 ///< what is wrong with the request as a whole
};

/// Commands for the request. Files outside of the root and excluded ones are left out of "all".
/// Headers have no command of their own; they are analysed with the files that include them.
SourceList list_sources(const Config& config, const SourceRequest& request);

}  // namespace kgate::checks
