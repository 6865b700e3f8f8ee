// SPDX-License-Identifier: MIT
// Ladder reports, outcomes and lists as JSON, and back.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/ladder_report.hpp"

namespace kgate::mutate {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

Json json_of(const Outcome& outcome) {
  return {{"mutant", outcome.mutant},
          {"state", name(outcome.state)},
          {"gate", outcome.gate},
          {"case", outcome.test_case},
          {"first_difference", outcome.first_difference},
          {"duplicate_of", outcome.duplicate_of},
          {"detail", outcome.detail},
          {"artifacts_sha256", outcome.artifacts_sha256},
          {"assertions", outcome.assertions},
          {"build_seconds", outcome.build_seconds},
          {"run_seconds", outcome.run_seconds},
          {"total_seconds", outcome.total_seconds},
          {"cpu_seconds", outcome.cpu_seconds}};
}

Outcome outcome_of(const Json& json) {
  Outcome outcome;
  outcome.mutant = json.at("mutant").get<std::string>();
  const auto state = state_named(json.at("state").get<std::string>());
  if (!state) {
    throw Failure(kExitUsage, "an outcome has an unknown state");
  }
  outcome.state = *state;
  outcome.gate = json.at("gate").get<std::string>();
  outcome.test_case = json.at("case").get<std::string>();
  outcome.first_difference = json.at("first_difference").get<std::string>();
  outcome.duplicate_of = json.at("duplicate_of").get<std::string>();
  outcome.detail = json.at("detail").get<std::string>();
  outcome.artifacts_sha256 = json.at("artifacts_sha256").get<std::string>();
  outcome.assertions = json.at("assertions").get<std::uint64_t>();
  outcome.build_seconds = json.at("build_seconds").get<double>();
  outcome.run_seconds = json.at("run_seconds").get<double>();
  outcome.total_seconds = json.at("total_seconds").get<double>();
  outcome.cpu_seconds = json.at("cpu_seconds").get<double>();
  return outcome;
}

Json json_of(const Mutant& mutant) {
  return {{"id", mutant.id},
          {"operator", mutant.operator_name},
          {"rung", mutant.rung},
          {"ladder", mutant.ladder},
          {"summary", mutant.summary},
          {"function", mutant.function},
          {"file", mutant.edit.file},
          {"file_sha256", mutant.edit.file_sha256},
          {"byte_begin", mutant.edit.begin},
          {"byte_end", mutant.edit.end},
          {"original", mutant.edit.original},
          {"replacement", mutant.edit.replacement},
          {"line", mutant.begin.line},
          {"column", mutant.begin.column},
          {"end_line", mutant.end.line},
          {"end_column", mutant.end.column},
          {"expected_gate", mutant.expected_gate},
          {"expected_text", mutant.expected_text},
          {"argued", mutant.argued},
          {"argued_at", mutant.argued_at}};
}

Mutant mutant_of(const Json& json) {
  Mutant mutant;
  mutant.id = json.at("id").get<std::string>();
  mutant.operator_name = json.at("operator").get<std::string>();
  mutant.rung = json.at("rung").get<std::string>();
  mutant.ladder = json.at("ladder").get<std::string>();
  mutant.summary = json.at("summary").get<std::string>();
  mutant.function = json.at("function").get<std::string>();
  mutant.edit = {.file = json.at("file").get<std::string>(),
                 .begin = json.at("byte_begin").get<std::size_t>(),
                 .end = json.at("byte_end").get<std::size_t>(),
                 .original = json.at("original").get<std::string>(),
                 .replacement = json.at("replacement").get<std::string>(),
                 .file_sha256 = json.at("file_sha256").get<std::string>()};
  mutant.begin = {.line = json.at("line").get<std::size_t>(),
                  .column = json.at("column").get<std::size_t>()};
  mutant.end = {.line = json.at("end_line").get<std::size_t>(),
                .column = json.at("end_column").get<std::size_t>()};
  mutant.expected_gate = json.at("expected_gate").get<std::string>();
  mutant.expected_text = json.at("expected_text").get<std::string>();
  mutant.argued = json.at("argued").get<std::string>();
  mutant.argued_at = json.at("argued_at").get<std::string>();
  return mutant;
}

// Source text and test output may hold bytes that are not UTF-8; they become U+FFFD.
std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

LadderReport report_of(const Json& json) {
  LadderReport report;
  if (json.at("version").get<int>() != kVersion) {
    throw Failure(kExitUsage, fmt::format("is of another version than {}", kVersion));
  }
  report.project = json.at("project").get<std::string>();
  report.settings_sha256 = json.at("settings_sha256").get<std::string>();
  report.shard = json.at("shard").get<unsigned>();
  report.shards = json.at("shards").get<unsigned>();
  report.complete = json.at("complete").get<bool>();
  report.assertions = json.at("assertions").get<std::uint64_t>();
  report.controls = json.at("controls").get<unsigned>();
  report.seconds = json.at("seconds").get<double>();
  report.baseline_seconds = json.at("baseline_seconds").get<double>();
  report.jobs = json.at("jobs").get<unsigned>();
  report.accept = json.at("accept").get<std::vector<std::string>>();
  report.stale_arguments = json.at("stale_arguments").get<std::vector<std::string>>();
  for (const auto& [path, proof] : json.at("files").items()) {
    report.files[path] = {.before = proof.at("before").get<std::string>(),
                          .after = proof.at("after").get<std::string>(),
                          .in_tree = proof.at("in_tree").get<std::string>()};
  }
  for (const Json& mutant : json.at("mutants")) {
    report.mutants.push_back(mutant_of(mutant));
  }
  for (const Json& one : json.at("outcomes")) {
    Outcome outcome = outcome_of(one);
    report.outcomes[outcome.mutant] = std::move(outcome);
  }
  return report;
}

}  // namespace

std::string to_json(const LadderReport& report) {
  Json json = {{"version", kVersion},
               {"project", report.project},
               {"settings_sha256", report.settings_sha256},
               {"shard", report.shard},
               {"shards", report.shards},
               {"complete", report.complete},
               {"assertions", report.assertions},
               {"controls", report.controls},
               {"seconds", report.seconds},
               {"baseline_seconds", report.baseline_seconds},
               {"jobs", report.jobs},
               {"accept", report.accept},
               {"stale_arguments", report.stale_arguments},
               {"files", Json::object()},
               {"findings", Json::array()},
               {"mutants", Json::array()},
               {"outcomes", Json::array()}};
  for (const auto& [path, proof] : report.files) {
    json["files"][path] = {
        {"before", proof.before}, {"after", proof.after}, {"in_tree", proof.in_tree}};
  }
  for (const Finding& finding : findings_of(report)) {
    json["findings"].push_back(
        {{"mutant", finding.mutant}, {"title", finding.title}, {"message", finding.message}});
  }
  for (const Mutant& mutant : report.mutants) {
    json["mutants"].push_back(json_of(mutant));
    if (const auto at = report.outcomes.find(mutant.id); at != report.outcomes.end()) {
      json["outcomes"].push_back(json_of(at->second));
    }
  }
  return dump(json, 1) + "\n";
}

LadderReport read_report(const std::filesystem::path& path) {
  try {
    return report_of(Json::parse(read_file(path)));
  } catch (const Json::exception& error) {
    throw Failure(kExitUsage, fmt::format("{} is no ladder.json: {}", path.string(), error.what()));
  } catch (const Failure& failure) {
    throw Failure(kExitUsage, fmt::format("{}: {}", path.string(), failure.what()));
  }
}

std::string to_json_line(const Outcome& outcome) { return dump(json_of(outcome), -1); }

Outcome outcome_from_json(const std::string& line) {
  try {
    return outcome_of(Json::parse(line));
  } catch (const Json::exception& error) {
    throw Failure(kExitUsage, error.what());
  }
}

std::string list_json(const std::vector<Mutant>& mutants,
                      const std::map<std::string, std::string>& texts) {
  Json list = Json::array();
  for (const Mutant& mutant : mutants) {
    Json one = json_of(mutant);
    one["name"] = name_of(mutant);
    one["diff"] = diff_of(mutant.edit, texts.at(mutant.edit.file));
    list.push_back(std::move(one));
  }
  return dump(list, 1) + "\n";
}

}  // namespace kgate::mutate
