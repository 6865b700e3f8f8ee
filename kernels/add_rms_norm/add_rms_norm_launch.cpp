// SPDX-License-Identifier: MIT
// Chooses add_rms_norm's entry and launch shape, and registers the kernel.
#include "kernels/add_rms_norm/add_rms_norm_launch.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "kernels/add_rms_norm/add_rms_norm_plan.hpp"
#include "kernels/registry/registry.hpp"
#include "kernels/runtime/launcher.hpp"

namespace kgate {
namespace {

constexpr std::int64_t kMaxGridLines = 65535;  // along y, on every device

/// How a row is read. None of them changes a bit of the result.
enum class Reading : std::uint8_t { held1, held2, held4, streamed, unaligned };

using Entries = std::array<std::string_view, 5>;  // by Reading

constexpr Entries kF32F32{"add_rms_norm_f32_f32_held1", "add_rms_norm_f32_f32_held2",
                          "add_rms_norm_f32_f32_held4", "add_rms_norm_f32_f32_streamed",
                          "add_rms_norm_f32_f32_unaligned"};
constexpr Entries kF16F16{"add_rms_norm_f16_f16_held1", "add_rms_norm_f16_f16_held2",
                          "add_rms_norm_f16_f16_held4", "add_rms_norm_f16_f16_streamed",
                          "add_rms_norm_f16_f16_unaligned"};
constexpr Entries kF16F32{"add_rms_norm_f16_f32_held1", "add_rms_norm_f16_f32_held2",
                          "add_rms_norm_f16_f32_held4", "add_rms_norm_f16_f32_streamed",
                          "add_rms_norm_f16_f32_unaligned"};
constexpr Entries kBf16Bf16{"add_rms_norm_bf16_bf16_held1", "add_rms_norm_bf16_bf16_held2",
                            "add_rms_norm_bf16_bf16_held4", "add_rms_norm_bf16_bf16_streamed",
                            "add_rms_norm_bf16_bf16_unaligned"};
constexpr Entries kBf16F32{"add_rms_norm_bf16_f32_held1", "add_rms_norm_bf16_f32_held2",
                           "add_rms_norm_bf16_f32_held4", "add_rms_norm_bf16_f32_streamed",
                           "add_rms_norm_bf16_f32_unaligned"};

const Entries& entries(DataType activation, DataType weight) {
  if (activation == DataType::f32) {
    return kF32F32;
  }
  if (activation == DataType::f16) {
    return weight == DataType::f32 ? kF16F32 : kF16F16;
  }
  return weight == DataType::f32 ? kBf16F32 : kBf16Bf16;
}

/// Whether every row of every tensor is a whole number of 16-byte vectors at 16-byte addresses.
bool in_whole_vectors(const AddRmsNormArguments& arguments) {
  const std::uint64_t size = size_of(arguments.activation);
  // Zero where a tensor is absent, so that it has no say.
  const auto pointer = [](const void* tensor) { return reinterpret_cast<std::uintptr_t>(tensor); };
  const auto stride = [size](const void* tensor, std::int64_t elements) {
    return tensor == nullptr ? 0 : static_cast<std::uint64_t>(elements) * size;
  };
  const std::uint64_t bits = pointer(arguments.x) | pointer(arguments.residual) |
                             pointer(arguments.weight) | pointer(arguments.normed) |
                             pointer(arguments.new_residual) |
                             stride(arguments.x, arguments.x_stride) |
                             stride(arguments.residual, arguments.residual_stride) |
                             stride(arguments.normed, arguments.normed_stride) |
                             stride(arguments.new_residual, arguments.new_residual_stride) |
                             static_cast<std::uint64_t>(arguments.hidden) * size;
  return bits % device::kVectorBytes == 0;
}

Reading reading(const AddRmsNormArguments& arguments, int vectors_per_thread) {
  if (!in_whole_vectors(arguments)) {
    return Reading::unaligned;
  }
  switch (vectors_per_thread) {
    case 1:
      return Reading::held1;
    case 2:
      return Reading::held2;
    case 4:
      return Reading::held4;
    default:
      return Reading::streamed;
  }
}

device::AddRmsNormLaunch launch_of(const AddRmsNormArguments& arguments) {
  const int width = device::kVectorBytes / static_cast<int>(size_of(arguments.activation));
  device::AddRmsNormLaunch launch = {};
  launch.arguments = arguments;
  launch.has_residual = arguments.residual != nullptr ? 1 : 0;
  if (arguments.residual == nullptr) {
    launch.arguments.residual = arguments.x;
    launch.arguments.residual_stride = arguments.x_stride;
  }
  launch.stores_sum = arguments.new_residual != nullptr ? 1 : 0;
  if (arguments.new_residual == nullptr) {
    launch.arguments.new_residual = arguments.normed;
    launch.arguments.new_residual_stride = arguments.normed_stride;
  }
  launch.vectors = device::row_vectors(arguments.hidden, width);
  launch.threads =
      device::row_threads(launch.vectors, device::row_vectors_per_thread(launch.vectors));
  launch.inverse_hidden = 1.0F / static_cast<float>(arguments.hidden);
  launch.bias = arguments.weight_bias == 0.0F ? -0.0F : arguments.weight_bias;
  return launch;
}

using PackedEntries = std::array<std::string_view, 2>;  // by vectors per thread, less one

constexpr std::array<PackedEntries, 3> kPackedF16{
    {{"add_rms_norm_f16_f16_packed_f32_sum_held1", "add_rms_norm_f16_f16_packed_f32_sum_held2"},
     {"add_rms_norm_f16_f16_packed_stored_sum_held1",
      "add_rms_norm_f16_f16_packed_stored_sum_held2"},
     {"add_rms_norm_f16_f16_packed_graph_held1", "add_rms_norm_f16_f16_packed_graph_held2"}}};
constexpr std::array<PackedEntries, 3> kPackedBf16{
    {{"add_rms_norm_bf16_bf16_packed_f32_sum_held1", "add_rms_norm_bf16_bf16_packed_f32_sum_held2"},
     {"add_rms_norm_bf16_bf16_packed_stored_sum_held1",
      "add_rms_norm_bf16_bf16_packed_stored_sum_held2"},
     {"add_rms_norm_bf16_bf16_packed_graph_held1", "add_rms_norm_bf16_bf16_packed_graph_held2"}}};

/// Whether the packed entries know no less than the launch asks for.
bool is_packed(const AddRmsNormArguments& arguments, const device::AddRmsNormLaunch& launch) {
  const int per_thread = launch.vectors / launch.threads;
  const std::uint64_t most_elements =
      std::numeric_limits<std::uint32_t>::max() / size_of(arguments.activation);
  return in_whole_vectors(arguments) && arguments.activation != DataType::f32 &&
         arguments.weight_type == arguments.activation && arguments.residual != nullptr &&
         arguments.new_residual != nullptr && per_thread <= 2 &&
         launch.vectors == per_thread * launch.threads &&
         static_cast<std::uint64_t>(arguments.x_stride) <= most_elements &&
         arguments.residual_stride == arguments.x_stride &&
         arguments.normed_stride == arguments.x_stride &&
         arguments.new_residual_stride == arguments.x_stride;
}

std::string_view packed_entry(const AddRmsNormArguments& arguments,
                              const device::AddRmsNormLaunch& launch) {
  const auto& entries = arguments.activation == DataType::f16 ? kPackedF16 : kPackedBf16;
  return entries.at(static_cast<std::size_t>(arguments.profile))
      .at(static_cast<std::size_t>(launch.vectors / launch.threads - 1));
}

device::AddRmsNormPackedLaunch packed(const device::AddRmsNormLaunch& launch) {
  const AddRmsNormArguments& arguments = launch.arguments;
  return {.x = arguments.x,
          .residual = arguments.residual,
          .weight = arguments.weight,
          .normed = arguments.normed,
          .new_residual = arguments.new_residual,
          .row_bytes = static_cast<std::uint32_t>(static_cast<std::uint64_t>(arguments.x_stride) *
                                                  size_of(arguments.activation)),
          .threads = launch.threads,
          .inverse_hidden = launch.inverse_hidden,
          .eps = arguments.eps,
          .bias = launch.bias};
}

/// The same launch for the rows from `row` on.
device::AddRmsNormLaunch from_row(device::AddRmsNormLaunch launch, std::int64_t row) {
  AddRmsNormArguments& arguments = launch.arguments;
  const auto size = static_cast<std::int64_t>(size_of(arguments.activation));
  const auto input = [&](const void*& tensor, std::int64_t stride) {
    tensor = static_cast<const std::byte*>(tensor) + row * stride * size;
  };
  const auto output = [&](void*& tensor, std::int64_t stride) {
    tensor = static_cast<std::byte*>(tensor) + row * stride * size;
  };
  input(arguments.x, arguments.x_stride);
  input(arguments.residual, arguments.residual_stride);
  output(arguments.normed, arguments.normed_stride);
  output(arguments.new_residual, arguments.new_residual_stride);
  return launch;
}

Status launch_native(const void* contract, Launcher& launcher) {
  const auto& arguments = *static_cast<const AddRmsNormArguments*>(contract);
  Status status = check(arguments);
  if (!status || arguments.rows == 0) {
    return status;
  }
  const device::AddRmsNormLaunch all = launch_of(arguments);
  const bool by_packed = is_packed(arguments, all);
  const auto choice =
      static_cast<std::size_t>(reading(arguments, device::row_vectors_per_thread(all.vectors)));
  const std::string_view entry =
      by_packed ? packed_entry(arguments, all)
                : entries(arguments.activation, arguments.weight_type).at(choice);
  // Grids without an empty place: whole lines, then what is left of the last.
  for (std::int64_t row = 0; row < arguments.rows && status.ok();) {
    const std::int64_t left = arguments.rows - row;
    const std::int64_t line =
        std::min<std::int64_t>(left, by_packed ? device::kMaxPackedRows : device::kRowsPerGridLine);
    const std::int64_t lines = by_packed ? 1 : std::min(left / line, kMaxGridLines);
    const device::AddRmsNormLaunch part = from_row(all, row);
    const device::AddRmsNormPackedLaunch packed_part = packed(part);
    status = launcher.launch(
        "add_rms_norm", entry,
        {.x = static_cast<std::uint32_t>(line), .y = static_cast<std::uint32_t>(lines), .z = 1},
        {.x = static_cast<std::uint32_t>(all.threads), .y = 1, .z = 1}, 0,
        by_packed ? std::as_bytes(std::span(&packed_part, 1)) : std::as_bytes(std::span(&part, 1)));
    row += line * lines;
  }
  return status;
}

}  // namespace

KGATE_REGISTER(add_rms_norm, rocm, native, 0, nullptr, launch_native);
KGATE_REGISTER(add_rms_norm, cuda, native, 0, nullptr, launch_native);

Status launch(const AddRmsNormArguments& arguments, Launcher& launcher) {
  return launcher.operations().run("add_rms_norm", &arguments, launcher);
}

}  // namespace kgate
