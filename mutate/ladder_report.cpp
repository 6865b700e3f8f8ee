// SPDX-License-Identifier: MIT
// Which outcomes are findings.
#include "mutate/ladder_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mutate/glob.hpp"

namespace kgate::mutate {
namespace {

std::string killer_of(const Outcome& outcome) {
  return outcome.test_case.empty() ? outcome.gate : outcome.gate + "/" + outcome.test_case;
}

void check_killer(const Mutant& mutant, const Outcome& outcome, std::vector<Finding>& findings) {
  const std::string killer = killer_of(outcome);
  if (!mutant.expected_gate.empty() && !glob_matches(mutant.expected_gate, outcome.gate) &&
      !glob_matches(mutant.expected_gate, killer)) {
    findings.push_back(
        {.mutant = mutant.id,
         .title = "unexpected killer",
         .message = fmt::format("expected {}, killed by {}: {}", mutant.expected_gate, killer,
                                outcome.first_difference)});
  } else if (outcome.first_difference.find(mutant.expected_text) == std::string::npos) {
    findings.push_back({.mutant = mutant.id,
                        .title = "unexpected text",
                        .message = fmt::format("{} does not say \"{}\": {}", killer,
                                               mutant.expected_text, outcome.first_difference)});
  }
  if (!mutant.argued.empty()) {
    findings.push_back({.mutant = mutant.id,
                        .title = "refuted argument",
                        .message = fmt::format("{} argues that it is equivalent, yet {} kills it",
                                               mutant.argued_at, killer)});
  }
}

bool is_finding(const LadderReport& report, const Mutant& mutant, State state) {
  switch (state) {
    case State::killed:
    case State::equivalent:
    case State::duplicate:  // counts as its twin; its own state never comes here
      return false;
    case State::unviable:
      // An operator may well make what no compiler takes; a rung somebody wrote down must not.
      return !mutant.rung.empty();
    case State::survived:
      return mutant.argued.empty();
    case State::timeout:
    case State::crash:
    case State::flaky:
    case State::unbuilt:
      break;
  }
  return std::ranges::find(report.accept, name(state)) == report.accept.end();
}

}  // namespace

const Outcome& effective(const LadderReport& report, const Outcome& outcome) {
  const auto twin = report.outcomes.find(outcome.duplicate_of);
  return outcome.state == State::duplicate && twin != report.outcomes.end() ? twin->second
                                                                            : outcome;
}

std::vector<Finding> findings_of(const LadderReport& report) {
  std::vector<Finding> findings;
  for (const Mutant& mutant : report.mutants) {
    const auto at = report.outcomes.find(mutant.id);
    if (at == report.outcomes.end()) {
      findings.push_back({.mutant = mutant.id, .title = "not run", .message = "has no outcome"});
      continue;
    }
    const Outcome& outcome = effective(report, at->second);
    if (outcome.state == State::killed) {
      check_killer(mutant, outcome, findings);
    } else if (is_finding(report, mutant, outcome.state)) {
      // A generated twin of a survivor adds nothing to the survivor's own finding.
      if (&outcome != &at->second && mutant.rung.empty()) {
        continue;
      }
      findings.push_back({.mutant = mutant.id,
                          .title = std::string(name(outcome.state)),
                          .message = outcome.detail.empty() ? std::string(meaning(outcome.state))
                                                            : outcome.detail});
    }
  }
  for (const auto& [path, proof] : report.files) {
    if (proof.after != proof.before) {
      findings.push_back(
          {.mutant = {},
           .title = "not restored",
           .message = fmt::format("{} is {} and was {}", path, proof.after, proof.before)});
    } else if (proof.in_tree != proof.before) {
      findings.push_back({.mutant = {},
                          .title = "changed meanwhile",
                          .message = fmt::format("{} was edited during the run; the verdicts are "
                                                 "about {}",
                                                 path, proof.before)});
    }
  }
  for (const std::string& stale : report.stale_arguments) {
    findings.push_back({.mutant = {}, .title = "stale argument", .message = stale});
  }
  return findings;
}

std::array<std::size_t, kStates> count_states(const LadderReport& report) {
  std::array<std::size_t, kStates> counts{};
  for (const auto& [unused, outcome] : report.outcomes) {
    ++counts.at(static_cast<std::size_t>(outcome.state));
  }
  return counts;
}

std::size_t count_argued(const LadderReport& report) {
  return static_cast<std::size_t>(std::ranges::count_if(report.mutants, [&](const Mutant& mutant) {
    const auto at = report.outcomes.find(mutant.id);
    return !mutant.argued.empty() && at != report.outcomes.end() &&
           at->second.state == State::survived;
  }));
}

}  // namespace kgate::mutate
