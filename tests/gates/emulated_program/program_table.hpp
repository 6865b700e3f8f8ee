// SPDX-License-Identifier: MIT
// The main function of programs that are compiled as one: it runs those that it is told.
#pragma once

#include <cstdio>
#include <map>
#include <string>

using ProgramTable = std::map<std::string, int (*)()>;

/// Runs the programs that the command line names, all if it names none, in one process and up to
/// the first that fails, whose exit status is returned; 2 for a name that there is not.
inline int run_programs(const ProgramTable& programs, int argc, char** argv) {
  ProgramTable chosen;
  for (int i = 1; i < argc; ++i) {
    const auto found = programs.find(argv[i]);
    if (found == programs.end()) {
      std::fprintf(stderr, "there is no program %s\n", argv[i]);
      return 2;
    }
    chosen.insert(*found);
  }
  for (const auto& [name, program] : argc > 1 ? chosen : programs) {
    std::printf("%s:\n", name.c_str());
    std::fflush(stdout);
    if (const int status = program(); status != 0) return status;
  }
  return 0;
}
