// SPDX-License-Identifier: MIT
// Gate: the same bits again, under other schedules, and for each row alone.
#include <fmt/format.h>

#include <array>
#include <set>

#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/precondition.hpp"

namespace kgate::gates {
namespace {

constexpr std::uint64_t kRowsQuick = 3;
constexpr std::uint64_t kRowsFull = 8;

/// First, last and evenly spread rows: a kernel that treats the last block or odd rows apart shows.
std::set<std::uint64_t> rows_to_try(std::uint64_t rows, Effort effort) {
  const std::uint64_t wanted = effort == Effort::quick ? kRowsQuick : kRowsFull;
  std::set<std::uint64_t> chosen;
  for (std::uint64_t i = 0; i < std::min(rows, wanted); ++i) {
    chosen.insert(rows <= wanted ? i : i * (rows - 1) / (wanted - 1));
  }
  return chosen;
}

/// Launches again as the session stands and compares with the first launch.
std::optional<Verdict> launch_again(CaseRun& run, Verdict& total, std::string_view what) {
  const LaunchResult again = run.launch(run.problem());
  if (!again.status.ok()) {
    return failure(fmt::format("{}: {}", what, again.status.message()), total.assertions);
  }
  const Comparison found =
      compare(run.problem(), run.device().after, again.after, run.expected().written, Select::all);
  total.assertions += found.compared;
  if (found.differing != 0) {
    return failure(fmt::format("{}: {} elements differ from the first run; first {}", what,
                               found.differing, found.first),
                   total.assertions);
  }
  return std::nullopt;
}

/// The row alone must leave what the oracle leaves for it, and that must be its part of the batch.
std::optional<Verdict> row_alone(CaseRun& run, Verdict& total, std::uint64_t row) {
  Problem alone = run.problem();
  if (!run.family().keep_row(alone, row)) {
    return std::nullopt;
  }
  Snapshot oracle_alone;
  if (Status status = run.evaluate(alone, oracle_alone); !status.ok()) {
    return failure(fmt::format("row {} alone: the oracle refused it: {}", row, status.message()),
                   total.assertions);
  }
  const LaunchResult device_alone = run.launch(alone);
  if (!device_alone.status.ok()) {
    return failure(fmt::format("row {} alone: {}", row, device_alone.status.message()),
                   total.assertions);
  }
  const Snapshot before = initial_snapshot(alone);
  const WrittenMask changed = written_elements(alone, before, oracle_alone, before, oracle_alone);
  for (const Snapshot* batch : {&run.expected().after[0], &run.device().after}) {
    const Comparison found = compare(alone, *batch, device_alone.after, changed, Select::written);
    total.assertions += found.compared;
    if (found.differing != 0) {
      return failure(fmt::format("row {} alone differs from the batch: {}", row, found.first),
                     total.assertions);
    }
  }
  const Comparison rest = compare(alone, before, device_alone.after, changed, Select::unwritten);
  total.assertions += rest.compared;
  if (rest.differing != 0) {
    return failure(fmt::format("row {} alone also wrote elsewhere: {}", row, rest.first),
                   total.assertions);
  }
  return std::nullopt;
}

Verdict run_repeat(CaseRun& run) {
  if (std::optional<Verdict> failed = precondition(run)) {
    return *failed;
  }
  Verdict total;
  if (std::optional<Verdict> failed = launch_again(run, total, "second run")) {
    return *failed;
  }
  if (run.session().emulated()) {
    const std::uint64_t schedule = run.session().options().schedule_seed;
    for (const std::uint64_t offset : {1U, 2U}) {
      run.session().set_schedule(schedule + offset);
      std::optional<Verdict> failed =
          launch_again(run, total, fmt::format("schedule {}", schedule + offset));
      run.session().set_schedule(schedule);
      if (failed) {
        return *failed;
      }
    }
  }
  if (run.family().rows != nullptr && run.family().keep_row != nullptr) {
    for (const std::uint64_t row : rows_to_try(run.family().rows(run.problem()), run.effort())) {
      if (std::optional<Verdict> failed = row_alone(run, total, row)) {
        return *failed;
      }
    }
  }
  return total;
}

}  // namespace

extern const Gate repeat;
const Gate repeat{"repeat",
                  "bits are equal across runs and schedules, and each row alone equals its row in "
                  "the batch",
                  run_repeat, ""};

}  // namespace kgate::gates
