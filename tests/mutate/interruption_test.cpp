// SPDX-License-Identifier: MIT
// What a killed, stopped, sharded or doubled run leaves: never a changed tree, always a next step.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <random>
#include <thread>

#include "gates/exit_code.hpp"
#include "mutate/files.hpp"
#include "mutate/git.hpp"
#include "tests/catch.hpp"
#include "tests/mutate/ladder_run.hpp"

namespace kgate::mutate::testing {
namespace {

constexpr const char* kFiveRungs =
    "--rung killed --rung unviable --rung equivalent --rung duplicate --rung survived";

// Starts `kmutate ladder` on a tree, without waiting.
pid_t start(const Tree& tree, const std::string& arguments) {
  const std::string line = fmt::format("exec {} ladder --output {} {}", shell_word(KMUTATE_PROGRAM),
                                       shell_word(tree.output().string()), arguments);
  const std::string root = tree.root().string();
  const pid_t child = ::fork();
  if (child == 0) {
    const int null = ::open("/dev/null", O_RDWR);
    ::dup2(null, 1);
    ::dup2(null, 2);
    if (::chdir(root.c_str()) == 0) {
      ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    }
    ::_exit(127);
  }
  return child;
}

// The journal is there once the lock is held and signals are handled.
void wait_for(const std::filesystem::path& file) {
  while (!std::filesystem::exists(file)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

std::size_t lines_of(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    return 0;
  }
  const std::string text = read_file(file);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("killed at fifty random moments, the tree keeps every byte, and the run can go on") {
  const Tree tree("states");
  const auto before = fingerprint(tree.root());
  std::mt19937 random(20240607);
  std::uniform_int_distribution<int> milliseconds(0, 700);
  for (int i = 0; i < 50; ++i) {
    const pid_t child =
        start(tree, fmt::format("--jobs 2 {} {}", i % 2 == 0 ? "" : "--resume", kFiveRungs));
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds(random)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    REQUIRE(fingerprint(tree.root()) == before);
  }
  const Ran ran = tree.ladder(fmt::format("--resume {}", kFiveRungs));
  INFO(ran.output);
  CHECK(ran.exit_code == kExitFindings);
  const LadderReport report = tree.report();
  for (const char* state : {"killed", "unviable", "equivalent", "survived"}) {
    CHECK(state_of(report, state) == state);
  }
  CHECK(fingerprint(tree.root()) == before);
  CHECK_FALSE(std::filesystem::exists(tree.output() / "lab"));
}

TEST_CASE("a resumed run keeps what was finished and gives the same verdicts") {
  const Tree tree("states");
  tree.replace("kmutate.toml", "timeout_floor = 1", "timeout_floor = 1\ncontrol_every = 1");
  REQUIRE(tree.ladder(kFiveRungs).exit_code == kExitFindings);
  const std::string all = read_file(tree.output() / "journal.jsonl");
  const LadderReport whole = tree.report();
  // As a kill in the middle of a write leaves it: two outcomes and a half.
  std::size_t at = 0;
  for (int i = 0; i < 3; ++i) {
    at = all.find('\n', at) + 1;
  }
  write_file(tree.output() / "journal.jsonl", all.substr(0, at + 40));
  const Ran ran = tree.ladder(fmt::format("--resume {}", kFiveRungs));
  INFO(ran.output);
  CHECK(ran.exit_code == kExitFindings);
  CHECK(ran.output.find("3 mutants on 1 copies") != std::string::npos);
  CHECK(lines_of(tree.output() / "journal.jsonl") == 6);
  const LadderReport resumed = tree.report();
  for (const auto& [id, outcome] : whole.outcomes) {
    CHECK(resumed.outcomes.at(id).state == outcome.state);
    CHECK(resumed.outcomes.at(id).first_difference == outcome.first_difference);
  }
}

TEST_CASE("a journal of other sources is not resumed") {
  const Tree tree("states");
  REQUIRE(tree.ladder("--rung killed").exit_code == kExitClean);
  tree.replace("clamp_index.c", "// A program", "// The program");
  const Ran ran = tree.ladder("--resume --rung killed");
  CHECK(ran.exit_code == kExitUsage);
  CHECK(ran.output.find("run without --resume") != std::string::npos);
}

TEST_CASE("SIGTERM ends the run, its commands and their children") {
  const Tree tree("states");
  const pid_t child = start(tree, "--jobs 1 --rung timeout");
  wait_for(tree.output() / "journal.jsonl");
  ::kill(child, SIGTERM);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == kExitCouldNotRun);
  CHECK(shell("/", "pgrep -f 'sleep 973[1]'").exit_code != 0);
}

TEST_CASE("a second run in the same output folder is refused") {
  const Tree tree("states");
  const pid_t child = start(tree, "--jobs 1 --rung timeout");
  wait_for(tree.output() / "journal.jsonl");
  const Ran ran = tree.ladder("--rung killed");
  ::kill(child, SIGTERM);
  ::waitpid(child, nullptr, 0);
  CHECK(ran.exit_code == kExitCouldNotRun);
  CHECK(ran.output.find("another kmutate is using") != std::string::npos);
}

TEST_CASE("shards run disjoint parts, and merge makes one report of them") {
  const Tree tree("states");
  const std::string base = tree.output().string();
  for (const int shard : {1, 2}) {
    const Ran ran = tree.kmutate(
        fmt::format("ladder --jobs 1 --output {0}/{1} --shard {1}/2 {2}", base, shard, kFiveRungs));
    INFO(ran.output);
    REQUIRE((ran.exit_code == kExitFindings || ran.exit_code == kExitClean));
  }
  const Ran merged =
      tree.kmutate(fmt::format("merge --output {0}/all {0}/2/ladder.json {0}/1/ladder.json", base));
  INFO(merged.output);
  CHECK(merged.exit_code == kExitFindings);
  const LadderReport report = read_report(tree.output() / "all" / "ladder.json");
  CHECK(report.mutants.size() == 5);
  CHECK(report.mutants.front().rung == "killed");
  CHECK(report.mutants.back().rung == "survived");
  CHECK(state_of(report, "equivalent") == "equivalent");
  const Ran missing = tree.kmutate(fmt::format("merge --output {0}/all {0}/1/ladder.json", base));
  CHECK(missing.exit_code == kExitUsage);
  CHECK(missing.output.find("number 2 is missing") != std::string::npos);
}

TEST_CASE("reports of selections merge to one, in which the last verdict counts") {
  const Tree tree("states");
  const std::string base = tree.output().string();
  for (const char* rung : {"killed", "survived"}) {
    const Ran ran =
        tree.kmutate(fmt::format("ladder --jobs 1 --output {0}/{1} --rung {1}", base, rung));
    INFO(ran.output);
    REQUIRE((ran.exit_code == kExitFindings || ran.exit_code == kExitClean));
  }
  // The survivor's verdict of another day.
  LadderReport earlier = read_report(tree.output() / "survived" / "ladder.json");
  earlier.outcomes.begin()->second.state = State::timeout;
  write_file(tree.output() / "earlier.json", to_json(earlier));
  const Ran merged = tree.kmutate(
      fmt::format("merge --selections --output {0}/all {0}/earlier.json {0}/killed/ladder.json "
                  "{0}/survived/ladder.json",
                  base));
  INFO(merged.output);
  CHECK(merged.exit_code == kExitFindings);
  const LadderReport report = read_report(tree.output() / "all" / "ladder.json");
  REQUIRE(report.mutants.size() == 2);
  CHECK(state_of(report, "killed") == "killed");
  CHECK(state_of(report, "survived") == "survived");
  CHECK_FALSE(report.complete);
}

TEST_CASE("verify believes a report of this tree, reruns it, and doubts it after an edit") {
  const Tree tree("states");
  REQUIRE(tree.ladder("--rung killed --rung equivalent").exit_code == kExitClean);
  const std::string report = (tree.output() / "ladder.json").string();
  const Ran good = tree.kmutate(
      fmt::format("verify {} --rerun 2 --output {}/verify", report, tree.output().string()));
  INFO(good.output);
  CHECK(good.exit_code == kExitClean);
  CHECK(good.output.find("2 mutants run again") != std::string::npos);
  const std::string text = read_file(report);
  std::string forged = text;
  const std::size_t at = forged.find("\"state\": \"killed\"");
  REQUIRE(at != std::string::npos);
  forged.replace(at, 17, "\"state\": \"equivalent\"");
  write_file(report, forged);
  const Ran rerun = tree.kmutate(
      fmt::format("verify {} --rerun 2 --output {}/verify", report, tree.output().string()));
  CHECK(rerun.exit_code == kExitFindings);
  CHECK(rerun.output.find("says equivalent, a new run killed") != std::string::npos);
  write_file(report, text);
  tree.replace("clamp_index.c", "return 0", "return 1");
  const Ran edited = tree.kmutate(fmt::format("verify {}", report));
  CHECK(edited.exit_code == kExitFindings);
  CHECK(edited.output.find("not the file that was mutated") != std::string::npos);
}

}  // namespace kgate::mutate::testing
