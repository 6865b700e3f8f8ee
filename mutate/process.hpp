// SPDX-License-Identifier: MIT
// Runs one shell command in its own session with a time limit, and leaves no process behind.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>

namespace kgate::mutate {

struct Command {
  std::string line;                        ///< for `sh -c`
  std::filesystem::path folder;            ///< working folder
  std::filesystem::path log;               ///< stdout and stderr together are appended here
  std::chrono::duration<double> limit{0};  ///< 0: no limit
  double processor_limit = 0;  ///< seconds that a process of it may compute; 0: no limit
  std::map<std::string, std::string> environment;  ///< added to the caller's
};

struct Finished {
  int exit_status = 0;  ///< meaningful where `signal` is 0
  int signal = 0;       ///< the signal that ended the command (or, by the shell's 128+n, its child)
  bool timed_out = false;  ///< by either limit
  double seconds = 0;
  double cpu_seconds = 0;  ///< of the command and the descendants it waited for
  std::string output;      ///< the last 1 MiB of what this command wrote
  [[nodiscard]] bool succeeded() const { return !timed_out && signal == 0 && exit_status == 0; }
};

/// Runs and waits. However it ends, every process of its session, and every descendant that left
/// the session but kept the environment, is killed before this returns. Throws Failure
/// (could_not_run) where the command cannot be started, or when the run is interrupted.
Finished run(const Command& command);

/// Makes SIGINT and SIGTERM end running commands and `run` throw; call once from main.
void stop_on_signals();

}  // namespace kgate::mutate
