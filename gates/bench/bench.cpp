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
#include "kernels/registry/operations.hpp"
#include "kernels/runtime/launcher.hpp"
#include "oracle/oracle.hpp"

namespace kgate::gates {
namespace {

constexpr std::size_t kMaxSets = 64;

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
  Launcher* launcher = nullptr;
  std::vector<DeviceImage> images;
  std::vector<std::any> arguments;
  std::size_t next = 0;

  Status prepare(DeviceSession& session, const Family& of, const Problem& problem,
                 std::uint64_t rotate_bytes) {
    family = &of;
    launcher = &session.launcher();
    const std::uint64_t size = std::max<std::uint64_t>(total_bytes(problem), 1);
    const std::size_t sets = std::clamp<std::size_t>(rotate_bytes / size + 1, 2, kMaxSets);
    for (std::size_t set = 0; set < sets; ++set) {
      DeviceImage& image = images.emplace_back(session.device());
      if (Status status = image.upload(problem); !status.ok()) {
        return status;
      }
      arguments.push_back(problem.bind(problem, image.addresses()));
    }
    return {};
  }

  Status launch() {
    const std::size_t set = next++ % images.size();
    return family->launch(arguments[set], *launcher);
  }
};

/// A device-to-device copy that reads and writes `moved` bytes in all, over rotating halves.
struct RotatingCopy {
  const Device* device = nullptr;
  hip::StreamHandle stream = nullptr;
  DeviceMemory memory;
  std::size_t size = 0;
  std::size_t slots = 0;
  std::size_t next = 0;

  Status prepare(DeviceSession& session, std::uint64_t moved, std::uint64_t rotate_bytes) {
    device = &session.device();
    stream = session.launcher().stream();
    size = std::max<std::size_t>(moved / 2, 1);
    slots = std::max<std::size_t>(2, std::min<std::size_t>(2 * kMaxSets, rotate_bytes / size));
    slots -= slots % 2;
    return DeviceMemory::allocate(*device, size * slots, memory);
  }

  Status launch() {
    auto* base = static_cast<std::byte*>(memory.get());
    const std::size_t at = 2 * (next++ % (slots / 2)) * size;
    return device->check(device->api().hipMemcpyAsync(base + at + size, base + at, size,
                                                      hip::MemcpyKind::device_to_device, stream),
                         "hipMemcpyAsync");
  }
};

/// The first difference between what the last launches left and the oracle; empty if none.
Status validate(const Family& family, const Case& one, DeviceSession& session,
                const RotatingLaunch& rotating, std::uint64_t seed, std::string& wrong) {
  const oracle::Oracle* oracle = nullptr;
  for (const oracle::Oracle* candidate : oracle::oracles()) {
    if (candidate->name == family.name) {
      oracle = candidate;
    }
  }
  CaseRun run(family, *oracle, one, session, seed, Effort::quick);
  const Expectation& expected = run.expected();
  if (const Status& status = run.oracle_status(); !status.ok()) {
    return status;
  }
  for (const DeviceImage& image : rotating.images) {
    Snapshot after;
    if (Status status = image.download(run.problem(), after); !status.ok()) {
      return status;
    }
    const Comparison found =
        compare(run.problem(), expected.after[0], after, expected.written, Select::written);
    if (found.compared == 0 || found.differing != 0) {
      wrong = found.compared == 0 ? "nothing was compared" : found.first;
      return {};
    }
  }
  return {};
}

Status run_row(DeviceSession& session, const Family& family, const Case& one,
               const BenchOptions& options, BenchRow& row) {
  constexpr std::uint64_t kSeed = 1;
  const Problem problem = family.problem(one, kSeed, kPoisons[0]);
  row.family = family.name;
  row.case_id = one.id;
  row.bytes = moved_bytes(family, problem);
  RotatingLaunch rotating;
  if (Status status = rotating.prepare(session, family, problem, options.rotate_bytes);
      !status.ok()) {
    return status;
  }
  LaunchTimer timer(session, options.repetitions);
  if (Status status = timer.measure([&] { return rotating.launch(); }, row.bytes, row.device);
      !status.ok()) {
    return status;
  }
  if (Status status = timer.measure_host([&] { return rotating.launch(); }, row.host);
      !status.ok()) {
    return status;
  }
  RotatingCopy copy;
  if (Status status = copy.prepare(session, row.bytes, options.rotate_bytes); !status.ok()) {
    return status;
  }
  if (Status status = timer.measure([&] { return copy.launch(); }, row.bytes, row.copy);
      !status.ok()) {
    return status;
  }
  return validate(family, one, session, rotating, kSeed, row.wrong);
}

Status measure_floor(DeviceSession& session, const BenchOptions& options, Spread& floor) {
  const std::uint32_t unused = 0;
  LaunchTimer timer(session, options.repetitions);
  return timer.measure(
      [&] {
        return session.launcher().launch("probe", "probe_empty", {}, {.x = 32, .y = 1, .z = 1}, 0,
                                         std::as_bytes(std::span(&unused, 1)));
      },
      0, floor);
}

}  // namespace

Status run_bench(DeviceSession& session, const std::vector<std::pair<const Family*, Case>>& cases,
                 const BenchOptions& options,
                 const std::function<void(std::size_t, std::size_t, const std::string&)>& progress,
                 BenchReport& report) {
  report.device = session.device_name();
  report.graphs = LaunchTimer(session, 1).has_graphs();
  if (Status status = measure_floor(session, options, report.floor); !status.ok()) {
    return status;
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [family, one] = cases[i];
    progress(i, cases.size(), one.id);
    BenchRow& row = report.rows.emplace_back();
    if (Status status = run_row(session, *family, one, options, row); !status.ok()) {
      return Status::error(status.code(), "{}: {}", one.id, status.message());
    }
  }
  report.code_objects = session.code_objects();
  report.reference_hits = Operations::reference_hits();
  return {};
}

}  // namespace kgate::gates
