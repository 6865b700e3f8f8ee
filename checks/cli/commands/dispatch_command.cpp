// SPDX-License-Identifier: MIT
// kcheck dispatch: the lint step.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "checks/cli/check_command.hpp"
#include "checks/cli/run_setup.hpp"
#include "checks/pattern.hpp"
#include "checks/report/finding_baseline.hpp"
#include "checks/rule.hpp"
#include "reports/findings_github.hpp"
#include "reports/findings_json.hpp"
#include "reports/findings_text.hpp"
#include "reports/sarif.hpp"

namespace kgate::checks {
namespace {

namespace fs = std::filesystem;

cxxopts::Options make_options() {
  cxxopts::Options options("kcheck dispatch",
                           "Finds kernels and code paths that are picked by asking at run time "
                           "which backend this is.\n");
  add_run_options(options);
  options.add_options()  //
      ("rules", "rules to run, separated by commas; by default all that are on",
       cxxopts::value<std::vector<std::string>>(), "LIST")  //
      ("format", "text, json, sarif or github",
       cxxopts::value<std::string>()->default_value("text"), "NAME")  //
      ("o,output", "write the report there instead of to standard output",
       cxxopts::value<std::string>(), "FILE")  //
      ("baseline", "findings that are known; their number may only fall",
       cxxopts::value<std::string>(), "FILE")                               //
      ("write-baseline", "write the findings to --baseline, if none rose")  //
      ("allow-partial", "files that do not fully compile are no failure")   //
      ("code-objects", "folder or file of code objects that must be exact",
       cxxopts::value<std::vector<std::string>>(), "PATH");
  return options;
}

std::vector<std::string> wanted_rules(const cxxopts::ParseResult& parsed) {
  std::vector<std::string> wanted;
  if (parsed.count("rules") == 0) {
    return wanted;
  }
  const auto all = rules();
  for (const auto& id : parsed["rules"].as<std::vector<std::string>>()) {
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const Rule* rule) { return rule->id == id; });
    if (!known) {
      throw CommandFailure(kExitUsage, fmt::format("no rule `{}`; `kcheck rules` lists them", id));
    }
    wanted.push_back(id);
  }
  return wanted;
}

/// Code objects named on the command line, and those that the configuration's patterns find.
std::vector<std::string> code_objects(const cxxopts::ParseResult& parsed, const Config& config) {
  std::vector<std::string> found;
  if (parsed.count("code-objects") != 0) {
    for (const auto& given : parsed["code-objects"].as<std::vector<std::string>>()) {
      if (!fs::exists(given)) {
        throw CommandFailure(kExitUsage, fmt::format("{}: no such file or folder", given));
      }
      if (!fs::is_directory(given)) {
        found.push_back(fs::absolute(given).lexically_normal().string());
        continue;
      }
      const std::size_t before = found.size();
      for (const auto& entry : fs::recursive_directory_iterator(given)) {
        if (entry.path().extension() == ".co" || entry.path().extension() == ".hsaco") {
          found.push_back(fs::absolute(entry.path()).lexically_normal().string());
        }
      }
      if (found.size() == before) {
        throw CommandFailure(kExitUsage, fmt::format("{}: has no .co or .hsaco file", given));
      }
    }
  }
  if (!config.code_objects.empty()) {
    for (const auto& entry : fs::recursive_directory_iterator(config.root)) {
      const std::string path = entry.path().string();
      const std::string relative = path.substr(config.root.size() + 1);
      if (std::any_of(config.code_objects.begin(), config.code_objects.end(),
                      [&](const auto& pattern) { return matches_path(pattern, relative); })) {
        found.push_back(path);
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string plural(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

/// The closing line: what was looked at, what was found, what somebody accepted, what was not done.
std::string closing_line(const reports::FindingsReport& report, const Analysed& analysed,
                         std::size_t known) {
  std::string line =
      fmt::format("kcheck: {}, {} analysed", plural(report.files, "file"), report.files_analysed);
  if (report.files_partial > 0) {
    line += fmt::format(", {} in part", report.files_partial);
  }
  if (report.files_failed > 0) {
    line += fmt::format(", {} not at all", report.files_failed);
  }
  line += fmt::format("; {}", plural(report.findings.size() - known, "finding"));
  if (known > 0) {
    line += fmt::format(", {} more in the baseline", known);
  }
  line += fmt::format(", {} suppressed", report.suppressed.size());
  std::map<std::string, int> by_rule;
  for (const auto& one : report.suppressed) {
    ++by_rule[one.finding.rule];
  }
  std::string counts;
  for (const auto& [rule, count] : by_rule) {
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", rule, count);
  }
  line += counts.empty() ? "" : " (" + counts + ")";
  line +=
      fmt::format("; {}, {} of {} passes from the cache\n", plural(report.rules.size() - 1, "rule"),
                  analysed.from_cache, analysed.passes);
  return line;
}

std::string formatted(const std::string& format, const reports::FindingsReport& report,
                      bool to_terminal) {
  if (format == "text") {
    return reports::findings_text(report, to_terminal && std::getenv("NO_COLOR") == nullptr);
  }
  if (format == "json") {
    return reports::findings_json(report);
  }
  if (format == "sarif") {
    return reports::sarif(report, report.files_failed == 0);
  }
  return reports::findings_github(report);
}

void write(const cxxopts::ParseResult& parsed, const reports::FindingsReport& report) {
  const std::string format = parsed["format"].as<std::string>();
  if (parsed.count("output") == 0) {
    fmt::print("{}", formatted(format, report, isatty(STDOUT_FILENO) == 1));
    return;
  }
  const std::string path = parsed["output"].as<std::string>();
  std::ofstream out(path, std::ios::binary);
  out << formatted(format, report, false);
  if (!out.flush()) {
    throw CommandFailure(kExitCouldNotRun, fmt::format("{}: cannot be written", path));
  }
}

/// Applies or writes the baseline; returns what of it counts for the exit code and closing line.
BaselineResult use_baseline(const cxxopts::ParseResult& parsed, bool all_files,
                            reports::FindingsReport& report) {
  const bool writes = parsed.count("write-baseline") != 0;
  if (parsed.count("baseline") == 0) {
    if (writes) {
      throw CommandFailure(kExitUsage, "--write-baseline needs --baseline FILE");
    }
    return {};
  }
  const std::string path = parsed["baseline"].as<std::string>();
  const bool in_full = report.files_failed == 0 && report.files_partial == 0;
  if (writes) {
    if (!all_files || parsed.count("rules") != 0) {
      throw CommandFailure(kExitUsage, "a baseline is of all files and rules: name none with it");
    }
    if (report.files_failed > 0) {
      throw CommandFailure(kExitCouldNotRun,
                           fmt::format("{}: not written, since {} of {} files were not analysed",
                                       path, report.files_failed, report.files));
    }
    const auto written = write_baseline(path, report);
    if (!written.error.empty()) {
      throw CommandFailure(kExitFindings, written.error);
    }
  }
  auto applied = apply_baseline(path, all_files && in_full, report);
  if (!applied.error.empty()) {
    throw CommandFailure(kExitUsage, applied.error);
  }
  return applied;
}

/// What was not analysed might have findings: it is not clean unless the caller says so.
int exit_code(const reports::FindingsReport& report, const BaselineResult& baseline,
              bool allow_partial) {
  if (report.files_failed > 0) {
    return kExitCouldNotRun;
  }
  if (report.findings.size() > baseline.known || baseline.fell) {
    return kExitFindings;
  }
  if (report.files_partial > 0 && !allow_partial) {
    fmt::print(stderr, "kcheck: {} not fully analysed; --allow-partial accepts that\n",
               plural(report.files_partial, "file"));
    return kExitCouldNotRun;
  }
  return kExitClean;
}

int run(int argc, char** argv) {
  auto words = split_words(argc, argv);
  auto options = make_options();
  const auto parsed = options.parse(static_cast<int>(words.words.size()), words.words.data());
  if (parsed.count("help") != 0) {
    fmt::print("{}", options.help());
    return kExitClean;
  }
  const std::string format = parsed["format"].as<std::string>();
  if (format != "text" && format != "json" && format != "sarif" && format != "github") {
    throw CommandFailure(kExitUsage, "--format is text, json, sarif or github");
  }
  const Config config = configure(parsed);
  const auto only = wanted_rules(parsed);
  RunOptions how = list_run(parsed, config, words.flags);
  how.rules = only;
  how.code_objects = code_objects(parsed, config);
  const Analysed analysed = analyse(config, how);
  auto report = check(config, analysed, how);
  const auto baseline = use_baseline(parsed, how.complete, report);
  write(parsed, report);
  // Machine formats own standard output; the closing line is for whoever watches.
  fmt::print(format == "text" && parsed.count("output") == 0 ? stdout : stderr, "{}",
             closing_line(report, analysed, baseline.known));
  return exit_code(report, baseline, parsed.count("allow-partial") != 0);
}

}  // namespace

extern const CheckCommand dispatch_command;
const CheckCommand dispatch_command{"dispatch", "checks sources; the lint step", run};

}  // namespace kgate::checks
