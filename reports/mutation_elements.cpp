// SPDX-License-Identifier: MIT
// Writes the mutation-testing-elements schema.
#include "reports/mutation_elements.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/junit_xml.hpp"

namespace kgate::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 7> kStatusWords{
    "Killed", "Survived", "Timeout", "RuntimeError", "CompileError", "Ignored", "Pending"};

Json json_of(const ElementsMutant& mutant) {
  Json json = {{"id", mutant.id},
               {"mutatorName", mutant.mutator},
               {"replacement", mutant.replacement},
               {"description", mutant.description},
               {"location",
                {{"start", {{"line", mutant.begin.line}, {"column", mutant.begin.column}}},
                 {"end", {{"line", mutant.end.line}, {"column", mutant.end.column}}}}},
               {"status", kStatusWords.at(static_cast<std::size_t>(mutant.status))},
               {"duration", mutant.seconds * 1000}};
  if (!mutant.reason.empty()) {
    json["statusReason"] = mutant.reason;
  }
  if (!mutant.killed_by.empty()) {
    json["killedBy"] = {mutant.killed_by};
    json["coveredBy"] = {mutant.killed_by};
  }
  return json;
}

Json json_of(const ElementsReport& report) {
  Json json = {{"$schema", "https://git.io/mutation-testing-schema"},
               {"schemaVersion", "2"},
               {"framework", {{"name", report.framework}}},
               {"thresholds", {{"high", 100}, {"low", 95}}},
               {"files", Json::object()}};
  std::set<std::string> tests;
  for (const auto& [path, file] : report.files) {
    Json& one = json["files"][path];
    one = {{"language", file.language}, {"source", file.source}, {"mutants", Json::array()}};
    for (const ElementsMutant& mutant : file.mutants) {
      one["mutants"].push_back(json_of(mutant));
      if (!mutant.killed_by.empty()) {
        tests.insert(mutant.killed_by);
      }
    }
  }
  if (!tests.empty()) {
    Json list = Json::array();
    for (const std::string& test : tests) {
      list.push_back({{"id", test}, {"name", test}});
    }
    json["testFiles"] = {{"tests", {{"tests", std::move(list)}}}};
  }
  return json;
}

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string elements_json(const ElementsReport& report) { return dump(json_of(report), 1) + "\n"; }

std::string elements_html(const ElementsReport& report, std::string_view script) {
  // Inside a script element `</script` and `<!--` mean something to the page; in JSON a `<` occurs
  // in strings alone, where its escape is the same text.
  std::string data;
  for (const char c : dump(json_of(report), -1)) {
    data += c == '<' ? std::string("\\u003c") : std::string(1, c);
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}: mutants</title>\n<script>{1}</script>\n</head>\n<body>\n"
      "<mutation-test-report-app title-postfix=\"{0}\">\n"
      "This report needs JavaScript; ladder.md holds the same in words.\n"
      "</mutation-test-report-app>\n"
      "<script>document.querySelector('mutation-test-report-app').report = {2};</script>\n"
      "</body>\n</html>\n",
      xml_escaped(report.project), script, data);
}

}  // namespace kgate::reports
