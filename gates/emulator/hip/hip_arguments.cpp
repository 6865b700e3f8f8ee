// SPDX-License-Identifier: MIT
// Lays out kernel arguments: the caller's, then the hidden ones of code object version 5.
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

#include "gates/emulator/hip/hip_launch.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {
namespace {

using hip::Error;

// High halves of the flat apertures; clang for gfx9 and later reads them from registers instead.
constexpr std::uint64_t kSharedBase = 0x10000;
constexpr std::uint64_t kPrivateBase = 0x20000;

// hipModuleLaunchKernel always dispatches three dimensions.
constexpr std::uint64_t kGridDimensions = 3;

// A caller's struct may be padded at its end up to its alignment, which is at most this.
constexpr std::uint64_t kStructPadding = 16;

struct HiddenValue {
  std::string_view kind;
  std::uint64_t value;
};

/// The value of a hidden argument by its kind (LLVM AMDGPU usage guide, "value_kind").
std::optional<std::uint64_t> hidden_value(std::string_view kind, const LaunchShape& shape,
                                          const MissingServices& missing) {
  const std::array<HiddenValue, 25> values{{
      {"hidden_block_count_x", shape.grid.x},
      {"hidden_block_count_y", shape.grid.y},
      {"hidden_block_count_z", shape.grid.z},
      {"hidden_group_size_x", shape.block.x},
      {"hidden_group_size_y", shape.block.y},
      {"hidden_group_size_z", shape.block.z},
      // HIP grids are whole workgroups.
      {"hidden_remainder_x", 0},
      {"hidden_remainder_y", 0},
      {"hidden_remainder_z", 0},
      {"hidden_global_offset_x", 0},
      {"hidden_global_offset_y", 0},
      {"hidden_global_offset_z", 0},
      {"hidden_grid_dims", kGridDimensions},
      {"hidden_dynamic_lds_size", shape.dynamic_lds},
      {"hidden_private_base", kPrivateBase},
      {"hidden_shared_base", kSharedBase},
      {"hidden_none", 0},
      // Null says that there is none: no device-side enqueue, no grid of several devices.
      {"hidden_default_queue", 0},
      {"hidden_completion_action", 0},
      {"hidden_multigrid_sync_arg", 0},
      // Unoptimised code lists these whether it uses them or not; only using one is a fault.
      {"hidden_printf_buffer", missing.printf},
      // The launch puts in the one of its stream.
      {"hidden_hostcall_buffer", 0},
      {"hidden_heap_v1", missing.heap},
      {"hidden_heap", missing.heap},
      {"hidden_queue_ptr", missing.queue},
  }};
  for (const HiddenValue& value : values) {
    if (value.kind == kind) {
      return value.value;
    }
  }
  return std::nullopt;
}

Error copy_parameters(void** parameters, const Kernel& kernel, std::vector<std::byte>& kernarg) {
  std::size_t index = 0;
  for (const KernelArgument& argument : kernel.metadata.arguments) {
    if (argument.hidden()) {
      continue;
    }
    const void* const value = parameters[index];
    if (value == nullptr) {
      return fail(Error::hipErrorInvalidValue, "kernel '{}': the pointer to argument {} is null",
                  kernel.metadata.name, index);
    }
    std::memcpy(kernarg.data() + argument.offset, value, argument.size);
    ++index;
  }
  return Error::hipSuccess;
}

Error copy_buffer(void** extra, const Kernel& kernel, std::vector<std::byte>& kernarg) {
  if (extra[0] != hip::kLaunchBufferPointer || extra[2] != hip::kLaunchBufferSize ||
      extra[4] != hip::kLaunchEnd || extra[3] == nullptr) {
    return fail(Error::hipErrorInvalidValue,
                "extra is not {{BUFFER_POINTER, buffer, BUFFER_SIZE, &size, END}}");
  }
  std::size_t size = 0;
  std::memcpy(&size, extra[3], sizeof(size));
  const std::uint64_t wanted = kernel.metadata.explicit_end();
  const std::uint64_t padded = (wanted + kStructPadding - 1) / kStructPadding * kStructPadding;
  if (size < wanted || size > padded || (size != 0 && extra[1] == nullptr)) {
    return fail(Error::hipErrorInvalidValue,
                "kernel '{}' takes {} bytes of arguments; the buffer has {}", kernel.metadata.name,
                wanted, size);
  }
  if (wanted != 0) {
    std::memcpy(kernarg.data(), extra[1], wanted);
  }
  return Error::hipSuccess;
}

}  // namespace

Error lay_out_arguments(const LaunchArguments& arguments, const LaunchShape& shape,
                        const Kernel& kernel, const MissingServices& missing,
                        std::vector<std::byte>& kernarg) {
  const KernelMetadata& metadata = kernel.metadata;
  kernarg.assign(metadata.kernarg_segment_size, std::byte{0});
  if (arguments.parameters != nullptr && arguments.extra != nullptr) {
    return fail(Error::hipErrorInvalidValue, "both kernelParams and extra are given");
  }
  Error error = Error::hipSuccess;
  if (arguments.extra != nullptr) {
    error = copy_buffer(arguments.extra, kernel, kernarg);
  } else if (arguments.parameters != nullptr) {
    error = copy_parameters(arguments.parameters, kernel, kernarg);
  } else if (metadata.explicit_end() != 0) {
    error = fail(Error::hipErrorInvalidValue, "kernel '{}' takes {} bytes of arguments; none given",
                 metadata.name, metadata.explicit_end());
  }
  if (error != Error::hipSuccess) {
    return error;
  }
  for (const KernelArgument& argument : metadata.arguments) {
    if (!argument.hidden()) {
      continue;
    }
    const std::optional<std::uint64_t> value = hidden_value(argument.value_kind, shape, missing);
    if (!value || argument.size > sizeof(*value)) {
      return fail(Error::hipErrorNotSupported,
                  "kernel '{}': hidden argument '{}' of {} bytes is not known", metadata.name,
                  argument.value_kind, argument.size);
    }
    std::memcpy(kernarg.data() + argument.offset, &*value, argument.size);
  }
  return Error::hipSuccess;
}

}  // namespace kgate::emulator
