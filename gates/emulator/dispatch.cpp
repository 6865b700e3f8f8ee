// SPDX-License-Identifier: MIT
// Checking a launch, laying out its kernel arguments, and spreading workgroups over host threads.
#include "gates/emulator/dispatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <numeric>
#include <thread>
#include <unordered_map>

#include "gates/emulator/kernarg_segment.hpp"
#include "gates/emulator/scramble.hpp"
#include "gates/emulator/workgroup.hpp"

namespace kgate::emulator {
namespace {

Fault bad_launch(const Launch& launch, std::string detail) {
  Fault fault;
  fault.kind = FaultKind::bad_launch;
  fault.detail = std::move(detail);
  if (launch.kernel != nullptr) fault.kernel = launch.kernel->name;
  return fault;
}

std::optional<Fault> check(const Launch& launch) {
  if (launch.kernel == nullptr || launch.kernel->program == nullptr) {
    return bad_launch(launch, "no kernel");
  }
  const Descriptor& descriptor = launch.kernel->descriptor;
  const std::uint64_t items = std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  if (items == 0 || items > 1024 || launch.block[0] > 1024 || launch.block[1] > 1024) {
    return bad_launch(launch,
                      fmt::format("{} work-items in a workgroup, 1 to 1024 are possible", items));
  }
  if (std::uint64_t{descriptor.group_segment_fixed_size} + launch.dynamic_lds > 65536) {
    return bad_launch(launch, fmt::format("{} + {} bytes of LDS, 65536 are possible",
                                          descriptor.group_segment_fixed_size, launch.dynamic_lds));
  }
  if (launch.kernarg.size() < descriptor.kernarg_size) {
    return bad_launch(launch, fmt::format("{} bytes of kernel arguments, the kernel reads {}",
                                          launch.kernarg.size(), descriptor.kernarg_size));
  }
  if (launch.kernel->private_bytes > (1U << 18U)) {
    return bad_launch(launch, fmt::format("{} bytes of scratch a lane, 262144 are possible",
                                          launch.kernel->private_bytes));
  }
  const std::uint16_t properties = descriptor.kernel_code_properties;
  if ((properties & 0x21U) != 0) {
    return bad_launch(launch, "the descriptor asks for a scratch set-up that gfx11 does not have");
  }
  if (((properties & (1U << 10U)) != 0) != (launch.kernel->program->lanes() == 32)) {
    return bad_launch(launch, "the code was decoded for another wave size than the descriptor's");
  }
  return std::nullopt;
}

/// An AQL kernel dispatch packet (HSA: hsa_kernel_dispatch_packet_t).
std::array<std::byte, 64> make_packet(const Launch& launch, std::uint64_t kernarg) {
  std::array<std::byte, 64> packet{};
  const auto put = [&](std::size_t offset, auto value) {
    std::memcpy(packet.data() + offset, &value, sizeof(value));
  };
  put(0, std::uint16_t{2});
  put(2, std::uint16_t{3});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    put(4 + 2 * axis, static_cast<std::uint16_t>(launch.block[axis]));
    put(12 + 4 * axis, launch.grid[axis] * launch.block[axis]);
  }
  put(24, launch.kernel->private_bytes);
  put(28, launch.kernel->descriptor.group_segment_fixed_size + launch.dynamic_lds);
  put(32, launch.kernel->descriptor_address);
  put(40, kernarg);
  return packet;
}

/// Kernel arguments and dispatch packet in device memory for the time of a launch.
class LaunchMemory {
 public:
  LaunchMemory(const Launch& launch, Memory& memory) : memory_(memory) {
    if (!launch.kernarg.empty()) {
      kernarg_ = memory.allocate(padded_kernarg_size(launch), 256, AllocationKind::kernarg,
                                 "kernel arguments of " + launch.kernel->name);
      memory.copy_in(kernarg_, launch.kernarg.data(), launch.kernarg.size());
    }
    if ((launch.kernel->descriptor.kernel_code_properties & 2U) != 0) {
      const auto packet = make_packet(launch, kernarg_);
      packet_ = memory.allocate(packet.size(), 256, AllocationKind::packet,
                                "dispatch packet of " + launch.kernel->name);
      memory.copy_in(packet_, packet.data(), packet.size());
    }
  }
  LaunchMemory(const LaunchMemory&) = delete;
  LaunchMemory& operator=(const LaunchMemory&) = delete;
  LaunchMemory(LaunchMemory&&) = delete;
  LaunchMemory& operator=(LaunchMemory&&) = delete;
  ~LaunchMemory() {
    if (kernarg_ != 0) memory_.release(kernarg_);
    if (packet_ != 0) memory_.release(packet_);
  }
  [[nodiscard]] std::uint64_t kernarg() const { return kernarg_; }
  [[nodiscard]] std::uint64_t packet() const { return packet_; }

 private:
  Memory& memory_;
  std::uint64_t kernarg_ = 0;
  std::uint64_t packet_ = 0;
};

/// The workgroup that runs as number `turn` of `groups`.
std::uint64_t in_turn(const Options& options, std::uint64_t groups, std::uint64_t turn) {
  switch (options.group_order) {
    case GroupOrder::in_order:
      return turn;
    case GroupOrder::reverse:
      return groups - 1 - turn;
    case GroupOrder::random:
      break;
  }
  // Steps of a drawn stride that shares no factor with the count visit every group once.
  const std::uint64_t draw = scramble(options.schedule_seed);
  std::uint64_t stride = draw % groups | 1U;
  while (std::gcd(stride, groups) != 1) ++stride;
  // A grid has fewer than 2^32 workgroups in a launch that ends, so the product does not wrap.
  return (turn * stride + (draw >> 32U)) % groups;
}

/// What the threads of a launch share.
struct Progress {
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> faulted{~std::uint64_t{0}};  ///< lowest workgroup that faulted
  std::mutex mutex;
  std::optional<Fault> fault;
  Statistics statistics;
  std::unordered_map<const Row*, std::uint64_t> opcodes;
};

void work(const Launch& launch, Memory& memory, const Options& options, const LaunchMemory& lent,
          std::uint64_t groups, GlobalCells* cells, Progress& progress) {
  WorkgroupRunner runner(launch, memory, options, lent.kernarg(), lent.packet(), cells);
  while (true) {
    const std::uint64_t turn = progress.next.fetch_add(1, std::memory_order_relaxed);
    if (turn >= groups) break;
    // Groups before a faulting one still run, so that the report is that of the first.
    const std::uint64_t group = in_turn(options, groups, turn);
    if (group > progress.faulted.load(std::memory_order_relaxed)) continue;
    const auto x = static_cast<std::uint32_t>(group % launch.grid[0]);
    const auto y = static_cast<std::uint32_t>(group / launch.grid[0] % launch.grid[1]);
    const auto z = static_cast<std::uint32_t>(group / launch.grid[0] / launch.grid[1]);
    try {
      runner.run({x, y, z});
    } catch (const FaultError& error) {
      const std::lock_guard lock(progress.mutex);
      if (group < progress.faulted.load(std::memory_order_relaxed)) {
        progress.faulted.store(group, std::memory_order_relaxed);
        progress.fault = error.fault();
      }
    }
  }
  const std::lock_guard lock(progress.mutex);
  progress.statistics.wave_instructions += runner.statistics().wave_instructions;
  progress.statistics.waves += runner.statistics().waves;
  progress.statistics.workgroups += runner.statistics().workgroups;
  add_uses(progress.statistics.inexact, runner.statistics().inexact);
  for (const auto& [row, count] : runner.opcodes()) progress.opcodes[row] += count;
}

void add(Statistics& total, const Progress& progress) {
  total.wave_instructions += progress.statistics.wave_instructions;
  total.waves += progress.statistics.waves;
  total.workgroups += progress.statistics.workgroups;
  add_uses(total.inexact, progress.statistics.inexact);
  for (const auto& [row, count] : progress.opcodes) {
    const Row* const key = row;
    const auto same = [key](const auto& entry) { return entry.first == key; };
    const auto entry = std::find_if(total.opcodes.begin(), total.opcodes.end(), same);
    if (entry != total.opcodes.end()) {
      entry->second += count;
    } else {
      total.opcodes.emplace_back(row, count);
    }
  }
  std::sort(total.opcodes.begin(), total.opcodes.end(),
            [](const auto& a, const auto& b) { return a.second > b.second; });
}

}  // namespace

std::optional<Fault> execute(const Launch& launch, Memory& memory, const Options& options,
                             Statistics* statistics) {
  if (auto fault = check(launch)) return fault;
  const std::uint64_t groups = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  const LaunchMemory lent(launch, memory);
  if (!launch.kernarg.empty() && lent.kernarg() == 0) {
    return bad_launch(launch, "no device memory for the kernel arguments");
  }
  Progress progress;
  std::optional<GlobalCells> cells;
  if (options.check_races) cells.emplace();
  GlobalCells* const shared = cells ? &*cells : nullptr;
  const std::uint64_t cores =
      options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> threads;
  for (std::uint64_t i = 1; i < std::min(cores, groups); ++i) {
    threads.emplace_back([&] { work(launch, memory, options, lent, groups, shared, progress); });
  }
  if (groups != 0) work(launch, memory, options, lent, groups, shared, progress);
  for (std::thread& thread : threads) thread.join();
  if (statistics != nullptr) add(*statistics, progress);
  return progress.fault;
}

}  // namespace kgate::emulator
