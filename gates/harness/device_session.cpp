// SPDX-License-Identifier: MIT
// An open device with the code objects under test.
#include "gates/harness/device_session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gates/emulator/emulator_api.h"
#include "kernels/runtime/code_objects.hpp"
#include "kernels/runtime/device.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"

namespace kgate::gates {
namespace {

/// Bytes before and after each buffer on a device whose hardware would swallow a stray store.
constexpr std::size_t kGuardBytes = 1024;
constexpr std::byte kGuard{0xC5};

}  // namespace

struct DeviceSession::State {
  std::unique_ptr<Device> device;
  Stream stream;
  std::unique_ptr<Launcher> launcher;

  /// One buffer of a problem on the device.
  struct Placed {
    DeviceMemory memory;
    std::size_t begin = 0;  ///< offset of the buffer in the allocation
    std::byte* address() const { return static_cast<std::byte*>(memory.get()) + begin; }
  };

  [[nodiscard]] std::size_t guard() const { return device->emulated() ? 0 : kGuardBytes; }
  Status place(const CaseBuffer& buffer, Placed& placed) const;
  Status read_back(const CaseBuffer& buffer, const Placed& placed,
                   std::vector<std::vector<std::byte>>& segments) const;
  Status check_guard(const CaseBuffer& buffer, const Placed& placed, std::size_t offset) const;
  [[nodiscard]] Status fault_or(Status status) const;
};

Status DeviceSession::State::place(const CaseBuffer& buffer, Placed& placed) const {
  placed.begin = guard() + buffer.misalignment;
  const std::size_t size = placed.begin + buffer.size + guard();
  if (Status status =
          DeviceMemory::allocate(*device, std::max<std::size_t>(size, 1), placed.memory);
      !status.ok()) {
    return status;
  }
  if (guard() != 0) {
    const std::vector<std::byte> band(guard(), kGuard);
    for (const std::size_t offset : {std::size_t{buffer.misalignment}, size - guard()}) {
      if (Status status = placed.memory.write(offset, band); !status.ok()) {
        return status;
      }
    }
  }
  for (const Segment& segment : buffer.segments) {
    if (Status status = placed.memory.write(placed.begin + segment.offset, segment.bytes);
        !status.ok()) {
      return status;
    }
  }
  return {};
}

Status DeviceSession::State::check_guard(const CaseBuffer& buffer, const Placed& placed,
                                         std::size_t offset) const {
  std::vector<std::byte> band(guard());
  if (Status status = placed.memory.read(offset, band); !status.ok()) {
    return status;
  }
  const auto changed =
      std::find_if(band.begin(), band.end(), [](std::byte value) { return value != kGuard; });
  if (changed == band.end()) {
    return {};
  }
  const auto at = static_cast<std::ptrdiff_t>(offset) - static_cast<std::ptrdiff_t>(placed.begin) +
                  (changed - band.begin());
  return Status::error(StatusCode::device_error,
                       "the guard band of '{}' was written at byte {} (the buffer has {} bytes)",
                       buffer.name, at, buffer.size);
}

Status DeviceSession::State::read_back(const CaseBuffer& buffer, const Placed& placed,
                                       std::vector<std::vector<std::byte>>& segments) const {
  for (const Segment& segment : buffer.segments) {
    std::vector<std::byte>& bytes = segments.emplace_back(segment.bytes.size());
    if (Status status = placed.memory.read(placed.begin + segment.offset, bytes); !status.ok()) {
      return status;
    }
  }
  if (guard() == 0) {
    return {};
  }
  if (Status status = check_guard(buffer, placed, buffer.misalignment); !status.ok()) {
    return status;
  }
  return check_guard(buffer, placed, placed.begin + buffer.size);
}

/// The emulator's own report of a fault is more precise than the error code it leaves.
Status DeviceSession::State::fault_or(Status status) const {
  if (status.ok() || !device->emulated()) {
    return status;
  }
  const std::string fault = device->last_fault();
  return fault.empty() ? status : Status::error(StatusCode::device_error, "{}", fault);
}

DeviceSession::DeviceSession(const SessionOptions& options)
    : options_(options),
      label_(fmt::format("{} wave{}", options.device, options.wave_size)),
      state_(std::make_unique<State>()) {}

DeviceSession::~DeviceSession() = default;

Status DeviceSession::open(const SessionOptions& options, std::unique_ptr<DeviceSession>& session) {
  std::unique_ptr<DeviceSession> opened(new DeviceSession(options));
  State& state = *opened->state_;
  if (Status status = Device::open(options.device, state.device); !status.ok()) {
    return status;
  }
  if (Status status = Stream::create(*state.device, state.stream); !status.ok()) {
    return status;
  }
  CodeObjects source = options.code_objects.empty() ? CodeObjects::embedded(embedded_code_objects())
                                                    : CodeObjects::folder(options.code_objects);
  state.launcher = std::make_unique<Launcher>(*state.device, state.stream.get(), std::move(source),
                                              options.wave_size);
  opened->set_schedule(options.schedule_seed);
  session = std::move(opened);
  return {};
}

Status DeviceSession::run(const Family& family, const Problem& problem, Snapshot& after) {
  std::vector<State::Placed> placed(problem.buffers.size());
  std::vector<void*> addresses;
  for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
    if (Status status = state_->place(problem.buffers[b], placed[b]); !status.ok()) {
      return status;
    }
    addresses.push_back(placed[b].address());
  }
  if (Status status = family.launch(problem.bind(problem, addresses), *state_->launcher);
      !status.ok()) {
    return state_->fault_or(status);
  }
  if (Status status = state_->launcher->synchronize(); !status.ok()) {
    return state_->fault_or(status);
  }
  after.clear();
  for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
    if (Status status = state_->read_back(problem.buffers[b], placed[b], after.emplace_back());
        !status.ok()) {
      return status;
    }
  }
  return {};
}

void DeviceSession::set_schedule(std::uint64_t seed) {
  const hip::Api& api = state_->device->api();
  if (api.kgateEmulatorGetOptions == nullptr || api.kgateEmulatorSetOptions == nullptr) {
    return;
  }
  kgateEmulatorOptions options{};
  options.size = sizeof options;
  if (api.kgateEmulatorGetOptions(nullptr, &options) != hip::Error::hipSuccess) {
    return;
  }
  options.schedule_seed = seed;
  options.approximation_seed = options_.approximation_seed;
  // One case in flight per core serves a run better than many cores on a case of one workgroup.
  options.threads = 1;
  static_cast<void>(api.kgateEmulatorSetOptions(state_->stream.get(), &options));
}

std::uint64_t DeviceSession::wave_instructions() const {
  const hip::Api& api = state_->device->api();
  kgateEmulatorStatistics statistics{};
  statistics.size = sizeof statistics;
  if (api.kgateEmulatorGetStatistics == nullptr ||
      api.kgateEmulatorGetStatistics(state_->stream.get(), &statistics) != hip::Error::hipSuccess) {
    return 0;
  }
  return statistics.wave_instructions;
}

bool DeviceSession::emulated() const { return state_->device->emulated(); }

std::string DeviceSession::device_name() const {
  return fmt::format("{} ({})", state_->device->name(), state_->device->target());
}

std::uint64_t DeviceSession::launches() const {
  std::uint64_t total = 0;
  for (const LaunchCount& entry : state_->launcher->launches()) {
    total += entry.count;
  }
  return total;
}

std::vector<std::string> DeviceSession::code_objects() const {
  std::vector<std::string> list;
  for (const LoadedCodeObject& loaded : state_->launcher->loaded()) {
    list.push_back(fmt::format("{} {} wave{} {}", loaded.family, loaded.target, loaded.wave_size,
                               loaded.hash));
  }
  return list;
}

}  // namespace kgate::gates
