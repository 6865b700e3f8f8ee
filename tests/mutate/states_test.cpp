// SPDX-License-Identifier: MIT
// Each state is earned: small trees that are known to be good or bad, and what kmutate says of
// them.
#include <fmt/format.h>

#include <algorithm>

#include "gates/exit_code.hpp"
#include "mutate/files.hpp"
#include "tests/catch.hpp"
#include "tests/mutate/ladder_run.hpp"

namespace kgate::mutate::testing {
namespace {

bool has_finding(const LadderReport& report, const std::string& title, const std::string& words) {
  const std::vector<Finding> findings = findings_of(report);
  return std::ranges::any_of(findings, [&](const Finding& finding) {
    return finding.title == title && finding.message.find(words) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("a suite that compares nothing lets every mutant survive") {
  const Tree tree("always_passes");
  const Ran ran = tree.ladder();
  INFO(ran.output);
  REQUIRE(ran.exit_code == kExitFindings);
  const LadderReport report = tree.report();
  CHECK(report.mutants.size() == 2);
  CHECK(count_states(report).at(static_cast<std::size_t>(State::survived)) == 2);
  CHECK(ran.output.find("2 mutants: 2 survived") != std::string::npos);
}

TEST_CASE("one tree shows every state that a good suite gives") {
  const Tree tree("states");
  const auto before = fingerprint(tree.root());
  const Ran ran = tree.ladder();
  INFO(ran.output);
  REQUIRE(ran.exit_code == kExitFindings);
  const LadderReport report = tree.report();
  for (const Mutant& mutant : report.mutants) {
    if (mutant.rung != "duplicate") {
      CHECK(state_of(report, mutant.rung) == mutant.rung);
    }
  }
  const Outcome& killed = outcome_of(report, "killed");
  CHECK(killed.first_difference == "FAILED: clamp_index(7, 5) is 5, not 4");
  CHECK(killed.assertions == 4);
  const Outcome& duplicate = outcome_of(report, "duplicate");
  CHECK(duplicate.state == State::duplicate);
  CHECK(duplicate.duplicate_of == killed.mutant);
  CHECK(outcome_of(report, "crash").first_difference.find("signal 11") != std::string::npos);
  CHECK(outcome_of(report, "unviable").detail.find("sise") != std::string::npos);
  CHECK(report.files.at("clamp_index.c").before == report.files.at("clamp_index.c").after);
  // The time-out's grandchild had left the process group; nothing of it is alive.
  CHECK(shell("/", "pgrep -f 'sleep 973[1]'").exit_code != 0);
  CHECK(fingerprint(tree.root()) == before);
}

TEST_CASE("a killed mutant, an equivalent one and a duplicate of a killed one are clean") {
  const Tree tree("states");
  const Ran ran = tree.ladder("--rung killed --rung equivalent --rung duplicate");
  INFO(ran.output);
  CHECK(ran.exit_code == kExitClean);
  CHECK(tree.report().controls == 1);
}

TEST_CASE("crash and timeout are findings unless the configuration accepts them") {
  const Tree tree("states");
  CHECK(tree.ladder("--rung crash").exit_code == kExitFindings);
  tree.replace("kmutate.toml", "timeout_floor = 1", "timeout_floor = 1\naccept = [\"crash\"]");
  CHECK(tree.ladder("--rung crash").exit_code == kExitClean);
}

TEST_CASE("a loop without end is stopped by its processor time where the clock would not") {
  const Tree tree("states");
  tree.replace("kmutate.toml", "timeout_floor = 1",
               "timeout_floor = 1\ntimeout_factor = 1000000\naccept = [\"timeout\"]");
  CHECK(tree.ladder("--rung timeout").exit_code == kExitClean);
  CHECK(state_of(tree.report(), "timeout") == "timeout");
}

TEST_CASE("a rung the compiler refuses is a finding, not a kill") {
  const Tree tree("states");
  const Ran ran = tree.ladder("--rung unviable");
  CHECK(ran.exit_code == kExitFindings);
  CHECK(ran.output.find("1 mutants: 1 unviable") != std::string::npos);
}

TEST_CASE("a red baseline is refused before any mutant is judged") {
  const Tree tree("always_fails");
  const Ran ran = tree.ladder();
  CHECK(ran.exit_code == kExitCouldNotRun);
  CHECK(ran.output.find("red baseline") != std::string::npos);
  CHECK(ran.output.find("FAILED: always") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(tree.output() / "ladder.json"));
}

TEST_CASE("a baseline that asserts nothing is refused with exit code 4") {
  const Tree tree("asserts_nothing");
  const Ran ran = tree.ladder();
  CHECK(ran.exit_code == kExitRanNothing);
  CHECK(ran.output.find("assert nothing") != std::string::npos);
}

TEST_CASE("a project that does not build is refused with the compiler's words") {
  const Tree tree("does_not_build");
  const Ran ran = tree.ladder();
  CHECK(ran.exit_code == kExitCouldNotRun);
  CHECK(ran.output.find("does not build") != std::string::npos);
  CHECK(ran.output.find("clamp_index.c:") != std::string::npos);
}

TEST_CASE("a failure that a second run does not show is flaky") {
  const Tree tree("flaky");
  const Ran ran = tree.ladder();
  CHECK(ran.exit_code == kExitFindings);
  CHECK(state_of(tree.report(), "off by one") == "flaky");
}

TEST_CASE("a kill whose control run fails is flaky") {
  const Tree tree("flaky_control");
  const Ran ran = tree.ladder();
  INFO(ran.output);
  CHECK(ran.exit_code == kExitFindings);
  const LadderReport report = tree.report();
  CHECK(state_of(report, "off by one") == "flaky");
  CHECK(outcome_of(report, "off by one").detail.find("control") != std::string::npos);
}

TEST_CASE("a baseline that turns red voids the run") {
  const Tree tree("baseline_turns_red");
  const Ran ran = tree.ladder();
  INFO(ran.output);
  CHECK(ran.exit_code == kExitCouldNotRun);
  CHECK(ran.output.find("baseline changed") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(tree.output() / "ladder.json"));
}

TEST_CASE("another killer, or other words of the killer, than expected is a finding") {
  const Tree tree("wrong_killer");
  const Ran ran = tree.ladder();
  CHECK(ran.exit_code == kExitFindings);
  const LadderReport report = tree.report();
  CHECK(state_of(report, "another gate") == "killed");
  CHECK(has_finding(report, "unexpected killer", "expected exact"));
  CHECK(has_finding(report, "unexpected text", "is 5, not 4"));
}

TEST_CASE("an argued survivor is clean, a refuted and a stale argument are findings") {
  const Tree tree("argued");
  CHECK(tree.ladder("--rung 'dead branch'").exit_code == kExitClean);
  const Ran ran = tree.ladder();
  INFO(ran.output);
  CHECK(ran.exit_code == kExitFindings);
  const LadderReport report = tree.report();
  CHECK(count_argued(report) == 1);
  CHECK(findings_of(report).size() == 2);
  CHECK(has_finding(report, "refuted argument", "kmutate.toml:"));
  CHECK(has_finding(report, "stale argument", "return 17;"));
  CHECK(ran.output.find("1 of the survivors argued equivalent") != std::string::npos);
}

}  // namespace kgate::mutate::testing
