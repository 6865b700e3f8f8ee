// SPDX-License-Identifier: MIT
// Chooses gated_activation's entry and launch shape, and registers the kernel.
#include "kernels/gated_activation/gated_activation_launch.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/device/row_plan.hpp"
#include "kernels/gated_activation/gated_activation_plan.hpp"
#include "kernels/registry/registry.hpp"
#include "kernels/runtime/launcher.hpp"

namespace kgate {
namespace {

/// Entries of one type, function and profile: for whole vectors, and for any address and length.
struct Entries {
  std::string_view wide;
  std::string_view narrow;
};

#define KGATE_ENTRIES(name) \
  Entries{"gated_activation_" name "_wide", "gated_activation_" name "_narrow"}

constexpr std::array kF32{KGATE_ENTRIES("f32_silu"), KGATE_ENTRIES("f32_gelu"),
                          KGATE_ENTRIES("f32_gelu_tanh")};
constexpr std::array kF16Stored{KGATE_ENTRIES("f16_silu_stored"), KGATE_ENTRIES("f16_gelu_stored"),
                                KGATE_ENTRIES("f16_gelu_tanh_stored")};
constexpr std::array kF16F32{KGATE_ENTRIES("f16_silu_f32"), KGATE_ENTRIES("f16_gelu_f32"),
                             KGATE_ENTRIES("f16_gelu_tanh_f32")};
constexpr std::array kBf16Stored{KGATE_ENTRIES("bf16_silu_stored"),
                                 KGATE_ENTRIES("bf16_gelu_stored"),
                                 KGATE_ENTRIES("bf16_gelu_tanh_stored")};
constexpr std::array kBf16F32{KGATE_ENTRIES("bf16_silu_f32"), KGATE_ENTRIES("bf16_gelu_f32"),
                              KGATE_ENTRIES("bf16_gelu_tanh_f32")};

#undef KGATE_ENTRIES

const Entries& entries(const GatedActivationArguments& arguments) {
  const auto function = static_cast<std::size_t>(arguments.function);
  const bool stored = arguments.profile == GatedActivationProfile::stored_activation;
  switch (arguments.type) {
    case DataType::f32:
      return kF32.at(function);
    case DataType::f16:
      return stored ? kF16Stored.at(function) : kF16F32.at(function);
    default:
      return stored ? kBf16Stored.at(function) : kBf16F32.at(function);
  }
}

/// Whether every row of every tensor is a whole number of 16-byte vectors at 16-byte addresses.
bool in_whole_vectors(const GatedActivationArguments& arguments) {
  const std::uint64_t size = size_of(arguments.type);
  const auto pointer = [](const void* tensor) { return reinterpret_cast<std::uintptr_t>(tensor); };
  const auto bytes = [size](std::int64_t elements) {
    return static_cast<std::uint64_t>(elements) * size;
  };
  const std::uint64_t bits = pointer(arguments.gate) | pointer(arguments.up) |
                             pointer(arguments.out) | bytes(arguments.gate_stride) |
                             bytes(arguments.up_stride) | bytes(arguments.out_stride) |
                             bytes(arguments.intermediate);
  return bits % device::kVectorBytes == 0;
}

Status launch_native(const void* contract, Launcher& launcher) {
  const auto& arguments = *static_cast<const GatedActivationArguments*>(contract);
  Status status = check(arguments);
  if (!status || arguments.rows == 0) {
    return status;
  }
  const Entries& pair = entries(arguments);
  const bool few = arguments.rows < device::kFewElements / arguments.intermediate;
  const bool wide = !few && in_whole_vectors(arguments);
  const int width = wide ? device::kVectorBytes / static_cast<int>(size_of(arguments.type))
                         : device::kNarrowElements;
  const int vectors = device::row_vectors(arguments.intermediate, width);
  const int columns = (vectors + device::kActivationThreads - 1) / device::kActivationThreads;
  // Fewer threads where one workgroup has the whole row: a short row would leave most of them idle.
  const int threads = std::min(device::kActivationThreads, device::row_threads(vectors, 1));
  const auto rows = std::min<std::int64_t>(arguments.rows, device::kActivationRowsPerGrid);
  return launcher.launch(
      "gated_activation", wide ? pair.wide : pair.narrow,
      {.x = static_cast<std::uint32_t>(columns), .y = static_cast<std::uint32_t>(rows), .z = 1},
      {.x = static_cast<std::uint32_t>(threads), .y = 1, .z = 1}, 0,
      std::as_bytes(std::span(&arguments, 1)));
}

}  // namespace

KGATE_REGISTER(gated_activation, rocm, native, 0, nullptr, launch_native);
KGATE_REGISTER(gated_activation, cuda, native, 0, nullptr, launch_native);

Status launch(const GatedActivationArguments& arguments, Launcher& launcher) {
  return launcher.operations().run("gated_activation", &arguments, launcher);
}

}  // namespace kgate
