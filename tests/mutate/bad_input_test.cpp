// SPDX-License-Identifier: MIT
// Bad input: a message that says what, where and what to do, the right exit code, nothing changed.
#include <fmt/format.h>

#include <filesystem>

#include "gates/exit_code.hpp"
#include "mutate/files.hpp"
#include "tests/catch.hpp"
#include "tests/mutate/ladder_run.hpp"

namespace kgate::mutate::testing {
namespace {

// The run is refused with this code and these words, and the tree keeps every byte.
void check_refused(const Tree& tree, const std::string& arguments, int code,
                   const std::string& words) {
  const auto before = fingerprint(tree.root());
  const Ran ran = tree.ladder(arguments);
  INFO(ran.output);
  CHECK(ran.exit_code == code);
  CHECK(ran.output.find(words) != std::string::npos);
  CHECK(fingerprint(tree.root()) == before);
}

// The same after replacing a text of kmutate.toml.
void check_configuration(const std::string& from, const std::string& to, const std::string& words) {
  const Tree tree("states");
  tree.replace("kmutate.toml", from, to);
  check_refused(tree, "--rung killed", kExitUsage, words);
}

}  // namespace

TEST_CASE("a missing configuration is named with the places that were searched") {
  const Tree tree("states");
  std::filesystem::remove(tree.root() / "kmutate.toml");
  check_refused(tree, "", kExitUsage, "no kmutate.toml in ");
  check_refused(tree, "--config other.toml", kExitUsage, "other.toml");
}

TEST_CASE("a malformed configuration is refused with line and column") {
  check_configuration("timeout_floor = 1", "timeout_floor = = 1", "kmutate.toml:10:17");
}

TEST_CASE("an unknown key, a wrong type and an unknown reader are refused with their place") {
  check_configuration("[test]\ncommand", "[test]\ncomand",
                      "kmutate.toml:8:1: `command` is missing");
  check_configuration("timeout_floor = 1", "timeout_flor = 1", "unknown key `timeout_flor`");
  check_configuration("timeout_floor = 1", "timeout_floor = -1", "must be a positive number");
  check_configuration("timeout_floor = 1", "gates = \"ctests\"", "known: catch2, ctest, exit-code");
  check_configuration("timeout_floor = 1", "accept = [\"dead\"]", "which is no state");
}

TEST_CASE("a rung whose text is gone, or is there twice, is refused with the rung's place") {
  check_configuration("find = \"size - 1\"\nreplace = \"size\"\n",
                      "find = \"size - 2\"\nreplace = \"size\"\n",
                      "kmutate.toml:12:1: rung `killed` no longer matches");
  check_configuration("find = \"size - 1\"\nreplace = \"size\"\n",
                      "find = \"index\"\nreplace = \"size\"\n", "occurs 5 times in clamp_index.c");
}

TEST_CASE("a source outside the tree, or one that is not there, is refused") {
  check_configuration("file = \"clamp_index.c\"", "file = \"../clamp_index.c\"",
                      "`../clamp_index.c` is outside the project");
  check_configuration("file = \"clamp_index.c\"", "file = \"clamp.c\"", "there is no file clamp.c");
}

TEST_CASE("an operator that does not exist is refused") {
  check_configuration("[test]", "[mutants]\nfiles = \"*.c\"\noperators = \"arithmetics\"\n[test]",
                      "no operator matches `arithmetics`");
}

TEST_CASE("options that make no sense are refused, and a filter that leaves nothing is told") {
  const Tree tree("states");
  check_refused(tree, "--shard 3/2", kExitUsage, "expected K/N");
  check_refused(tree, "--line x", kExitUsage, "expected N, N-M or FILE:N");
  check_refused(tree, "--in-diff no-such-revision", kExitUsage, "neither a file nor a revision");
  check_refused(tree, "--nonsense", kExitUsage, "nonsense");
  check_refused(tree, "--rung nothing", kExitRanNothing, "no mutant is selected");
  CHECK(tree.kmutate("climb").exit_code == kExitUsage);
}

TEST_CASE("a setup command that fails is refused with its words") {
  const Tree tree("states");
  tree.replace("kmutate.toml", "[build]", "[build]\nsetup = \"echo no cmake here; exit 3\"");
  check_refused(tree, "--rung killed", kExitCouldNotRun, "no cmake here");
}

TEST_CASE("an output folder that cannot be written is refused") {
  const Tree tree("states");
  const auto before = fingerprint(tree.root());
  const Ran ran = tree.kmutate("ladder --rung killed --output /proc/kmutate");
  CHECK(ran.exit_code == kExitCouldNotRun);
  CHECK(ran.output.find("/proc/kmutate") != std::string::npos);
  CHECK(fingerprint(tree.root()) == before);
}

TEST_CASE("a full disk ends the run with the file's name and leaves no half report") {
  const Tree tree("states");
  const auto before = fingerprint(tree.root());
  // A limit on file sizes stands for the disk. 1 KiB stops the copy, 100 KiB the HTML report.
  const std::string command =
      fmt::format("bash -c 'ulimit -f {{}}; exec {} ladder --output {} {}'", KMUTATE_PROGRAM,
                  tree.output().string(), "--jobs 1 --rung killed");
  const Ran copy = shell(tree.root(), fmt::format(fmt::runtime(command), 1));
  INFO(copy.output);
  CHECK(copy.exit_code == kExitCouldNotRun);
  CHECK(copy.output.find("cannot write") != std::string::npos);
  CHECK(copy.output.find("free some space") != std::string::npos);
  const Ran report = shell(tree.root(), fmt::format(fmt::runtime(command), 100));
  INFO(report.output);
  if (report.output.find("no mutation.html") != std::string::npos) {
    WARN("not run: the report is too small to meet a limit without the HTML script");
  } else {
    CHECK(report.exit_code == kExitCouldNotRun);
    CHECK_FALSE(std::filesystem::exists(tree.output() / "mutation.html"));
    CHECK_FALSE(std::filesystem::exists(tree.output() / "ladder.json"));
    CHECK(read_file(tree.output() / "journal.jsonl").find("\"killed\"") != std::string::npos);
  }
  CHECK(fingerprint(tree.root()) == before);
}

TEST_CASE("only mutants on the lines of a diff are run, and a diff of another state is refused") {
  const Tree tree("states");
  const std::string git = "git -c user.name=t -c user.email=t@example.org";
  REQUIRE(shell(tree.root(), fmt::format("git init -q . && git add . && {} commit -qm one", git))
              .exit_code == 0);
  tree.replace("clamp_index.c", "    return 0;", "    return 0;  // the first");
  const Ran listed = tree.ladder("--list --in-diff HEAD");
  INFO(listed.output);
  CHECK(listed.exit_code == kExitClean);
  CHECK(listed.output.find("crash") != std::string::npos);
  CHECK(listed.output.find("killed") == std::string::npos);
  REQUIRE(shell(tree.root(), "git diff > ../change.diff").exit_code == 0);
  CHECK(tree.ladder("--list --in-diff ../change.diff").output == listed.output);
  tree.replace("clamp_index.c", "the first", "the one");
  check_refused(tree, "--list --in-diff ../change.diff", kExitUsage, "another state of the tree");
  REQUIRE(shell(tree.root(), fmt::format("{} commit -qam two", git)).exit_code == 0);
  check_refused(tree, "--in-diff HEAD", kExitClean, "nothing to run");
}

}  // namespace kgate::mutate::testing
