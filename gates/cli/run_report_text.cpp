// SPDX-License-Identifier: MIT
// A run as a table a person reads.
#include "gates/cli/run_report_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace kgate::gates {
namespace {

/// One line of the table: a family and a gate on a device.
struct Line {
  std::string_view family;
  std::string_view gate;
  std::string device;
  std::uint64_t cases = 0;
  std::uint64_t assertions = 0;
  std::uint64_t failed = 0;
  double worst = 0;
  std::string worst_case;
};

std::vector<Line> lines_of(const RunReport& report) {
  std::vector<Line> lines;
  for (const CaseVerdict& one : report.verdicts) {
    auto line = std::find_if(lines.begin(), lines.end(), [&](const Line& candidate) {
      return candidate.family == one.family && candidate.gate == one.gate &&
             candidate.device == one.device;
    });
    if (line == lines.end()) {
      line = lines.insert(lines.end(), Line{one.family, one.gate, one.device, 0, 0, 0, 0, {}});
    }
    ++line->cases;
    line->assertions += one.verdict.assertions;
    line->failed += one.verdict.outcome == Outcome::fail ? 1 : 0;
    if (one.verdict.worst > line->worst) {
      line->worst = one.verdict.worst;
      line->worst_case = one.case_id;
    }
  }
  return lines;
}

std::string_view figure_of(std::string_view gate) {
  for (const Gate* one : gates()) {
    if (one->name == gate) {
      return one->figure;
    }
  }
  return "";
}

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}
  [[nodiscard]] std::string red(std::string_view text) const { return paint("31", text); }
  [[nodiscard]] std::string green(std::string_view text) const { return paint("32", text); }

 private:
  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }
  bool colour_;
};

void print_table(std::string& out, const RunReport& report, const Painter& painter) {
  const std::vector<Line> lines = lines_of(report);
  const bool many_devices = report.devices.size() > 1;
  std::size_t family_width = 6;
  std::size_t device_width = 6;
  for (const Line& line : lines) {
    family_width = std::max(family_width, line.family.size());
    device_width = std::max(device_width, line.device.size());
  }
  auto to = std::back_inserter(out);
  if (many_devices) {
    fmt::format_to(to, "{:<{}}  ", "device", device_width);
  }
  fmt::format_to(to, "{:<{}}  {:<9}  {:>6}  {:>13}  {:>6}  {}\n", "family", family_width, "gate",
                 "cases", "assertions", "failed", "worst");
  for (const Line& line : lines) {
    if (many_devices) {
      fmt::format_to(to, "{:<{}}  ", line.device, device_width);
    }
    const std::string failed = fmt::format("{:>6}", line.failed == 0 ? "-" : grouped(line.failed));
    fmt::format_to(to, "{:<{}}  {:<9}  {:>6}  {:>13}  {}", line.family, family_width, line.gate,
                   grouped(line.cases), grouped(line.assertions),
                   line.failed == 0 ? failed : painter.red(failed));
    if (const std::string_view figure = figure_of(line.gate); !figure.empty()) {
      fmt::format_to(to, "  {:.3g} {}  {}", line.worst, figure, line.worst_case);
    }
    out += '\n';
  }
}

/// The gates of one case often fail for one reason; it is printed once with all their names.
void print_failures(std::string& out, const RunReport& report, const RunRequest& request,
                    const TextOptions& options, const Painter& painter) {
  struct Failure {
    const CaseVerdict* first;
    std::string gates;
  };
  std::vector<Failure> failures;
  for (const CaseVerdict& one : report.verdicts) {
    if (one.verdict.outcome != Outcome::fail) {
      continue;
    }
    if (!failures.empty() && failures.back().first->case_id == one.case_id &&
        failures.back().first->device == one.device &&
        failures.back().first->verdict.detail == one.verdict.detail) {
      failures.back().gates += fmt::format(", {}", one.gate);
    } else {
      failures.push_back({&one, std::string(one.gate)});
    }
  }
  auto to = std::back_inserter(out);
  for (std::size_t i = 0; i < std::min(failures.size(), options.failures_shown); ++i) {
    const CaseVerdict& one = *failures[i].first;
    const auto device = std::find_if(report.devices.begin(), report.devices.end(),
                                     [&](const DeviceReport& d) { return d.label == one.device; });
    fmt::format_to(to, "\n{} {} on {}\n  {}\n  {}\n  replay: {}\n", painter.red("FAIL"),
                   failures[i].gates, one.device, one.case_id, one.verdict.detail,
                   replay_command(*device, one, request.seed));
  }
  if (failures.size() > options.failures_shown) {
    fmt::format_to(to, "\n... and {} more failures; --json has them all\n",
                   failures.size() - options.failures_shown);
  }
}

/// What each kernel executed by class, and whether an inexact value decided anything.
void print_fidelity(std::string& out, const DeviceReport& device, const Painter& painter) {
  if (device.fidelity.empty()) {
    return;
  }
  auto to = std::back_inserter(out);
  std::size_t exact = 0;
  for (const KernelFidelity& one : device.fidelity) {
    fmt::format_to(
        to, "fidelity: {} on {}: instructions {} exact, {} documented, {} approximate, {} model",
        one.kernel, device.label, grouped(one.exact), grouped(one.documented),
        grouped(one.approximate), grouped(one.model));
    if (!one.inexact_opcodes.empty()) {
      fmt::format_to(to, " ({})", one.inexact_text());
    }
    if (one.exact_results()) {
      ++exact;
      out += "; exact results\n";
      continue;
    }
    fmt::format_to(to,
                   "; {}: inexact values reached {} stores, {} addresses, {} branches; first {}\n",
                   painter.red("INEXACT"), grouped(one.stores), grouped(one.addresses),
                   grouped(one.branches), one.first_use);
  }
  fmt::format_to(to, "fidelity on {}: {} of {} kernels have exact results only\n", device.label,
                 exact, device.fidelity.size());
}

}  // namespace

std::string text_report(const RunReport& report, const RunRequest& request,
                        const TextOptions& options) {
  const Painter painter(options.colour);
  std::string out;
  auto to = std::back_inserter(out);
  if (!report.verdicts.empty()) {
    print_table(out, report, painter);
    print_failures(out, report, request, options, painter);
    out += '\n';
  }
  for (const DeviceReport& device : report.devices) {
    if (device.opened.ok()) {
      fmt::format_to(to, "device assertions: {}  {} ({} launches, {} wave instructions)\n",
                     device.label, grouped(device.assertions), grouped(device.launches),
                     grouped(device.wave_instructions));
    } else {
      fmt::format_to(to, "{}: {} could not run: {}\n", painter.red("device"), device.label,
                     device.opened.message());
    }
  }
  for (const DeviceReport& device : report.devices) {
    print_fidelity(out, device, painter);
  }
  for (const std::string& what : report.not_run) {
    fmt::format_to(to, "not run: {}\n", what);
  }
  const std::string verdict = report.failed == 0 && report.assertions > 0
                                  ? painter.green("clean")
                                  : painter.red(report.failed > 0 ? "FAILED" : "nothing asserted");
  fmt::format_to(to, "{}: {} gate verdicts, {} failed, {} assertions, {:.1f} s\n", verdict,
                 grouped(report.verdicts.size()), grouped(report.failed),
                 grouped(report.assertions), report.seconds);
  return out;
}

}  // namespace kgate::gates
