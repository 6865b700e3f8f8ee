// SPDX-License-Identifier: MIT
// Memory and operations by kgate's C++ interface.
#include "docs/examples/tiny_llama/kernels.hpp"

namespace tiny_llama {

using kgate::api::check;

void* Kernels::allocate(std::size_t bytes) {
  kgate::api::Memory& memory = memory_.emplace_back(device_, bytes);
  memory.fill(0);
  return memory.data();
}

void Kernels::write(void* to_device, std::span<const std::byte> bytes) {
  stream_.synchronize();
  check(kgate_write(device_.get(), to_device, bytes.data(), bytes.size()));
}

void Kernels::read(std::span<std::byte> bytes, const void* from_device) {
  stream_.synchronize();
  check(kgate_read(device_.get(), bytes.data(), from_device, bytes.size()));
}

kgate_workspace Kernels::workspace_of(std::uint64_t bytes) {
  if (bytes == 0) {
    return {};
  }
  // A launch in flight may use the one before, so that one stays.
  if (workspaces_.empty() || workspaces_.back().size() < bytes) {
    workspaces_.emplace_back(device_, bytes);
  }
  return {workspaces_.back().data(), workspaces_.back().size()};
}

void Kernels::add_rms_norm(kgate_add_rms_norm_args arguments) {
  arguments.workspace = workspace_of(kgate_add_rms_norm_workspace(&arguments));
  device_.add_rms_norm(stream_.get(), arguments);
}

void Kernels::rope_append(kgate_rope_append_args arguments) {
  arguments.workspace = workspace_of(kgate_rope_append_workspace(&arguments));
  device_.rope_append(stream_.get(), arguments);
}

void Kernels::gated_activation(kgate_gated_activation_args arguments) {
  arguments.workspace = workspace_of(kgate_gated_activation_workspace(&arguments));
  device_.gated_activation(stream_.get(), arguments);
}

}  // namespace tiny_llama
