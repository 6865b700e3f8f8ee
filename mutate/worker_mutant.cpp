// SPDX-License-Identifier: MIT
// One mutant in a private copy: apply, build, compare, judge, confirm, restore.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "mutate/mutated_file.hpp"
#include "mutate/route.hpp"
#include "mutate/worker.hpp"

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

State state_of(FailedTest::Kind kind) {
  switch (kind) {
    case FailedTest::Kind::crash:
      return State::crash;
    case FailedTest::Kind::timeout:
      return State::timeout;
    case FailedTest::Kind::assertion:
      break;
  }
  return State::killed;
}

// An assertion names what differs; it speaks for the run before a crash or a time-out does.
const FailedTest& speaker(const Verdict& verdict) {
  const auto at = std::ranges::find(verdict.failed, FailedTest::Kind::assertion, &FailedTest::kind);
  return at != verdict.failed.end() ? *at : verdict.failed.front();
}

bool same_failure(const FailedTest& one, const Verdict& other) {
  return std::ranges::any_of(other.failed, [&one](const FailedTest& failed) {
    return failed.kind == one.kind && failed.gate == one.gate && failed.test_case == one.test_case;
  });
}

}  // namespace

bool Worker::builds(const std::string& file, const Route& route, const MutatedFile& mutated,
                    const fs::path& log) {
  const auto [known, is_new] = built_files_.try_emplace(route.key + "\n" + file, true);
  if (is_new && !route.build.empty()) {
    // No compiler, shell or make takes both lines.
    mutated.write("#error is this file built?\n" + mutated.original() + "\n}}}}((((\n");
    known->second = !shell(expand(route.build, route, {}), log, {}).succeeded();
  }
  return known->second;
}

void Worker::confirm(const Route& route, const std::string& line, Limits limits,
                     const Judged& first, const fs::path& log, Outcome& outcome) const {
  const FailedTest& killer = speaker(first.verdict);
  outcome.state = state_of(killer.kind);
  outcome.gate = killer.gate;
  outcome.test_case = killer.test_case;
  outcome.first_difference = killer.first_difference;
  const Judged second = test(route, line, log, limits);
  outcome.run_seconds += second.seconds;
  outcome.cpu_seconds += second.cpu_seconds;
  if (!same_failure(killer, second.verdict)) {
    outcome.state = State::flaky;
    outcome.detail = second.verdict.failed.empty() ? "failed once, then passed"
                                                   : fmt::format("failed once there, then in {} {}",
                                                                 speaker(second.verdict).gate,
                                                                 speaker(second.verdict).test_case);
  }
}

void Worker::judge_mutant(const Route& route, const std::vector<std::string>& killers,
                          const fs::path& log, Outcome& outcome) const {
  outcome.state = State::survived;
  for (const std::string& test_line : route.tests) {
    if (killers.empty() && test_line.find("{killers}") != std::string::npos) {
      continue;
    }
    const std::string line = expand(test_line, route, killers);
    const Limits limits = limits_of(line, route);
    const Judged judged = test(route, line, log, limits);
    outcome.run_seconds += judged.seconds;
    outcome.cpu_seconds += judged.cpu_seconds;
    outcome.assertions += judged.verdict.assertions;
    if (!judged.verdict.failed.empty()) {
      confirm(route, line, limits, judged, log, outcome);
      return;
    }
  }
  if (outcome.assertions == 0) {
    outcome.detail = "the tests passed without asserting anything";
  }
}

bool Worker::fails_in_part(const Route& route, std::size_t stage, const Killers& killers,
                           const fs::path& log, Outcome& outcome) {
  const Part& part = route.parts[stage];
  const Finished build = shell(expand(part.build, route, {}), log, build_limits());
  outcome.build_seconds += build.seconds;
  outcome.cpu_seconds += build.cpu_seconds;
  const std::string built = artifacts_of(part).look().sha256;
  // What the compiler refuses here it refuses in the whole, which then says so.
  if (!build.succeeded() || built == originals_.at(route.key).parts[stage]) {
    return false;
  }
  judge_mutant(judged_by(part, route), killers(stage), log, outcome);
  outcome.artifacts_sha256 = built;
  return outcome.state != State::survived;
}

void Worker::judge_whole(const Mutant& mutant, const Route& route, const MutatedFile& mutated,
                         const std::function<std::string(const std::string&)>& duplicate,
                         const Killers& killers, const fs::path& log, Outcome& outcome) {
  Finished build;
  if (!route.build.empty()) {
    build = shell(expand(route.build, route, {}), log, build_limits());
    outcome.build_seconds += build.seconds;
    outcome.cpu_seconds += build.cpu_seconds;
  }
  const Built built = artifacts_of(route).look();
  outcome.artifacts_sha256 = built.sha256;
  if (!build.succeeded()) {
    outcome.state = State::unviable;
    outcome.detail = build.timed_out ? "the build ran past the limit" : telling_line(build.output);
  } else if (built.files > 0 && built.sha256 == originals_.at(route.key).sha256) {
    outcome.state = State::equivalent;
    if (!builds(mutant.edit.file, route, mutated, log)) {
      outcome.state = State::unbuilt;
      outcome.detail = "the build succeeds whatever the file says";
    }
  } else if (outcome.duplicate_of =
                 built.files > 0 ? duplicate(route.key + "\n" + built.sha256) : std::string();
             !outcome.duplicate_of.empty()) {
    outcome.state = State::duplicate;
  } else {
    judge_mutant(route, killers(route.parts.size()), log, outcome);
  }
}

Judgement Worker::run(const Mutant& mutant,
                      const std::function<std::string(const std::string&)>& duplicate,
                      const Killers& killers) {
  const auto start = std::chrono::steady_clock::now();
  const Route route = route_of(settings_, mutant);
  const fs::path log = logs_ / (mutant.id + ".log");
  std::error_code ignored;
  fs::remove(log, ignored);
  Judgement judgement;
  Outcome& outcome = judgement.outcome;
  outcome.mutant = mutant.id;
  enter(route);
  originals_.at(route.key).used = true;
  mutated_build_ = route;
  MutatedFile mutated(root_ / mutant.edit.file, mutant.edit);
  while (judgement.stage < route.parts.size() &&
         !fails_in_part(route, judgement.stage, killers, log, outcome)) {
    ++judgement.stage;
  }
  if (judgement.stage == route.parts.size()) {
    judge_whole(mutant, route, mutated, duplicate, killers, log, outcome);
  }
  mutated.restore();
  const std::chrono::duration<double> total = std::chrono::steady_clock::now() - start;
  outcome.total_seconds = total.count();
  return judgement;
}

}  // namespace kgate::mutate
