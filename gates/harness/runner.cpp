// SPDX-License-Identifier: MIT
// Runs cases through gates on devices and keeps every verdict.
#include "gates/harness/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "gates/harness/case_run.hpp"
#include "gates/unit.hpp"
#include "oracle/oracle.hpp"

namespace kgate::gates {
namespace {

using Clock = std::chrono::steady_clock;
using Selected = std::vector<std::pair<const Family*, Case>>;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool chosen(std::string_view name, const std::vector<std::string>& patterns) {
  return patterns.empty() || std::any_of(patterns.begin(), patterns.end(),
                                         [&](const auto& p) { return matches_pattern(name, p); });
}

template <class Unit>
Status check_names(std::span<const Unit* const> units, const std::vector<std::string>& wanted,
                   std::string_view what) {
  std::vector<std::string_view> names;
  names.reserve(units.size());
  for (const Unit* unit : units) {
    names.push_back(unit->name);
  }
  for (const std::string& one : wanted) {
    if (std::none_of(names.begin(), names.end(),
                     [&](std::string_view name) { return matches_pattern(name, one); })) {
      return Status::error(StatusCode::not_found, "no {} matches '{}'; there are: {}", what, one,
                           fmt::join(names, ", "));
    }
  }
  return {};
}

/// All gates of one case; returns false if one failed.
bool run_case(const RunRequest& request, const Family& family, const Case& one,
              DeviceSession& session, std::vector<CaseVerdict>& verdicts) {
  CaseRun run(family, oracle_named(family.name), one, session, request.seed, request.effort);
  bool clean = true;
  for (const Gate* gate : gates()) {
    if (!chosen(gate->name, request.gates)) {
      continue;
    }
    const Clock::time_point start = Clock::now();
    CaseVerdict verdict{family.name, gate->name, one.id, one.model, session.label(), {}, 0};
    verdict.verdict = gate->run(run);
    verdict.seconds = seconds_since(start);
    clean = clean && verdict.verdict.outcome != Outcome::fail;
    verdicts.push_back(std::move(verdict));
  }
  return clean;
}

/// The cases of one device, by `jobs` workers with a session each; verdicts in case order.
void run_device(const RunRequest& request, const Selected& cases, const SessionOptions& options,
                const std::function<void(const std::string&)>& done, RunReport& report) {
  DeviceReport device;
  device.options = options;
  std::unique_ptr<DeviceSession> first;
  device.opened = DeviceSession::open(options, first);
  device.label = fmt::format("{} wave{}", options.device, options.wave_size);
  if (!device.opened.ok()) {
    report.devices.push_back(std::move(device));
    return;
  }
  const unsigned jobs = std::max(1U, request.jobs);
  std::vector<std::vector<CaseVerdict>> by_case(cases.size());
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stop = false;
  std::mutex merge;
  const auto work = [&](DeviceSession& session) {
    for (std::size_t i = next++; i < cases.size() && !stop; i = next++) {
      const auto& [family, one] = cases[i];
      if (!run_case(request, *family, one, session, by_case[i]) && request.stop_at_first_failure) {
        stop = true;
      }
      const std::scoped_lock lock(merge);
      done(one.id);
    }
    const std::scoped_lock lock(merge);
    device.launches += session.launches();
    device.wave_instructions += session.wave_instructions();
    if (options.emulator.follow_inexact) add_fidelity(device.fidelity, session.fidelity());
  };
  std::vector<std::thread> workers;
  for (unsigned job = 1; job < jobs; ++job) {
    workers.emplace_back([&] {
      std::unique_ptr<DeviceSession> own;
      if (DeviceSession::open(options, own).ok()) {
        work(*own);
      }
    });
  }
  work(*first);
  for (std::thread& worker : workers) {
    worker.join();
  }

  device.code_objects = first->code_objects();
  device.name = first->device_name();
  for (std::vector<CaseVerdict>& verdicts : by_case) {
    for (CaseVerdict& verdict : verdicts) {
      device.assertions += verdict.verdict.assertions;
      report.failed += verdict.verdict.outcome == Outcome::fail ? 1 : 0;
      report.verdicts.push_back(std::move(verdict));
    }
  }
  report.assertions += device.assertions;
  report.devices.push_back(std::move(device));
}

}  // namespace

bool matches_pattern(std::string_view text, std::string_view pattern) {
  std::size_t t = 0;
  std::size_t p = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++t;
      ++p;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') {
    ++p;
  }
  return p == pattern.size();
}

Status select_cases(const RunRequest& request, Selected& cases) {
  if (Status status =
          check_names(std::span<const Family* const>(all_families()), request.families, "family");
      !status.ok()) {
    return status;
  }
  if (Status status = check_names(gates(), request.gates, "gate"); !status.ok()) {
    return status;
  }
  // A case named by its id runs whatever profile it belongs to.
  const bool by_id = !request.cases.empty();
  for (const Family* family : all_families()) {
    if (!chosen(family->name, request.families)) {
      continue;
    }
    for (Case& one : family->cases(by_id ? Effort::full : request.effort)) {
      if (chosen(one.id, request.cases)) {
        cases.emplace_back(family, std::move(one));
      }
    }
  }
  if (cases.empty() && by_id) {
    return Status::error(StatusCode::not_found,
                         "no case matches '{}'; 'kgate run --list --profile full' lists them all",
                         fmt::join(request.cases, "', '"));
  }
  return {};
}

Status run_gates(const RunRequest& request, const Progress& progress, RunReport& report) {
  const Clock::time_point start = Clock::now();
  Selected cases;
  if (Status status = select_cases(request, cases); !status.ok()) {
    return status;
  }
  std::size_t done = 0;
  const std::size_t total = cases.size() * request.sessions.size();
  for (const SessionOptions& options : request.sessions) {
    run_device(
        request, cases, options, [&](const std::string& id) { progress(++done, total, id); },
        report);
  }
  for (const Family* family : all_families()) {
    if (family->absent != nullptr && chosen(family->name, request.families)) {
      for (const std::string& reason : family->absent()) {
        report.not_run.push_back(fmt::format("{}: {}", family->name, reason));
      }
    }
  }
  report.seconds = seconds_since(start);
  return {};
}

std::string replay_command(const DeviceReport& device, const CaseVerdict& verdict,
                           std::uint64_t seed) {
  return fmt::format("kgate run{} --seed {} --case {}", session_arguments(device.options), seed,
                     shell_quoted(verdict.case_id));
}

}  // namespace kgate::gates
