// SPDX-License-Identifier: MIT
// Times launches: buffer sets rotate, launches are replayed from a graph, outputs are validated
// after.
#include "gates/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "gates/bench/launch_timer.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/device_image.hpp"
#include "kernels/device/probe_contract.hpp"
#include "kernels/registry/operations.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/unfused/unfused.hpp"
#include "oracle/oracle.hpp"

namespace kgate::gates {
namespace {

constexpr std::size_t kMaxSets = 64;

/// Up to here a launch finds its buffers where the launch before left them, as a decode step finds
/// what the kernel before it wrote. It is a fraction of any data-centre GPU's L2.
constexpr std::uint64_t kResidentBytes = 8ULL << 20U;

/// How many copies of `bytes` of buffers take turns.
std::size_t rotating_sets(std::uint64_t bytes, std::uint64_t rotate_bytes) {
  if (bytes <= kResidentBytes) {
    return 1;
  }
  return std::clamp<std::size_t>(rotate_bytes / bytes + 1, 2, kMaxSets);
}

std::uint64_t total_bytes(const Problem& problem) {
  std::uint64_t total = 0;
  for (const CaseBuffer& buffer : problem.buffers) {
    total += buffer.size;
  }
  return total;
}

/// Inputs read once, outputs written once, in-place buffers both.
std::uint64_t moved_bytes(const Family& family, const Problem& problem) {
  if (family.bytes != nullptr) {
    return family.bytes(problem);
  }
  std::uint64_t moved = 0;
  for (const CaseBuffer& buffer : problem.buffers) {
    moved += buffer.access == Access::in_out ? 2 * buffer.size : buffer.size;
  }
  return moved;
}

/// One family's launch over several copies of its buffers.
struct RotatingLaunch {
  const Family* family = nullptr;
  unfused::Workspace workspace;
  DeviceMemory workspace_memory;
  Launcher* launcher = nullptr;
  std::vector<DeviceImage> images;
  std::vector<std::any> arguments;
  std::size_t next = 0;

  Status prepare(DeviceSession& session, const Family& of, const Problem& problem,
                 std::uint64_t rotate_bytes) {
    family = &of;
    launcher = &session.launcher();
    const std::size_t sets = rotating_sets(total_bytes(problem), rotate_bytes);
    for (std::size_t set = 0; set < sets; ++set) {
      DeviceImage& image = images.emplace_back(session.device());
      if (Status status = image.upload(problem); !status.ok()) {
        return status;
      }
      arguments.push_back(problem.bind(problem, image.addresses()));
    }
    if (of.unfused.launch == nullptr) {
      return {};
    }
    workspace.size = of.unfused.workspace_size(arguments.front());
    if (workspace.size != 0) {
      Status status = DeviceMemory::allocate(session.device(), workspace.size, workspace_memory);
      workspace.data = workspace_memory.get();
      return status;
    }
    return {};
  }

  Status launch() {
    const std::size_t set = next++ % images.size();
    return family->launch(arguments[set], *launcher);
  }

  Status launch_unfused() {
    const std::size_t set = next++ % images.size();
    return family->unfused.launch(arguments[set], *launcher, workspace);
  }
};

/// A copy kernel that reads and writes `moved` bytes in all, over buffers that rotate as a
/// family's.
struct RotatingCopy {
  Launcher* launcher = nullptr;
  DeviceMemory memory;
  std::size_t size = 0;  ///< of one buffer, in whole vectors
  std::size_t sets = 0;
  std::size_t next = 0;

  Status prepare(DeviceSession& session, std::uint64_t moved, std::uint64_t rotate_bytes) {
    launcher = &session.launcher();
    size = std::max<std::size_t>((moved / 2 + 15) / 16, 1) * 16;
    sets = rotating_sets(2 * size, rotate_bytes);
    return DeviceMemory::allocate(session.device(), 2 * size * sets, memory);
  }

  Status launch() {
    auto* from = static_cast<std::byte*>(memory.get()) + 2 * (next++ % sets) * size;
    const ProbeArguments arguments{
        .from = from, .to = from + size, .vectors = static_cast<std::int64_t>(size / 16)};
    const std::size_t groups = (size / 16 + kProbeCopyThreads - 1) / kProbeCopyThreads;
    return launcher->launch(
        "probe", "probe_copy", {.x = static_cast<std::uint32_t>(groups), .y = 1, .z = 1},
        {.x = kProbeCopyThreads, .y = 1, .z = 1}, 0, std::as_bytes(std::span(&arguments, 1)));
  }
};

/// Rows of a problem that are compared after timing: all of a small one, some of a large one, whose
/// plain oracle would take longer than everything else.
std::vector<std::uint64_t> validated_rows(std::uint64_t rows) {
  constexpr std::uint64_t kAll = 64;
  constexpr std::uint64_t kSome = 5;
  std::vector<std::uint64_t> chosen;
  for (std::uint64_t i = 0; i < (rows <= kAll ? rows : kSome); ++i) {
    chosen.push_back(rows <= kAll ? i : i * (rows - 1) / (kSome - 1));
  }
  return chosen;
}

/// The first difference between what the last launches left and the oracle; empty if none.
Status validate(const Family& family, const Problem& problem, const RotatingLaunch& rotating,
                std::string& wrong) {
  Snapshot after;
  if (Status status = rotating.images.front().download(problem, after); !status.ok()) {
    return status;
  }
  const oracle::Oracle& oracle = oracle_named(family.name);
  std::uint64_t compared = 0;
  for (const std::uint64_t row : validated_rows(family.rows(problem))) {
    Problem alone = problem;
    if (!family.keep_row(alone, row)) {
      continue;
    }
    const HostImage image(alone);
    if (Status status = oracle.evaluate(alone.bind(alone, image.addresses())); !status.ok()) {
      return status;
    }
    const Snapshot before = initial_snapshot(alone);
    const Snapshot expected = snapshot_of(alone, image);
    const WrittenMask changed = written_elements(alone, before, expected, before, expected);
    const Comparison found = compare(alone, expected, after, changed, Select::written);
    compared += found.compared;
    if (found.differing != 0) {
      wrong = found.first;
      return {};
    }
  }
  wrong = compared == 0 ? "nothing was compared" : "";
  return {};
}

Status measure_floor(DeviceSession& session, LaunchTimer& timer, Spread& floor) {
  const ProbeArguments unused{};
  return timer.measure(
      [&] {
        return session.launcher().launch("probe", "probe_empty", {}, {.x = 32, .y = 1, .z = 1}, 0,
                                         std::as_bytes(std::span(&unused, 1)));
      },
      0, floor);
}

Status run_row(DeviceSession& session, const Family& family, const Case& one,
               const BenchOptions& options, BenchRow& row) {
  constexpr std::uint64_t kSeed = 1;
  const Problem problem = family.problem(one, kSeed, kPoisons[0]);
  row.family = family.name;
  row.case_id = one.id;
  row.bytes = moved_bytes(family, problem);
  LaunchTimer timer(session, options.repetitions);
  RotatingLaunch rotating;
  Status status = rotating.prepare(session, family, problem, options.rotate_bytes);
  // What is compared stands side by side: some runtimes launch everything slower after a while.
  if (status.ok()) {
    status = measure_floor(session, timer, row.floor);
  }
  if (status.ok() && family.unfused.launch != nullptr) {
    status = timer.measure([&] { return rotating.launch_unfused(); }, row.bytes, row.unfused);
  }
  if (status.ok()) {
    status = timer.measure([&] { return rotating.launch(); }, row.bytes, row.device);
  }
  if (status.ok()) {
    status = timer.measure_host([&] { return rotating.launch(); }, row.host);
  }
  RotatingCopy copy;
  if (status.ok()) {
    status = copy.prepare(session, row.bytes, options.rotate_bytes);
  }
  if (status.ok()) {
    status = timer.measure([&] { return copy.launch(); }, row.bytes, row.copy);
  }
  return status.ok() ? validate(family, problem, rotating, row.wrong) : status;
}

/// A family that no kernel serves here is refused before anything is timed.
Status demand_native(DeviceSession& session,
                     const std::vector<std::pair<const Family*, Case>>& cases) {
  for (const auto& [family, one] : cases) {
    Status why;
    const Provider* provider = session.launcher().operations().find(family->name, why);
    if (provider == nullptr) {
      return why;
    }
    if (!is_native(*provider)) {
      return Status::error(StatusCode::unsupported,
                           "{} is served by the CPU reference on {}: its figures would be the "
                           "host's and are refused",
                           family->name, session.device().spec());
    }
  }
  return {};
}

}  // namespace

Status run_bench(DeviceSession& session, const std::vector<std::pair<const Family*, Case>>& cases,
                 const BenchOptions& options, const std::function<void(const BenchRow&)>& done,
                 BenchReport& report) {
  report.device = session.device_name();
  report.graphs = LaunchTimer(session, 1).has_graphs();
  if (Status status = demand_native(session, cases); !status.ok()) {
    return status;
  }
  for (const auto& [family, one] : cases) {
    BenchRow& row = report.rows.emplace_back();
    if (Status status = run_row(session, *family, one, options, row); !status.ok()) {
      return Status::error(status.code(), "{}: {}", one.id, status.message());
    }
    done(row);
  }
  report.code_objects = session.code_objects();
  report.reference_hits = Operations::reference_hits();
  return {};
}

}  // namespace kgate::gates
