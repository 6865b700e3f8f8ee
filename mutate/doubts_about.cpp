// SPDX-License-Identifier: MIT
// Re-checks a finished report.
#include <fmt/format.h>

#include <system_error>

#include "mutate/failure.hpp"
#include "mutate/merge_reports.hpp"

namespace kgate::mutate {
namespace {

// What an outcome must hold for its state to have been earned.
std::string missing_from(const LadderReport& report, const Outcome& outcome) {
  switch (outcome.state) {
    case State::killed:
      return outcome.gate.empty() || outcome.first_difference.empty()
                 ? "is called killed without a gate and its words"
                 : "";
    case State::equivalent:
      return outcome.artifacts_sha256.empty() ? "is called equivalent without artifacts" : "";
    case State::duplicate: {
      const auto twin = report.outcomes.find(outcome.duplicate_of);
      return twin != report.outcomes.end() && twin->second.state != State::duplicate
                 ? ""
                 : "is called a duplicate of a mutant that the report does not have";
    }
    case State::unviable:
      return outcome.detail.empty() ? "is called unviable without the compiler's words" : "";
    default:
      return "";
  }
}

void doubt_mutant(const LadderReport& report, const Mutant& mutant, Sources& sources,
                  std::vector<std::string>& doubts) {
  try {
    if (edited(mutant.edit, sources.text(mutant.edit.file)) == sources.text(mutant.edit.file)) {
      doubts.push_back(fmt::format("{}: changes nothing", name_of(mutant)));
    }
  } catch (const Failure& failure) {
    doubts.push_back(fmt::format("{}: {}", name_of(mutant), failure.what()));
  }
  const auto at = report.outcomes.find(mutant.id);
  if (at == report.outcomes.end()) {
    doubts.push_back(fmt::format("{}: has no outcome", name_of(mutant)));
  } else if (const std::string missing = missing_from(report, at->second); !missing.empty()) {
    doubts.push_back(fmt::format("{}: {}", name_of(mutant), missing));
  }
}

}  // namespace

std::vector<std::string> doubts_about(const LadderReport& report,
                                      const std::string& settings_sha256, Sources& sources) {
  std::vector<std::string> doubts;
  if (report.settings_sha256 != settings_sha256) {
    doubts.emplace_back("the configuration or a ladder file is not the one the report is about");
  }
  if (report.assertions == 0) {
    doubts.emplace_back("the baseline asserted nothing");
  }
  if (report.controls == 0) {
    doubts.emplace_back("no control run was green");
  }
  if (report.outcomes.size() != report.mutants.size()) {
    doubts.push_back(
        fmt::format("{} mutants and {} outcomes", report.mutants.size(), report.outcomes.size()));
  }
  for (const auto& [path, proof] : report.files) {
    try {
      if (sources.sha256(path) != proof.before || proof.after != proof.before) {
        doubts.push_back(fmt::format("{} is not the file that was mutated and restored", path));
      }
    } catch (const Failure& failure) {
      doubts.emplace_back(failure.what());
    }
  }
  for (const Mutant& mutant : report.mutants) {
    if (!report.files.contains(mutant.edit.file)) {
      doubts.push_back(fmt::format("{} has no proof of restoration", mutant.edit.file));
    }
    doubt_mutant(report, mutant, sources, doubts);
  }
  return doubts;
}

}  // namespace kgate::mutate
