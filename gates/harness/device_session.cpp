// SPDX-License-Identifier: MIT
// An open device with the code objects under test.
#include "gates/harness/device_session.hpp"

#include <fmt/format.h>

#include "gates/emulator/emulator_api.h"
#include "gates/harness/device_image.hpp"
#include "gates/unit.hpp"
#include "kernels/runtime/code_objects.hpp"
#include "kernels/runtime/device.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"

namespace kgate::gates {
struct DeviceSession::State {
  std::unique_ptr<Device> device;
  Stream stream;
  std::unique_ptr<Launcher> launcher;

  [[nodiscard]] Status fault_or(Status status) const;
};

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
  CodeObjects source =
      options.code_objects.empty()
          ? CodeObjects::embedded(embedded_code_objects()).with(added_code_objects())
          : CodeObjects::folder(options.code_objects);
  state.launcher = std::make_unique<Launcher>(*state.device, state.stream.get(), std::move(source),
                                              options.wave_size);
  opened->set_schedule(options.schedule_seed);
  session = std::move(opened);
  return {};
}

Status DeviceSession::run(const Family& family, const Problem& problem, Snapshot& after) {
  DeviceImage image(*state_->device);
  if (Status status = image.upload(problem); !status.ok()) {
    return status;
  }
  if (Status status = family.launch(problem.bind(problem, image.addresses()), *state_->launcher);
      !status.ok()) {
    return state_->fault_or(status);
  }
  if (Status status = state_->launcher->synchronize(); !status.ok()) {
    return state_->fault_or(status);
  }
  return image.download(problem, after);
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

const Device& DeviceSession::device() const { return *state_->device; }

Launcher& DeviceSession::launcher() const { return *state_->launcher; }

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
