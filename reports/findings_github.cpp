// SPDX-License-Identifier: MIT
// Findings as GitHub workflow commands.
#include "reports/findings_github.hpp"

#include "reports/github_annotation.hpp"

namespace kgate::reports {
namespace {

GithubAnnotation::Level level_of(Severity severity) {
  return severity == Severity::error     ? GithubAnnotation::Level::error
         : severity == Severity::warning ? GithubAnnotation::Level::warning
                                         : GithubAnnotation::Level::notice;
}

}  // namespace

std::string findings_github(const FindingsReport& report) {
  std::string out;
  for (const auto& finding : report.findings) {
    if (finding.baseline != Finding::Baseline::known) {
      out += github_annotation({level_of(finding.severity), finding.span.file, finding.span.line,
                                finding.span.column, finding.rule, finding.message});
    }
  }
  for (const auto& notice : report.notices) {
    const SourceSpan span = notice.span.value_or(SourceSpan{});
    out += github_annotation({level_of(notice.severity), span.file, span.line, span.column,
                              report.tool, notice.message});
  }
  return out;
}

}  // namespace kgate::reports
