// SPDX-License-Identifier: MIT
// The engine's view of kgate: memory of a device, and three operations on it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "kernels/data_type.hpp"
#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"

namespace tiny_llama {

/// A device with its kernels. Every failure throws std::runtime_error with the library's words.
class Kernels {
 public:
  /// "emulated:gfx1151", "hip:0", "cuda:0"; or "cpu", where each operation is the CPU oracle's.
  /// Which of an operation's fused and separate launches run, KGATE_FUSED_<OPERATION> says.
  explicit Kernels(const std::string& device);
  ~Kernels();
  Kernels(const Kernels&) = delete;
  Kernels& operator=(const Kernels&) = delete;
  Kernels(Kernels&&) = delete;
  Kernels& operator=(Kernels&&) = delete;

  /// Device memory that lives as long as this object, all zeros.
  void* allocate(std::size_t bytes);
  void write(void* to_device, std::span<const std::byte> bytes);
  /// Waits for the operations before it.
  void read(std::span<std::byte> bytes, const void* from_device);

  void add_rms_norm(const kgate::AddRmsNormArguments& arguments);
  void rope_append(const kgate::RopeAppendArguments& arguments);
  void gated_activation(const kgate::GatedActivationArguments& arguments);

  /// Calls that the CPU oracle served: a speed measured over them says nothing about a device.
  [[nodiscard]] std::uint64_t reference_calls() const;

  /// How each operation that ran was served, one line each.
  [[nodiscard]] std::string trace() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tiny_llama
