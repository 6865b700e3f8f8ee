// SPDX-License-Identifier: MIT
// Runs rules and turns what they report into findings.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "checks/report/source_lines.hpp"
#include "checks/report/suppressions.hpp"
#include "checks/rule.hpp"
#include "checks/run.hpp"

namespace kgate::checks {
namespace {

std::string page_of(std::string_view id) { return fmt::format("docs/checks/{}.md", id); }

std::string level_of(const Config& config, std::string_view id) {
  const auto it = config.levels.find(std::string(id));
  return it == config.levels.end() ? "error" : it->second;
}

bool is_wanted(const RunOptions& options, const Config& config, std::string_view id) {
  if (!options.rules.empty()) {
    return std::find(options.rules.begin(), options.rules.end(), id) != options.rules.end();
  }
  return level_of(config, id) != "off";
}

/// FNV-1a: fingerprints must be the same on every machine and in every version.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t state = 0xcbf29ce484222325;
  for (const char c : text) {
    state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return state;
}

void sort_findings(std::vector<reports::Finding>& findings) {
  std::sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) {
    return std::tie(a.span.file, a.span.line, a.span.column, a.rule, a.message) <
           std::tie(b.span.file, b.span.line, b.span.column, b.rule, b.message);
  });
}

/// Rule, file and text of the line, and which of equal ones it is: line numbers do not count, so
/// that edits above a finding do not make it a new one.
void add_fingerprints(std::vector<reports::Finding>& findings) {
  std::map<std::string, int> seen;
  for (auto& finding : findings) {
    std::string text;
    for (const char c : finding.source_line) {
      if (c != ' ' && c != '\t') {
        text += c;
      }
    }
    const std::string key = fmt::format("{}\n{}\n{}", finding.rule, finding.span.file,
                                        finding.source_line.empty() ? finding.message : text);
    finding.fingerprint = fmt::format("{:016x}:{}", hash_of(key), ++seen[key]);
  }
}

class RuleRunner {
 public:
  RuleRunner(const Context& context, SourceLines& lines, reports::FindingsReport& report)
      : context_(context), lines_(lines), report_(report) {}

  /// A rule that needs all files is declared, so that reports have it, and not asked about a part.
  void run(const Rule& rule, bool all_files) {
    const auto severity = level_of(context_.config, rule.id) == "warning"
                              ? reports::Severity::warning
                              : reports::Severity::error;
    report_.rules.push_back({std::string(rule.id), std::string(rule.summary),
                             std::string(rule.advice), page_of(rule.id), severity});
    if (rule.needs_all_files && !all_files) {
      if (!context_.config.backends.empty()) {
        report_.notices.push_back(
            {reports::Severity::note,
             fmt::format("{} is about all files together, and was not asked about some", rule.id),
             std::nullopt});
      }
      return;
    }
    std::vector<RuleFinding> found;
    rule.check(context_, found);
    std::sort(found.begin(), found.end(), [](const RuleFinding& a, const RuleFinding& b) {
      return std::tie(a.place.column, a.message) < std::tie(b.place.column, b.message);
    });
    // One finding a rule and line; what has no line is told apart by what it says.
    std::set<std::tuple<std::string, std::size_t, std::string>> seen;
    for (const auto& one : found) {
      if (auto finding = make(one);
          finding && seen.emplace(finding->span.file, finding->span.line,
                                  finding->span.line == 0 ? finding->message : "")
                         .second) {
        finding->rule = rule.id;
        finding->severity = severity;
        report_.findings.push_back(std::move(*finding));
      }
    }
  }

 private:
  [[nodiscard]] reports::SourceSpan span_of(const Place& place) const {
    return {context_.vocabulary.relative(place.file), place.line, place.column, place.end_column};
  }

  std::optional<reports::Finding> make(const RuleFinding& one) {
    reports::Finding finding;
    finding.span = span_of(one.place);
    if (!one.file.empty()) {
      finding.span.file = one.file;
    } else if ((context_.vocabulary.area(one.place.file) & area::kOutside) != 0) {
      return std::nullopt;
    }
    finding.message = one.message;
    finding.source_line =
        lines_.line(std::string(context_.program.text(one.place.file)), one.place.line);
    for (const auto& because : one.because) {
      finding.related.push_back({span_of(because.place), because.message});
    }
    return finding;
  }

  const Context& context_;
  SourceLines& lines_;
  reports::FindingsReport& report_;
};

}  // namespace

reports::FindingsReport check(const Config& config, const Analysed& analysed,
                              const RunOptions& options) {
  reports::FindingsReport report;
  report.tool = "kcheck";
  report.version = KGATE_VERSION;
  report.files = analysed.files;
  report.files_analysed = analysed.files_analysed;
  report.files_partial = analysed.files_partial;
  report.files_failed = analysed.files_failed;
  report.notices = analysed.notices;

  const Vocabulary vocabulary(analysed.program, config);
  const Effects effects(analysed.program, vocabulary);
  const Flow flow(analysed.program, vocabulary, effects);
  const Context context{config, analysed.program, vocabulary, effects, flow, options.code_objects};
  SourceLines lines;
  RuleRunner runner(context, lines, report);
  for (const Rule* rule : rules()) {
    if (is_wanted(options, config, rule->id)) {
      runner.run(*rule, options.complete);
    }
  }
  report.rules.push_back({std::string(kSuppressionRule),
                          "A suppression has no reason, names no rule, or is not needed.",
                          "write `kcheck: allow(rule) reason`, and remove it when the code is gone",
                          page_of(kSuppressionRule), reports::Severity::error});
  std::sort(report.rules.begin(), report.rules.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  sort_findings(report.findings);
  add_fingerprints(report.findings);
  const bool in_full = report.files_failed == 0 && report.files_partial == 0;
  apply_suppressions(config, analysed.program, vocabulary,
                     AnalysedPaths(config, analysed.program, vocabulary, options.code_objects),
                     lines, options.complete && in_full, report);
  sort_findings(report.findings);
  return report;
}

}  // namespace kgate::checks
