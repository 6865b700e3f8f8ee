// SPDX-License-Identifier: MIT
// Preparing a private copy, its baseline and its control runs.
#include "mutate/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "mutate/digest.hpp"
#include "mutate/failure.hpp"
#include "mutate/files.hpp"
#include "mutate/git.hpp"
#include "mutate/replace_all.hpp"
#include "mutate/route.hpp"

namespace kgate::mutate {
namespace {

namespace fs = std::filesystem;

// The word that holds `mark`, once for each value.
void repeat_word(std::string& line, std::string_view mark, const std::vector<std::string>& values) {
  for (std::size_t at = 0; (at = line.find(mark, at)) != std::string::npos;) {
    const std::size_t blank = line.rfind(' ', at);
    const std::size_t begin = blank == std::string::npos ? 0 : blank + 1;
    const std::size_t end = std::min(line.find(' ', at), line.size());
    const std::string word = line.substr(begin, end - begin);
    std::string repeated;
    for (const std::string& value : values) {
      std::string one = word;
      one.replace(at - begin, mark.size(), shell_word(value));
      repeated += (repeated.empty() ? "" : " ") + one;
    }
    line.replace(begin, end - begin, repeated);
    at = begin + repeated.size();
  }
}

}  // namespace

Worker::Worker(const Settings& settings, int number, const fs::path& lab, fs::path logs, int jobs)
    : settings_(settings),
      number_(number),
      jobs_(jobs),
      root_(lab / fmt::format("w{:02}", number) / "tree"),
      logs_(std::move(logs)) {
  const std::string temporary = (root_.parent_path() / "tmp").string();
  environment_ = {
      // git run by a test must not find the user's repository above the copy.
      {"GIT_CEILING_DIRECTORIES", root_.parent_path().string()},
      {"TMPDIR", temporary},
      // Copies at different paths share what ccache compiled.
      {"CCACHE_BASEDIR", root_.string()},
      {"CCACHE_NOHASHDIR", "1"},
      {"KMUTATE", "1"},
  };
}

void Worker::prepare(const std::vector<TreeFile>& files, bool whole) {
  make_folder(root_.parent_path() / "tmp");
  copy_tree(settings_.root, files, root_);
  const Route fallback = route_of(settings_, Mutant{});
  if (!settings_.setup.empty()) {
    const fs::path log = logs_ / fmt::format("setup-{}.log", number_);
    const Finished setup = shell(expand(settings_.setup, fallback, {}), log, {});
    if (!setup.succeeded()) {
      throw Failure(kExitCouldNotRun,
                    fmt::format("the setup command failed in the private copy: `{}`\n  {}\n  all "
                                "of it: {}",
                                settings_.setup, telling_line(setup.output), log.string()));
    }
  }
  // A route may build a part only; what it leaves out is as the whole build made it.
  if (whole) {
    build_original(fallback);
  }
}

Finished Worker::shell(const std::string& line, const fs::path& log, Limits limits) const {
  return mutate::run({.line = line,
                      .folder = root_,
                      .log = log,
                      .limit = std::chrono::duration<double>(limits.passed),
                      .processor_limit = limits.processor,
                      .environment = environment_});
}

std::string Worker::expand(std::string line, const Route& route,
                           const std::vector<std::string>& killers) const {
  replace_all(line, "{tree}", settings_.root.string());
  replace_all(line, "{lab}", root_.string());
  replace_all(line, "{jobs}", std::to_string(jobs_));
  replace_all(line, "{report}", (root_ / route.report).string());
  repeat_word(line, "{killers}", killers);
  return line;
}

Artifacts& Worker::artifacts_of(const Route& route) {
  return artifacts_.try_emplace(route.key, root_, route.artifacts).first->second;
}

Artifacts& Worker::artifacts_of(const Part& part) {
  return artifacts_.try_emplace(part.build, root_, part.artifacts).first->second;
}

void Worker::build_green(const std::string& line, const Route& route) {
  const fs::path log = logs_ / fmt::format("baseline-{}.log", number_);
  const Finished build = shell(expand(line, route, {}), log, {});
  if (!build.succeeded()) {
    throw Failure(kExitCouldNotRun,
                  fmt::format("the unmutated project does not build in the private copy: "
                              "`{}`\n  {}\n  all of it: {}",
                              line, telling_line(build.output), log.string()));
  }
  // Routes share what is built: the second one finds all of it done, which is not how long a mutant
  // takes.
  longest_build_seconds_ = std::max(longest_build_seconds_, build.seconds);
}

void Worker::build_original(const Route& route) {
  if (!route.build.empty()) {
    build_green(route.build, route);
  }
  for (const Part& part : route.parts) {
    build_green(part.build, route);
  }
  mutated_build_.reset();
}

Worker::Original Worker::look(const Route& route) {
  Original original{
      .route = route, .sha256 = artifacts_of(route).look().sha256, .parts = {}, .used = false};
  for (const Part& part : route.parts) {
    original.parts.push_back(artifacts_of(part).look().sha256);
  }
  return original;
}

void Worker::enter(const Route& route) {
  // What another route built from its last mutant would speak in this one's tests.
  if (mutated_build_ && mutated_build_->key != route.key) {
    build_original(Route(*mutated_build_));
  }
}

Worker::Judged Worker::test(const Route& route, const std::string& line, const fs::path& log,
                            Limits limits) const {
  std::string report;
  if (!route.report.empty()) {
    std::error_code ignored;
    fs::remove(root_ / route.report, ignored);  // a stale report must not speak for this run
  }
  const Finished finished = shell(line, log, limits);
  if (std::error_code none; !route.report.empty() && fs::exists(root_ / route.report, none)) {
    report = read_file(root_ / route.report);
  }
  return {.verdict = judge(*find_reader(route.gates), finished, report, route.assertions),
          .seconds = finished.seconds,
          .cpu_seconds = finished.cpu_seconds};
}

std::uint64_t Worker::baseline_of(const Route& route) {
  std::uint64_t assertions = 0;
  for (const std::string& test_line : route.tests) {
    if (test_line.find("{killers}") != std::string::npos) {
      continue;  // a part of the other commands, chosen by their results
    }
    const std::string line = expand(test_line, route, {});
    const auto [at, inserted] = baselines_.try_emplace(line);
    if (inserted) {
      const fs::path log = logs_ / fmt::format("baseline-{}.log", number_);
      const Judged judged = test(route, line, log, {});
      if (!judged.verdict.failed.empty()) {
        const FailedTest& failed = judged.verdict.failed.front();
        throw Failure(kExitCouldNotRun,
                      fmt::format("red baseline: the unmutated project fails its own tests: "
                                  "`{}`\n  {} {}: {}\n  all of it: {}",
                                  line, failed.gate, failed.test_case, failed.first_difference,
                                  log.string()));
      }
      at->second = {.route = route.key,
                    .gates = route.gates,
                    .seconds = judged.seconds,
                    .cpu_seconds = judged.cpu_seconds,
                    .assertions = judged.verdict.assertions};
    }
    assertions += at->second.assertions;
  }
  return assertions;
}

void Worker::baseline(const Mutant& mutant) {
  const Route route = route_of(settings_, mutant);
  if (!originals_.contains(route.key)) {
    enter(route);
    build_original(route);
    originals_[route.key] = look(route);
  }
  std::uint64_t assertions = baseline_of(route);
  for (const Part& part : route.parts) {
    assertions += baseline_of(judged_by(part, route));
  }
  if (assertions == 0) {
    throw Failure(
        kExitRanNothing,
        fmt::format(
            "the tests of the unmutated project assert nothing that the `{}` reader can see "
            "(route `{}`): every mutant would survive. Check the command, or set "
            "`assertions` in [test] to a pattern whose group is their number",
            route.gates, route.name));
  }
}

std::string Worker::control() {
  for (auto& [key, original] : originals_) {
    if (!original.used) {
      continue;
    }
    build_original(original.route);
    const Original now = look(original.route);
    if (now.sha256 != original.sha256 || now.parts != original.parts) {
      return fmt::format(
          "the restored source builds to other artifacts than at the start (route "
          "`{}`)",
          original.route.name);
    }
  }
  for (const auto& [line, before] : baselines_) {
    const Original& original = originals_.at(before.route);
    if (!original.used) {
      continue;
    }
    Route route = original.route;
    route.gates = before.gates;
    const Judged judged =
        test(route, line, logs_ / fmt::format("control-{}.log", number_), limits_of(line, route));
    if (!judged.verdict.failed.empty()) {
      const FailedTest& failed = judged.verdict.failed.front();
      return fmt::format("the restored source fails `{}`: {} {}: {}", line, failed.gate,
                         failed.test_case, failed.first_difference);
    }
    if (judged.verdict.assertions == 0 && before.assertions != 0) {
      return fmt::format("the restored source's run of `{}` asserts nothing", line);
    }
  }
  for (auto& [key, original] : originals_) {
    original.used = false;
  }
  return {};
}

Limits Worker::limits_of(const std::string& line, const Route& route) const {
  Baseline longest;
  const auto consider = [&](const std::string& command) {
    if (const auto at = baselines_.find(command); at != baselines_.end()) {
      longest.seconds = std::max(longest.seconds, at->second.seconds);
      longest.cpu_seconds = std::max(longest.cpu_seconds, at->second.cpu_seconds);
    }
  };
  if (baselines_.contains(line)) {
    consider(line);
  } else {
    // A selection of cases takes no longer than the longest command with all of them.
    for (const std::string& test_line : route.tests) {
      consider(expand(test_line, route, {}));
    }
  }
  return {.passed = std::max(settings_.timeout_floor, settings_.timeout_factor * longest.seconds),
          .processor =
              std::max(settings_.timeout_floor, settings_.processor_factor * longest.cpu_seconds)};
}

Limits Worker::build_limits() const {
  return {.passed =
              std::max(settings_.timeout_floor, settings_.timeout_factor * longest_build_seconds_)};
}

std::string Worker::file_sha256(const std::string& file) const {
  return sha256_of_file(root_ / file);
}

}  // namespace kgate::mutate
