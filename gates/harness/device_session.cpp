// SPDX-License-Identifier: MIT
// An open device with the code objects under test.
#include "gates/harness/device_session.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  CodeObjects source = CodeObjects::embedded({});
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
  state.source = options.code_objects.empty()
                     ? CodeObjects::embedded(embedded_code_objects()).with(added_code_objects())
                     : CodeObjects::folder(options.code_objects);
  state.launcher = std::make_unique<Launcher>(*state.device, state.stream.get(), state.source,
                                              options.wave_size);
  opened->apply(options);
  const hip::Api& api = state.device->api();
  if (!options.emulator.suppressions.empty() && api.kgateEmulatorSuppress != nullptr &&
      api.kgateEmulatorSuppress(options.emulator.suppressions.c_str()) != hip::Error::hipSuccess) {
    return Status::error(StatusCode::invalid_argument, "a suppression is not RULE[:KERNEL]=REASON");
  }
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
  SessionOptions changed = options_;
  changed.schedule_seed = seed;
  apply(changed);
}

void DeviceSession::apply(const SessionOptions& wanted) {
  const hip::Api& api = state_->device->api();
  if (api.kgateEmulatorGetOptions == nullptr || api.kgateEmulatorSetOptions == nullptr) {
    return;
  }
  kgateEmulatorOptions options{};
  options.size = sizeof options;
  if (api.kgateEmulatorGetOptions(nullptr, &options) != hip::Error::hipSuccess) {
    return;
  }
  options.schedule_seed = wanted.schedule_seed;
  options.approximation_seed = wanted.approximation_seed;
  const EmulatorOptions& emulator = wanted.emulator;
  options.wave_order = emulator.wave_order;
  options.group_order = emulator.group_order;
  options.poison = emulator.poison;
  options.check_initialised = emulator.check_initialised ? 1 : 0;
  options.check_registers = emulator.check_registers ? 1 : 0;
  options.check_waits = emulator.check_waits ? 1 : 0;
  options.check_races = emulator.check_races ? 1 : 0;
  options.count_opcodes = options.follow_inexact = emulator.follow_inexact ? 1 : 0;
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

namespace {

/// "v_rcp_f32 12, v_sqrt_f32 4" as kgateEmulatorGetKernel gives it.
std::map<std::string, std::uint64_t> counts_in(std::string_view text) {
  std::map<std::string, std::uint64_t> counts;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), one.size() + 2));
    const std::size_t blank = one.find(' ');
    counts[std::string(one.substr(0, blank))] += std::stoull(std::string(one.substr(blank + 1)));
  }
  return counts;
}

}  // namespace

std::vector<KernelFidelity> DeviceSession::fidelity() const {
  const hip::Api& api = state_->device->api();
  std::vector<KernelFidelity> list;
  if (api.kgateEmulatorGetKernel == nullptr) {
    return list;
  }
  kgateEmulatorKernel kernel{};
  kernel.size = sizeof kernel;
  while (api.kgateEmulatorGetKernel(state_->stream.get(), list.size(), &kernel) ==
         hip::Error::hipSuccess) {
    list.push_back({kernel.name, kernel.count[kgateEmulatorExact],
                    kernel.count[kgateEmulatorDocumented], kernel.count[kgateEmulatorApproximate],
                    kernel.count[kgateEmulatorModel], counts_in(kernel.inexact_opcodes),
                    kernel.inexact_stores, kernel.inexact_addresses, kernel.inexact_branches,
                    kernel.first_inexact});
  }
  return list;
}

std::string KernelFidelity::inexact_text() const {
  std::string text;
  for (const auto& [mnemonic, count] : inexact_opcodes) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", mnemonic, count);
  }
  return text;
}

void add_fidelity(std::vector<KernelFidelity>& total, const std::vector<KernelFidelity>& more) {
  for (const KernelFidelity& one : more) {
    const auto found = std::find_if(total.begin(), total.end(), [&](const KernelFidelity& other) {
      return other.kernel >= one.kernel;
    });
    if (found == total.end() || found->kernel != one.kernel) {
      total.insert(found, one);
      continue;
    }
    found->exact += one.exact;
    found->documented += one.documented;
    found->approximate += one.approximate;
    found->model += one.model;
    found->stores += one.stores;
    found->addresses += one.addresses;
    found->branches += one.branches;
    for (const auto& [mnemonic, count] : one.inexact_opcodes) {
      found->inexact_opcodes[mnemonic] += count;
    }
    if (found->first_use.empty()) found->first_use = one.first_use;
  }
}

std::string session_arguments(const SessionOptions& options) {
  std::string text = fmt::format(" --device {} --wave {}", options.device, options.wave_size);
  if (!options.code_objects.empty()) {
    text += fmt::format(" --code-objects {}", shell_quoted(options.code_objects.string()));
  }
  if (options.schedule_seed != 0) {
    text += fmt::format(" --emulator-schedule {}", options.schedule_seed);
  }
  if (options.approximation_seed != 0) {
    text += fmt::format(" --emulator-approx {}", options.approximation_seed);
  }
  return text + emulator_arguments(options.emulator);
}

bool DeviceSession::has_code(std::string_view family) const {
  CodeObjectImage image;
  return state_->source.find(family, state_->device->target(), options_.wave_size, image).ok();
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
