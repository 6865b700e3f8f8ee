// SPDX-License-Identifier: MIT
// A run as JUnit XML.
#include "gates/cli/run_report_junit.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "reports/junit_xml.hpp"

namespace kgate::gates {

std::string junit_report(const RunReport& report, const RunRequest& request) {
  std::map<std::pair<std::string_view, std::string>, std::vector<reports::JunitCase>> suites;
  for (const CaseVerdict& one : report.verdicts) {
    reports::JunitCase entry;
    entry.class_name = std::string(one.family) + "." + std::string(one.gate);
    entry.name = one.case_id;
    entry.seconds = one.seconds;
    if (one.verdict.outcome == Outcome::fail) {
      const auto device = std::find_if(
          report.devices.begin(), report.devices.end(),
          [&](const DeviceReport& candidate) { return candidate.label == one.device; });
      entry.failure =
          one.verdict.detail + "\nreplay: " + replay_command(*device, one, request.seed);
    } else if (one.verdict.outcome == Outcome::not_run) {
      entry.skipped = one.verdict.detail;
    }
    suites[{one.family, one.device}].push_back(std::move(entry));
  }
  std::vector<reports::JunitSuite> list;
  for (auto& [key, cases] : suites) {
    list.push_back({std::string(key.first) + " on " + key.second, std::move(cases)});
  }
  return reports::junit(list);
}

}  // namespace kgate::gates
