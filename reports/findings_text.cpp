// SPDX-License-Identifier: MIT
// Findings for a person.
#include "reports/findings_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kgate::reports {

const char* name(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      break;
  }
  return "note";
}

namespace {

class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}

  [[nodiscard]] std::string bold(const std::string& text) const { return paint("1", text); }
  [[nodiscard]] std::string caret(const std::string& text) const { return paint("1;32", text); }
  [[nodiscard]] std::string severity(Severity which) const {
    return paint(which == Severity::error     ? "1;31"
                 : which == Severity::warning ? "1;35"
                                              : "1;36",
                 std::string(name(which)) + ":");
  }

 private:
  [[nodiscard]] std::string paint(const char* code, const std::string& text) const {
    return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  bool colour_;
};

std::string place(const SourceSpan& span) {
  if (span.line == 0) {
    return span.file.empty() ? std::string() : span.file + ": ";
  }
  return span.column == 0 ? fmt::format("{}:{}: ", span.file, span.line)
                          : fmt::format("{}:{}:{}: ", span.file, span.line, span.column);
}

/// The line of code and, below it, a caret with tildes under the rest of the span. Tabs are kept in
/// front of the caret, so that it stands right whatever their width.
std::string excerpt(const Finding& finding, const Painter& paint) {
  const auto& line = finding.source_line;
  const auto& span = finding.span;
  if (line.empty() || span.column == 0) {
    return {};
  }
  std::string below;
  for (std::size_t at = 0; at + 1 < span.column && at < line.size(); ++at) {
    below += line[at] == '\t' ? '\t' : ' ';
  }
  const std::size_t end = span.end_column > span.column ? span.end_column : line.size() + 1;
  const std::size_t width = std::min(end, line.size() + 1) - std::min(span.column, line.size());
  const std::string marks = "^" + std::string(width > 1 ? width - 1 : 0, '~');
  const std::string number = std::to_string(span.line);
  return fmt::format("{:>5} | {}\n{:>5} | {}{}\n", number, line, "", below, paint.caret(marks));
}

}  // namespace

std::string findings_text(const FindingsReport& report, bool colour) {
  const Painter paint(colour);
  std::string out;
  for (const auto& finding : report.findings) {
    if (finding.baseline == Finding::Baseline::known) {
      continue;
    }
    out += fmt::format("{}{} {} [{}]\n", paint.bold(place(finding.span)),
                       paint.severity(finding.severity), paint.bold(finding.message), finding.rule);
    out += excerpt(finding, paint);
    for (const auto& related : finding.related) {
      out += fmt::format("{}{} {}\n", paint.bold(place(related.span)),
                         paint.severity(Severity::note), related.message);
    }
  }
  for (const auto& notice : report.notices) {
    out += fmt::format("{}{} {}\n", notice.span ? paint.bold(place(*notice.span)) : std::string(),
                       paint.severity(notice.severity), notice.message);
  }
  // What to do is said once for each rule, not for each finding.
  for (const auto& rule : report.rules) {
    const bool found =
        std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& one) {
          return one.rule == rule.id && one.baseline != Finding::Baseline::known;
        });
    if (found) {
      out += fmt::format("{}: {} ({})\n", paint.bold(rule.id), rule.advice, rule.page);
    }
  }
  return out;
}

}  // namespace kgate::reports
