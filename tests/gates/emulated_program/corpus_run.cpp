// SPDX-License-Identifier: MIT
#include "tests/gates/emulated_program/corpus_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string_view>

#include "tests/shell.hpp"

namespace kgate::corpora {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeadline = "kgate emulate: ";

/// The program prints this line where its results are the host's.
constexpr std::string_view kRight = "right";

// A run that should take seconds, on a machine that does much else.
constexpr int kSecondsOfARun = 250;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

/// The rest of the line of a report that begins with `start`; empty if there is none.
std::string value_of(const std::string& report, std::string_view start) {
  for (const std::string& line : lines_of(report)) {
    if (line.starts_with(start)) return line.substr(start.size());
  }
  return {};
}

/// Whether a text has this file:line, and not the first digits of another.
bool names_line(std::string_view text, std::string_view place) {
  const std::size_t at = text.find(place);
  const std::size_t after = at + place.size();
  return at != std::string_view::npos &&
         (after >= text.size() || text[after] < '0' || text[after] > '9');
}

}  // namespace

Expectation expectation_of(const fs::path& source) {
  Expectation expected;
  const std::map<std::string_view, std::string*> keys{{"// finding: ", &expected.finding},
                                                      {"// kernel: ", &expected.kernel},
                                                      {"// call: ", &expected.call},
                                                      {"// says: ", &expected.says},
                                                      {"// options: ", &expected.options}};
  std::ifstream file(source);
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    for (const auto& [key, value] : keys) {
      if (line.starts_with(key)) *value = line.substr(key.size());
    }
    if (line.ends_with("// FAULT")) expected.fault_line = number;
    if (line.ends_with("// SECOND")) expected.second_line = number;
  }
  return expected;
}

std::vector<fs::path> sources_of(const std::string& corpus) {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::directory_iterator(fs::path(KGATE_SOURCE_DIR) / corpus)) {
    if (entry.path().extension() == ".hip") sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

std::vector<std::string> split_variants(std::string_view list) {
  std::vector<std::string> variants;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    variants.emplace_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return variants;
}

Run run_programs(const std::string& corpus, const std::string& side, const std::string& variant,
                 const std::string& names, const std::string& options) {
  const fs::path program =
      fs::path(KGATE_BINARY_DIR) / corpus / (side + "." + variant) / "programs";
  const int device = variant.starts_with("gfx1100") ? 1 : 0;
  Run run;
  run.command = fmt::format("HIP_VISIBLE_DEVICES={} {} emulate {} -- {} {}", device, KGATE_PROGRAM,
                            options, program.string(), names);
  const test::ShellResult result =
      test::shell(fmt::format("timeout {} env {}", kSecondsOfARun, run.command));
  run.code = result.code;
  run.text = result.text;
  for (std::size_t begin = run.text.find(kHeadline); begin != std::string::npos;) {
    const std::size_t next = run.text.find(kHeadline, begin + 1);
    run.reports.push_back(run.text.substr(begin, next - begin));
    begin = next;
  }
  return run;
}

std::string departure_from_right(const Run& run, std::size_t programs) {
  if (!run.reports.empty()) return "it has no fault, and the emulator reports one";
  if (run.code != 0) return fmt::format("its exit code is {}", run.code);
  const std::vector<std::string> lines = lines_of(run.text);
  const auto right = std::count(lines.begin(), lines.end(), kRight);
  if (static_cast<std::size_t>(right) != programs) {
    return fmt::format("'{}' is printed {} times and not {}", kRight, right, programs);
  }
  return {};
}

std::string departure_from(const Expectation& expected, const Run& run, const std::string& file) {
  if (expected.finding.empty() || (expected.kernel.empty() && expected.call.empty())) {
    return "the program names no finding, or neither kernel nor call";
  }
  if (run.reports.size() != 1) {
    return fmt::format("{} reports where one fault is", run.reports.size());
  }
  const std::string& report = run.reports.front();
  if (!report.starts_with(fmt::format("{}{}: ", kHeadline, expected.finding))) {
    return fmt::format("the finding is not '{}'", expected.finding);
  }
  if (!expected.call.empty() && value_of(report, "  call ") != expected.call) {
    return fmt::format("the call is not {}", expected.call);
  }
  if (!expected.kernel.empty() &&
      !contains(value_of(report, "  kernel "), fmt::format("::{}(", expected.kernel))) {
    return fmt::format("the kernel is not {}", expected.kernel);
  }
  if (!expected.kernel.empty() && expected.fault_line == 0) {
    return "the program marks no line with // FAULT";
  }
  const std::string source = value_of(report, "  source ");
  const auto is_line = [&](std::string_view text, unsigned line) {
    return names_line(text, fmt::format("{}:{}", file, line));
  };
  // Which of two accesses comes second is up to the order in which workgroups ran.
  const bool swapped = expected.second_line != 0 && is_line(source, expected.second_line);
  const unsigned first = swapped ? expected.second_line : expected.fault_line;
  const unsigned second = swapped ? expected.fault_line : expected.second_line;
  if (first != 0 && !is_line(source, first)) {
    return fmt::format("the source is not line {}", first);
  }
  if (second != 0 &&
      !is_line(report.substr(0, report.find("\n  source ")) + value_of(report, "  other access: "),
               second)) {
    return fmt::format("the other access is not line {}", second);
  }
  if (!contains(report, expected.says)) {
    return fmt::format("the report does not say '{}'", expected.says);
  }
  return {};
}

}  // namespace kgate::corpora
