// SPDX-License-Identifier: MIT
// Findings as SARIF 2.1.0.
#include "reports/sarif.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace kgate::reports {
namespace {

using Json = nlohmann::ordered_json;

/// Column in code points of a byte column: continuation bytes (10xxxxxx) start no code point.
std::size_t code_point_column(const std::string& line, std::size_t byte_column) {
  const std::size_t bytes = std::min(byte_column - 1, line.size());
  const auto continuations =
      std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(bytes),
                    [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; });
  return byte_column - static_cast<std::size_t>(continuations);
}

/// Percent-encodes what a URI path may not have.
std::string uri_of(const std::string& path) {
  static constexpr std::string_view kHex = "0123456789ABCDEF";
  static constexpr std::string_view kPlain = "-._~/+@:";
  std::string uri = path.starts_with("/") ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= 'a' && byte <= 'z') || kPlain.find(c) != std::string_view::npos;
    if (plain) {
      uri += c;
    } else {
      uri += '%';
      uri += kHex[byte >> 4U];
      uri += kHex[byte & 15U];
    }
  }
  return uri;
}

Json location(const SourceSpan& span, const std::string& line) {
  Json artifact{{"uri", uri_of(span.file)}};
  if (!span.file.starts_with("/")) {
    artifact["uriBaseId"] = "%SRCROOT%";
  }
  Json physical{{"artifactLocation", artifact}};
  if (span.line > 0) {
    Json region{{"startLine", span.line}};
    if (span.column > 0) {
      region["startColumn"] = code_point_column(line, span.column);
      if (span.end_column > span.column) {
        region["endColumn"] = code_point_column(line, span.end_column);
      }
    }
    if (!line.empty()) {
      region["snippet"] = {{"text", line}};
    }
    physical["region"] = region;
  }
  return {{"physicalLocation", physical}};
}

Json rule(const RuleDescription& description) {
  const bool address = description.page.find("://") != std::string::npos;
  Json json{
      {"id", description.id},
      {"name", description.id},
      {"shortDescription", {{"text", description.summary}}},
      {"fullDescription", {{"text", description.summary}}},
      {"help", {{"text", description.advice + (address ? "" : " (" + description.page + ")")}}}};
  if (address) {
    json["helpUri"] = description.page;
  }
  json["defaultConfiguration"] = {{"level", name(description.severity)}};
  json["properties"] = {{"tags", {"dispatch", "maintainability"}}, {"precision", "high"}};
  return json;
}

Json result(const FindingsReport& report, const Finding& finding) {
  Json json{{"ruleId", finding.rule}};
  const auto at = std::find_if(report.rules.begin(), report.rules.end(),
                               [&](const RuleDescription& one) { return one.id == finding.rule; });
  if (at != report.rules.end()) {
    json["ruleIndex"] = at - report.rules.begin();
  }
  json["level"] = name(finding.severity);
  json["message"] = {{"text", finding.message}};
  json["locations"] = Json::array({location(finding.span, finding.source_line)});
  Json related = Json::array();
  for (const auto& one : finding.related) {
    Json entry = location(one.span, {});
    entry["id"] = related.size();
    entry["message"] = {{"text", one.message}};
    related.push_back(entry);
  }
  if (!related.empty()) {
    json["relatedLocations"] = related;
  }
  json["partialFingerprints"] = {{"primaryLocationLineHash", finding.fingerprint},
                                 {"kgateFinding/v1", finding.fingerprint}};
  if (finding.baseline != Finding::Baseline::none) {
    json["baselineState"] = finding.baseline == Finding::Baseline::known ? "unchanged" : "new";
  }
  return json;
}

Json notification(const RunNotice& notice) {
  Json json{{"level", name(notice.severity)}, {"message", {{"text", notice.message}}}};
  if (notice.span && !notice.span->file.empty()) {
    json["locations"] = Json::array({location(*notice.span, {})});
  }
  return json;
}

}  // namespace

std::string sarif(const FindingsReport& report, bool successful) {
  Json driver{{"name", report.tool}, {"version", report.version}};
  driver["semanticVersion"] = report.version;
  if (!report.information_uri.empty()) {
    driver["informationUri"] = report.information_uri;
  }
  driver["rules"] = Json::array();
  for (const auto& one : report.rules) {
    driver["rules"].push_back(rule(one));
  }
  Json results = Json::array();
  for (const auto& finding : report.findings) {
    results.push_back(result(report, finding));
  }
  for (const auto& suppressed : report.suppressed) {
    Json entry = result(report, suppressed.finding);
    entry["suppressions"] = Json::array({{{"kind", suppressed.in_source ? "inSource" : "external"},
                                          {"status", "accepted"},
                                          {"justification", suppressed.justification}}});
    results.push_back(entry);
  }
  Json notifications = Json::array();
  for (const auto& notice : report.notices) {
    notifications.push_back(notification(notice));
  }
  Json run;
  run["tool"] = {{"driver", driver}};
  run["automationDetails"] = {{"id", report.tool + "/"}};
  run["originalUriBaseIds"] = {
      {"%SRCROOT%", {{"description", {{"text", "The root of the checked project."}}}}}};
  run["columnKind"] = "unicodeCodePoints";
  run["invocations"] = Json::array(
      {{{"executionSuccessful", successful}, {"toolExecutionNotifications", notifications}}});
  run["results"] = results;
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({run});
  // Text of source files may not be UTF-8; what is not becomes U+FFFD.
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kgate::reports
