// SPDX-License-Identifier: MIT
// The configurations that the documentation shows are those of trees that are run here.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "gates/exit_code.hpp"
#include "mutate/code_tree.hpp"
#include "mutate/files.hpp"
#include "tests/catch.hpp"
#include "tests/mutate/ladder_run.hpp"

namespace kgate::mutate::testing {

TEST_CASE("each configuration in the documentation is the file it says it is") {
  const std::filesystem::path source(KGATE_SOURCE_DIR);
  const std::string page = read_file(source / "docs/mutate-your-project.md");
  const std::string mark = "<!-- include ";
  int seen = 0;
  for (std::size_t at = 0; (at = page.find(mark, at)) != std::string::npos; ++seen) {
    at += mark.size();
    const std::string path = page.substr(at, page.find(' ', at) - at);
    const std::string fence = "```toml\n";
    const std::size_t begin = page.find(fence, at) + fence.size();
    INFO(path);
    CHECK(page.substr(begin, page.find("```", begin) - begin) == read_file(source / path));
  }
  CHECK(seen == 3);
}

TEST_CASE("the reference page of operators is what kmutate prints") {
  const Ran ran = shell("/", fmt::format("{} operators --markdown", KMUTATE_PROGRAM));
  CHECK(ran.exit_code == kExitClean);
  CHECK(ran.output == read_file(std::filesystem::path(KGATE_SOURCE_DIR) /
                                "docs/reference/mutation-operators.md"));
}

TEST_CASE("the documented CMake project with Catch2 tests is clean") {
  if (!has_front_end()) {
    WARN("not run: kmutate was built without clang's libraries");
    return;
  }
  const Tree tree("catch2_project");
  REQUIRE(shell(tree.root(), "cmake -S . -B build -G Ninja >/dev/null").exit_code == 0);
  const Ran ran = tree.ladder();
  INFO(ran.output);
  CHECK(ran.exit_code == kExitClean);
  const LadderReport report = tree.report();
  CHECK(report.mutants.size() > 8);
  CHECK(outcome_of(report, "wrap around").gate == "catch2");
  CHECK(count_argued(report) == 1);
}

TEST_CASE("the documented project with a shell command kills its rung") {
  const Tree tree("shell_project");
  const Ran ran = tree.ladder("--rungs");
  INFO(ran.output);
  CHECK(ran.exit_code == kExitClean);
  CHECK(tree.report().assertions == 5);
}

TEST_CASE("the documented HIP project runs on the emulated runtime") {
  const std::string runtime = KGATE_HIP_EMULATOR;
  if (!std::filesystem::exists(runtime) || !has_front_end()) {
    WARN("not run: this build has no emulated HIP runtime, or no operators");
    return;
  }
  ::setenv("HIP_RUNTIME", runtime.c_str(), 1);
  const Tree tree("hip_project");
  const Ran ran = tree.ladder();
  INFO(ran.output);
  CHECK((ran.exit_code == kExitClean || ran.exit_code == kExitFindings));
  const LadderReport report = tree.report();
  CHECK(state_of(report, "skip the bound") == "killed");
  CHECK(report.mutants.size() > 4);
}

}  // namespace kgate::mutate::testing
