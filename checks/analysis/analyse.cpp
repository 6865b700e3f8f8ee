// SPDX-License-Identifier: MIT
// Parses all commands on several threads and joins the units in order.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <optional>
#include <thread>

#include "checks/lower.hpp"
#include "checks/run.hpp"
#include "checks/unit_cache.hpp"

namespace kgate::checks {
namespace {

struct Job {
  const CompileCommand* command = nullptr;
  Pass pass = Pass::host;
  Unit unit;
  bool cached = false;
};

std::vector<Job> jobs_of(const std::vector<CompileCommand>& commands) {
  std::vector<Job> jobs;
  for (const auto& command : commands) {
    for (const Pass pass : passes_of(command)) {
      jobs.push_back({&command, pass, {}, false});
    }
  }
  return jobs;
}

void run_jobs(std::vector<Job>& jobs, const UnitCache& cache, unsigned threads) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t at = next++; at < jobs.size(); at = next++) {
      Job& job = jobs[at];
      if (auto known = cache.find(*job.command, job.pass)) {
        job.unit = std::move(*known);
        job.cached = true;
      } else {
        job.unit = lower(*job.command, job.pass);
        cache.keep(*job.command, job.pass, job.unit);
      }
    }
  };
  threads = std::max(1U, threads != 0 ? threads : std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, jobs.size()));
  std::vector<std::thread> pool;
  for (unsigned at = 1; at < threads; ++at) {
    pool.emplace_back(work);
  }
  work();
  for (auto& thread : pool) {
    thread.join();
  }
}

std::string relative_to(const std::string& root, const std::string& path) {
  return path.starts_with(root + "/") ? path.substr(root.size() + 1) : path;
}

/// Names the functions of a unit with code that clang did not understand.
std::string broken_functions(const Unit& unit) {
  constexpr std::size_t kNamed = 5;
  std::vector<std::string> names;
  for (const auto& function : unit.functions) {
    const std::string& one = unit.texts[function.name];
    if ((function.flags & function_flags::kBroken) != 0 &&
        std::find(names.begin(), names.end(), one) == names.end()) {
      names.push_back(one);
    }
  }
  if (names.empty()) {
    return "";
  }
  std::string list;
  for (std::size_t at = 0; at < std::min(kNamed, names.size()); ++at) {
    list += fmt::format("{}`{}`", at == 0 ? "" : ", ", names[at]);
  }
  const std::string more =
      names.size() > kNamed ? fmt::format(" and {} more", names.size() - kNamed) : "";
  return fmt::format("; not fully analysed: {}{}", list, more);
}

/// Says what of a pass was not understood; the first few errors stand for all.
void note_errors(const Config& config, const Job& job, Analysed& result) {
  constexpr std::size_t kShown = 3;
  const auto& unit = job.unit;
  const std::string file = relative_to(config.root, job.command->file);
  const std::string what =
      unit.has_tree ? fmt::format("{} pass: errors while parsing: {}{}", name(job.pass),
                                  unit.errors.size(), broken_functions(unit))
                    : fmt::format("{} pass: no syntax tree; nothing of this file was analysed",
                                  name(job.pass));
  result.notices.push_back({unit.has_tree ? reports::Severity::warning : reports::Severity::error,
                            what, reports::SourceSpan{file, 0, 0, 0}});
  for (std::size_t at = 0; at < std::min(kShown, unit.errors.size()); ++at) {
    const auto& error = unit.errors[at];
    result.notices.push_back(
        {reports::Severity::note, unit.texts[error.message],
         reports::SourceSpan{relative_to(config.root, unit.texts[error.place.file]),
                             error.place.line, error.place.column, 0}});
  }
}

}  // namespace

Analysed analyse(const Config& config, const RunOptions& options) {
  Analysed result;
  std::vector<Job> jobs = jobs_of(options.commands);
  result.passes = jobs.size();
  run_jobs(jobs, UnitCache(options.cache), options.jobs);
  // A file may have several commands and passes; it counts once, by its worst.
  std::map<std::string, int> worst;
  for (auto& job : jobs) {
    const int state = !job.unit.has_tree ? 2 : job.unit.errors.empty() ? 0 : 1;
    auto& known = worst[job.command->file];
    known = std::max(known, state);
    if (state != 0) {
      note_errors(config, job, result);
    }
    result.from_cache += job.cached ? 1 : 0;
    result.program.add(job.unit, job.command->arguments);
    job.unit = Unit();
  }
  result.files = worst.size();
  for (const auto& [file, state] : worst) {
    result.files_analysed += state == 0 ? 1 : 0;
    result.files_partial += state == 1 ? 1 : 0;
    result.files_failed += state == 2 ? 1 : 0;
  }
  return result;
}

}  // namespace kgate::checks
