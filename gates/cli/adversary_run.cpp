// SPDX-License-Identifier: MIT
// Cases under adversaries, from the command line to the exit code.
#include "gates/cli/adversary_run.hpp"

#include <fmt/format.h>

#include <string>

#include "gates/cli/progress_line.hpp"
#include "gates/exit_code.hpp"
#include "gates/harness/adversary.hpp"

namespace kgate::gates {

Status adversary_count(const cxxopts::ParseResult& parsed, const RunRequest& request,
                       unsigned& count) {
  count = 0;
  if (parsed.count("adversary") == 0) {
    return {};
  }
  count = parsed["adversary"].as<unsigned>();
  if (count == 0) {
    return Status::error(StatusCode::invalid_argument, "--adversary is 0; it must be 1 or more");
  }
  for (const char* other : {"gate", "json", "junit", "markdown", "fidelity", "jobs"}) {
    if (parsed.count(other) != 0) {
      return Status::error(StatusCode::invalid_argument,
                           "--adversary runs no gates, one case at a time; leave --{} out", other);
    }
  }
  for (const SessionOptions& session : request.sessions) {
    if (session.device.rfind("emulated:", 0) != 0) {
      return Status::error(StatusCode::invalid_argument,
                           "--adversary draws what the emulator does; '{}' is not emulated",
                           session.device);
    }
  }
  return {};
}

Status run_against_adversaries(const RunRequest& request, unsigned count, int& exit_code) {
  AdversaryReport report;
  {
    ProgressLine line;
    const Status status = run_adversaries(
        request, count,
        [&](std::size_t done, std::size_t total, const std::string& id) {
          line.update(done, total, id);
        },
        report);
    if (!status.ok()) {
      return status;
    }
  }
  fmt::print("{}", adversary_text(report));
  exit_code = report.launches == 0 ? kExitRanNothing : kExitClean;
  if (!report.could_not_run.empty()) {
    exit_code = kExitCouldNotRun;
  }
  if (!report.difference.empty()) {
    exit_code = kExitFindings;
  }
  return {};
}

}  // namespace kgate::gates
