// SPDX-License-Identifier: MIT
// Operations by kgate's fused kernels, its separate ones, or its oracle.
#include "docs/examples/tiny_llama/kernels.hpp"

#include <fmt/format.h>

#include <any>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string_view>

#include "kernels/add_rms_norm/add_rms_norm_launch.hpp"
#include "kernels/gated_activation/gated_activation_launch.hpp"
#include "kernels/registry/flags.hpp"
#include "kernels/rope_append/rope_append_launch.hpp"
#include "kernels/runtime/embedded_code_objects.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"
#include "kernels/unfused/unfused.hpp"
#include "oracle/oracle.hpp"

namespace tiny_llama {
namespace {

using kgate::Status;

void require(const Status& status) {
  if (!status) {
    throw std::runtime_error(std::string(status.message()));
  }
}

const kgate::oracle::Oracle& oracle_named(std::string_view name) {
  for (const kgate::oracle::Oracle* one : kgate::oracle::oracles()) {
    if (one->name == name) {
      return *one;
    }
  }
  throw std::runtime_error(fmt::format("there is no oracle for {}", name));
}

}  // namespace

struct Kernels::State {
  std::string name;
  std::unique_ptr<kgate::Device> device;  ///< null: the CPU
  kgate::Stream stream;
  std::unique_ptr<kgate::Launcher> launcher;
  std::vector<kgate::DeviceMemory> memory;
  std::vector<std::unique_ptr<std::byte[]>> host_memory;
  kgate::DeviceMemory workspace;
  std::map<std::string_view, std::uint64_t> calls;

  [[nodiscard]] static bool fused(std::string_view operation) {
    return kgate::switch_state(*kgate::fused_switch(operation)).on;
  }

  /// Room for `bytes`; what it replaces may be in use by a launch before.
  kgate::unfused::Workspace workspace_of(std::uint64_t bytes) {
    if (workspace.size() < bytes) {
      require(launcher->synchronize());
      require(kgate::DeviceMemory::allocate(*device, bytes, workspace));
    }
    return {workspace.get(), workspace.size()};
  }

  template <class Arguments>
  void run(std::string_view operation, const Arguments& arguments) {
    ++calls[operation];
    if (device == nullptr) {
      require(oracle_named(operation).evaluate(arguments));
    } else if (fused(operation)) {
      require(kgate::launch(arguments, *launcher));
    } else {
      require(kgate::unfused::launch(arguments, *launcher,
                                     workspace_of(kgate::unfused::workspace_size(arguments))));
    }
  }
};

Kernels::Kernels(const std::string& device) : state_(std::make_unique<State>()) {
  state_->name = device;
  if (device == "cpu") {
    return;
  }
  require(kgate::Device::open(device, state_->device));
  require(kgate::Stream::create(*state_->device, state_->stream));
  state_->launcher = std::make_unique<kgate::Launcher>(
      *state_->device, state_->stream.get(),
      kgate::CodeObjects::embedded(kgate::embedded_code_objects()),
      state_->device->wave_size() == 64 ? 64U : 32U);
}

Kernels::~Kernels() = default;

void* Kernels::allocate(std::size_t bytes) {
  if (state_->device == nullptr) {
    return state_->host_memory.emplace_back(std::make_unique<std::byte[]>(bytes)).get();
  }
  kgate::DeviceMemory memory;
  require(kgate::DeviceMemory::allocate(*state_->device, bytes, memory));
  require(memory.fill(std::byte{0}));
  return state_->memory.emplace_back(std::move(memory)).get();
}

void Kernels::write(void* to_device, std::span<const std::byte> bytes) {
  if (state_->device == nullptr) {
    std::memcpy(to_device, bytes.data(), bytes.size());
    return;
  }
  const kgate::CurrentDevice current(*state_->device);
  require(current.status());
  require(state_->launcher->synchronize());
  require(
      state_->device->check(state_->device->api().hipMemcpy(to_device, bytes.data(), bytes.size(),
                                                            kgate::hip::MemcpyKind::host_to_device),
                            "hipMemcpy"));
}

void Kernels::read(std::span<std::byte> bytes, const void* from_device) {
  if (state_->device == nullptr) {
    std::memcpy(bytes.data(), from_device, bytes.size());
    return;
  }
  const kgate::CurrentDevice current(*state_->device);
  require(current.status());
  require(state_->launcher->synchronize());
  require(
      state_->device->check(state_->device->api().hipMemcpy(bytes.data(), from_device, bytes.size(),
                                                            kgate::hip::MemcpyKind::device_to_host),
                            "hipMemcpy"));
}

void Kernels::add_rms_norm(const kgate::AddRmsNormArguments& arguments) {
  state_->run("add_rms_norm", arguments);
}

void Kernels::rope_append(const kgate::RopeAppendArguments& arguments) {
  state_->run("rope_append", arguments);
}

void Kernels::gated_activation(const kgate::GatedActivationArguments& arguments) {
  state_->run("gated_activation", arguments);
}

std::uint64_t Kernels::reference_calls() const {
  std::uint64_t total = 0;
  for (const auto& [operation, count] : state_->calls) {
    total += state_->device == nullptr ? count : 0;
  }
  return total;
}

std::string Kernels::trace() const {
  std::string text;
  for (const auto& [operation, count] : state_->calls) {
    const std::string_view served = state_->device == nullptr ? "the CPU oracle"
                                    : State::fused(operation) ? "one launch"
                                                              : "separate launches";
    text += fmt::format("{} on {}: {} calls, each by {}\n", operation, state_->name, count, served);
  }
  if (state_->launcher != nullptr) {
    for (const kgate::LaunchCount& one : state_->launcher->launches()) {
      text += fmt::format("  {}: {} launches of {}\n", one.family, one.count, one.entry);
    }
  }
  return text;
}

}  // namespace tiny_llama
