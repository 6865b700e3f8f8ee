// SPDX-License-Identifier: MIT
// One run of kcheck: sources in, findings out. The command line is a thin layer over this.
#pragma once

#include <string>
#include <vector>

#include "checks/compile_commands.hpp"
#include "checks/config.hpp"
#include "checks/whole_program.hpp"
#include "reports/finding.hpp"

namespace kgate::checks {

struct RunOptions {
  std::vector<CompileCommand> commands;
  unsigned jobs = 0;                      ///< threads; 0 asks the machine
  std::string cache;                      ///< folder of lowered units; empty: no cache
  std::vector<std::string> rules;         ///< ids; empty: all that the configuration leaves on
  std::vector<std::string> code_objects;  ///< files: machine code declared bit-exact
  bool complete = true;  ///< the commands are all of the project: what is not found is not there
};

/// The program of all commands, and what each parse had to say.
struct Analysed {
  Program program;
  std::vector<reports::RunNotice> notices;
  std::size_t files = 0;
  std::size_t files_analysed = 0;
  std::size_t files_partial = 0;
  std::size_t files_failed = 0;
  std::size_t passes = 0;
  std::size_t from_cache = 0;  ///< of these, not parsed again
};

/// Parses and lowers all passes of all commands, on several threads, and joins them in the order of
/// the commands, so that the result does not depend on timing.
Analysed analyse(const Config& config, const RunOptions& options);

/// Runs the rules over an analysed program and applies suppressions. The baseline is not applied.
reports::FindingsReport check(const Config& config, const Analysed& analysed,
                              const RunOptions& options);

}  // namespace kgate::checks
