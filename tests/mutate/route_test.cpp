// SPDX-License-Identifier: MIT
// Which commands a mutant gets, and that one route's mutant never speaks in another's tests.
#include "mutate/route.hpp"

#include <algorithm>

#include "gates/exit_code.hpp"
#include "mutate/files.hpp"
#include "tests/catch.hpp"
#include "tests/mutate/ladder_run.hpp"

namespace kgate::mutate::testing {
namespace {

Settings settings_with_routes() {
  Settings settings;
  Route shared;
  shared.name = "rungs";
  shared.files = {"kernels/device/*.hpp"};
  shared.ladders = {"kernels/*/*_ladder.toml"};
  shared.build = "build {unit}";
  shared.tests = {"test {unit} {file}"};
  shared.artifacts = {"{unit}.co"};
  Route fallback;
  fallback.name = "default";
  fallback.build = "build all";
  fallback.tests = {"test {folder}"};
  settings.routes = {shared, fallback};
  return settings;
}

Mutant mutant_in(const std::string& file, const std::string& ladder) {
  Mutant mutant;
  mutant.edit.file = file;
  mutant.ladder = ladder;
  return mutant;
}

// State of the rung of this name in a ladder.
std::string state_in(const LadderReport& report, const std::string& rung,
                     const std::string& ladder) {
  const auto at = std::ranges::find_if(report.mutants, [&](const Mutant& mutant) {
    return mutant.rung == rung && mutant.ladder == ladder;
  });
  return at == report.mutants.end() ? "" : std::string(name(report.outcomes.at(at->id).state));
}

}  // namespace

TEST_CASE("a rung is built and judged by the unit whose ladder it is in") {
  const Settings settings = settings_with_routes();
  const Route route = route_of(settings, mutant_in("kernels/device/rope.hpp",
                                                   "kernels/rope_append/rope_append_ladder.toml"));
  CHECK(route.build == "build rope_append");
  CHECK(route.tests.front() == "test rope_append kernels/device/rope.hpp");
  CHECK(route.artifacts.front() == "rope_append.co");
}

TEST_CASE("a mutant of no ladder takes the route without ladders") {
  const Settings settings = settings_with_routes();
  CHECK(route_of(settings, mutant_in("kernels/device/rope.hpp", "")).tests.front() ==
        "test device");
  CHECK(route_of(settings, mutant_in("main.cpp", "kernels/a/a_ladder.toml")).build == "build all");
}

TEST_CASE("mutants share a key exactly where they share their commands") {
  const Settings settings = settings_with_routes();
  const std::string file = "kernels/device/rope.hpp";
  const std::string one = route_of(settings, mutant_in(file, "kernels/a/a_ladder.toml")).key;
  CHECK(one == route_of(settings, mutant_in(file, "kernels/a/a_ladder.toml")).key);
  CHECK(one != route_of(settings, mutant_in(file, "kernels/b/b_ladder.toml")).key);
  CHECK(one != route_of(settings, mutant_in(file, "")).key);
}

TEST_CASE("each unit judges its own rungs, after the whole project was rebuilt from the original") {
  const Tree tree("two_units");
  const Ran ran = tree.ladder();
  INFO(ran.output);
  CHECK(ran.exit_code == kExitFindings);
  const LadderReport report = tree.report();
  REQUIRE(report.mutants.size() == 5);
  CHECK(state_of(report, "the program rejects everything") == "killed");
  const std::string left = "units/left/left_ladder.toml";
  const std::string right = "units/right/right_ladder.toml";
  CHECK(state_in(report, "another limit", left) == "killed");
  CHECK(state_in(report, "another limit", right) == "killed");
  // Left does not use it. Right does, and no check sees it: were the program still the one that
  // rejects everything, it would be killed.
  CHECK(state_in(report, "another least value", left) == "equivalent");
  CHECK(state_in(report, "another least value", right) == "survived");
  CHECK(report.files.at("check.c").after == report.files.at("check.c").before);
}

TEST_CASE("a part that fails is enough; what a part passes or has not is for the whole to judge") {
  const Tree tree("parts");
  const Ran ran = tree.ladder();
  INFO(ran.output);
  CHECK(ran.exit_code == kExitFindings);
  const LadderReport report = tree.report();
  CHECK(state_of(report, "a part fails") == "killed");
  CHECK(state_of(report, "the part is the same") == "killed");
  CHECK(state_of(report, "the part differs and passes") == "killed");
  CHECK(state_of(report, "a part with its own reader fails") == "killed");
  CHECK(state_of(report, "nothing fails") == "survived");
  CHECK(state_of(report, "nothing is built differently") == "equivalent");
  CHECK(findings_of(report).size() == 1);  // the survivor: every killer was the expected one
  const auto built_the_whole = [&](const std::string& rung) {
    const std::string log =
        read_file(tree.output() / "log" / (outcome_of(report, rung).mutant + ".log"));
    return log.find("building the whole") != std::string::npos;
  };
  CHECK_FALSE(built_the_whole("a part fails"));
  CHECK(built_the_whole("the part is the same"));
}

TEST_CASE("a build that another route had done has the time that building takes") {
  const Tree tree("shared_build");
  const Ran ran = tree.ladder();
  INFO(ran.output);
  CHECK(ran.exit_code == kExitClean);
  const LadderReport report = tree.report();
  CHECK(state_of(report, "another left") == "killed");
  CHECK(state_of(report, "another right") == "killed");
}

}  // namespace kgate::mutate::testing
