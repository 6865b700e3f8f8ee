// SPDX-License-Identifier: MIT
#include "gates/cli/run_report_markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "kernels/registry/operations.hpp"
#include "reports/markdown_table.hpp"

namespace kgate::gates {
namespace {

/// Verdicts of one family and gate.
struct Tally {
  std::uint64_t cases = 0;
  std::uint64_t assertions = 0;
  std::uint64_t failed = 0;
  double worst = 0;  ///< the gate's own figure
};

/// What the gate's own figure is called; empty if it has none.
std::string_view figure_of(std::string_view name) {
  for (const Gate* gate : gates()) {
    if (gate->name == name) {
      return gate->figure;
    }
  }
  return {};
}

std::string verdicts_of(const RunReport& report, const DeviceReport& device) {
  std::map<std::pair<std::string, std::string>, Tally> tallies;
  for (const CaseVerdict& one : report.verdicts) {
    if (one.device != device.label) {
      continue;
    }
    Tally& tally = tallies[{std::string(one.family), std::string(one.gate)}];
    ++tally.cases;
    tally.assertions += one.verdict.assertions;
    tally.failed += one.verdict.outcome == Outcome::pass ? 0 : 1;
    tally.worst = std::max(tally.worst, one.verdict.worst);
  }
  reports::MarkdownTable table({"family", "gate", "cases", "assertions", "failed", "worst"});
  for (const auto& [key, tally] : tallies) {
    const std::string_view figure = figure_of(key.second);
    const std::string worst = figure.empty() ? "" : fmt::format("{:.3g} {}", tally.worst, figure);
    table.add({key.first, key.second, fmt::format("{}", tally.cases),
               fmt::format("{}", tally.assertions), fmt::format("{}", tally.failed), worst});
  }
  return table.text();
}

std::string code_of(const DeviceReport& device) {
  std::vector<std::string> lines = device.code_objects;
  std::sort(lines.begin(), lines.end());
  std::string text = "Code objects (family, target, wave size, xxh128):\n\n```\n";
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text + "```\n";
}

}  // namespace

std::string markdown_report(const RunReport& report, const RunRequest& request) {
  std::string text = fmt::format("# Gates: {}\n\nProfile {}, input seed {}.\n",
                                 report.failed == 0 ? "clean" : "FAILED",
                                 request.effort == Effort::full ? "full" : "quick", request.seed);
  for (const DeviceReport& device : report.devices) {
    text += fmt::format("\n## {}\n\n", device.label);
    if (!device.opened.ok()) {
      text += fmt::format("Did not run: {}\n", device.opened.message());
      continue;
    }
    text += fmt::format(
        "{}; {} launches, {} assertions on this device; {} calls served by the CPU "
        "reference.\n\n",
        device.name, device.launches, device.assertions, Operations::reference_hits());
    text += verdicts_of(report, device) + "\n" + code_of(device);
  }
  if (!report.not_run.empty()) {
    text += "\nNot run:\n\n";
    for (const std::string& line : report.not_run) {
      text += "- " + line + "\n";
    }
  }
  return text;
}

}  // namespace kgate::gates
