// SPDX-License-Identifier: MIT
// The engine's view of kgate: memory of a device, and three operations on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <kgate/kgate.hpp>
#include <span>
#include <string>
#include <vector>

namespace tiny_llama {

/// A device with its kernels, and one stream. Every failure throws kgate::api::Error.
class Kernels {
 public:
  /// "emulated:gfx1151", "hip:0", "cuda:0"; or "cpu:0", where each operation is the CPU oracle's.
  /// Whether an operation is one launch or several, KGATE_FUSED_<OPERATION> says.
  explicit Kernels(const std::string& device) : device_(device), stream_(device_) {}

  /// Device memory that lives as long as this object, all zeros.
  void* allocate(std::size_t bytes);
  void write(void* to_device, std::span<const std::byte> bytes);
  /// Waits for the operations before it.
  void read(std::span<std::byte> bytes, const void* from_device);

  void add_rms_norm(kgate_add_rms_norm_args arguments);
  void rope_append(kgate_rope_append_args arguments);
  void gated_activation(kgate_gated_activation_args arguments);

  /// Which provider served each operation and why, one line each.
  [[nodiscard]] std::string trace() const { return device_.provider_trace(); }

 private:
  /// At least as many bytes as an operation's separate launches need, if they run.
  kgate_workspace workspace_of(std::uint64_t bytes);

  kgate::api::Device device_;
  kgate::api::Stream stream_;
  std::vector<kgate::api::Memory> memory_;
  std::vector<kgate::api::Memory> workspaces_;  ///< the last is the largest
};

}  // namespace tiny_llama
