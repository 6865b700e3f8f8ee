// SPDX-License-Identifier: MIT
// Findings as JSON.
#include "reports/findings_json.hpp"

#include <nlohmann/json.hpp>

namespace kgate::reports {
namespace {

using Json = nlohmann::ordered_json;

Json span_json(const SourceSpan& span) {
  return {{"file", span.file},
          {"line", span.line},
          {"column", span.column},
          {"end_column", span.end_column}};
}

Json finding_json(const Finding& finding) {
  Json json{{"rule", finding.rule},
            {"severity", name(finding.severity)},
            {"message", finding.message},
            {"place", span_json(finding.span)},
            {"source_line", finding.source_line},
            {"fingerprint", finding.fingerprint}};
  json["because"] = Json::array();
  for (const auto& related : finding.related) {
    json["because"].push_back({{"place", span_json(related.span)}, {"message", related.message}});
  }
  if (finding.baseline != Finding::Baseline::none) {
    json["baseline"] = finding.baseline == Finding::Baseline::known ? "known" : "added";
  }
  return json;
}

}  // namespace

std::string findings_json(const FindingsReport& report) {
  Json json{{"schema", kFindingsJsonSchema}, {"tool", report.tool}, {"version", report.version}};
  json["files"] = {{"given", report.files},
                   {"analysed", report.files_analysed},
                   {"partial", report.files_partial},
                   {"failed", report.files_failed}};
  json["rules"] = Json::array();
  for (const auto& rule : report.rules) {
    json["rules"].push_back({{"id", rule.id},
                             {"severity", name(rule.severity)},
                             {"summary", rule.summary},
                             {"advice", rule.advice},
                             {"page", rule.page}});
  }
  json["findings"] = Json::array();
  for (const auto& finding : report.findings) {
    json["findings"].push_back(finding_json(finding));
  }
  json["suppressed"] = Json::array();
  for (const auto& suppressed : report.suppressed) {
    Json entry = finding_json(suppressed.finding);
    entry["suppressed_in"] = suppressed.in_source ? "source" : "configuration";
    entry["reason"] = suppressed.justification;
    json["suppressed"].push_back(entry);
  }
  json["notices"] = Json::array();
  for (const auto& notice : report.notices) {
    Json entry{{"severity", name(notice.severity)}, {"message", notice.message}};
    if (notice.span) {
      entry["place"] = span_json(*notice.span);
    }
    json["notices"].push_back(entry);
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kgate::reports
