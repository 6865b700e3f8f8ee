// SPDX-License-Identifier: MIT
// Runs cases through gates on devices and keeps every verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gates/gate.hpp"
#include "gates/harness/device_session.hpp"
#include "kernels/case.hpp"

namespace kgate::gates {

/// What to run. Empty lists mean all.
struct RunRequest {
  std::vector<SessionOptions> sessions;
  std::vector<std::string> families;
  std::vector<std::string> cases;  ///< ids, or patterns with * and ?
  std::vector<std::string> gates;
  Effort effort = Effort::quick;
  std::uint64_t seed = 1;
  unsigned jobs = 1;  ///< cases in flight, each on a stream of its own
  bool stop_at_first_failure = false;
};

/// One gate's answer for one case on one device.
struct CaseVerdict {
  std::string_view family;
  std::string_view gate;
  std::string case_id;
  std::string model;
  std::string device;
  Verdict verdict;
  double seconds = 0;
};

/// A device of the request, as it was.
struct DeviceReport {
  std::string label;
  SessionOptions options;
  Status opened;  ///< not ok: nothing ran there, and why
  std::string name;
  std::vector<std::string> code_objects;  ///< "family target waveN hash"
  std::uint64_t assertions = 0;
  std::uint64_t launches = 0;
  std::uint64_t wave_instructions = 0;
  std::vector<KernelFidelity> fidelity;  ///< by kernel; empty unless it was followed
};

struct RunReport {
  std::vector<DeviceReport> devices;
  std::vector<CaseVerdict> verdicts;  ///< by device, then case table order, then gate name
  std::vector<std::string> not_run;   ///< what was left out, in words
  std::uint64_t assertions = 0;
  std::uint64_t failed = 0;  ///< verdicts
  double seconds = 0;
};

/// Called after each case: how many of how many are done, and which came last.
using Progress =
    std::function<void(std::size_t done, std::size_t total, const std::string& case_id)>;

/// The cases a request selects, in table order. A name or pattern that selects nothing is an error
/// that lists what there is.
Status select_cases(const RunRequest& request, std::vector<std::pair<const Family*, Case>>& cases);

/// Runs the request. Not ok: the request itself is wrong; devices that cannot be opened and failing
/// gates are in the report.
Status run_gates(const RunRequest& request, const Progress& progress, RunReport& report);

/// Whether `text` matches `pattern`, where * stands for any run and ? for any one character.
[[nodiscard]] bool matches_pattern(std::string_view text, std::string_view pattern);

/// The command that runs one verdict again.
[[nodiscard]] std::string replay_command(const DeviceReport& device, const CaseVerdict& verdict,
                                         std::uint64_t seed);

}  // namespace kgate::gates
