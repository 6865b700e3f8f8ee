// SPDX-License-Identifier: MIT
// Entry points: function attributes and occupancy.
#include <algorithm>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_occupancy.hpp"
#include "gates/emulator/hip/hip_registration.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::entry;
using emulator::FunctionState;
using emulator::Kernel;
using emulator::Registry;

/// hipFuncAttributes.
struct FunctionAttributes {
  std::int32_t binary_version;
  std::int32_t cache_mode;
  std::size_t constant_bytes;
  std::size_t local_bytes;
  std::int32_t max_dynamic_lds;
  std::int32_t max_threads_per_block;
  std::int32_t registers;
  std::int32_t carveout;
  std::int32_t ptx_version;
  std::size_t lds_bytes;
};
static_assert(sizeof(FunctionAttributes) == 56);
static_assert(offsetof(FunctionAttributes, lds_bytes) == 48);

Error occupancy(int* blocks, const Kernel& kernel, int threads, std::size_t dynamic_lds) {
  if (blocks == nullptr || threads <= 0) {
    return Error::hipErrorInvalidValue;
  }
  *blocks = static_cast<int>(
      emulator::blocks_per_processor(kernel, static_cast<std::uint32_t>(threads), dynamic_lds));
  return Error::hipSuccess;
}

/// The largest block with the most threads resident, and blocks to fill the device.
Error potential(int* grid, int* block, const Kernel& kernel, std::size_t dynamic_lds, int limit) {
  if (grid == nullptr || block == nullptr || limit < 0) {
    return Error::hipErrorInvalidValue;
  }
  const std::uint32_t wave = kernel.metadata.wavefront_size;
  const std::uint32_t most =
      std::min(kernel.metadata.max_flat_workgroup_size,
               limit == 0 ? emulator::kMaxThreadsPerBlock : static_cast<std::uint32_t>(limit));
  std::uint32_t best_threads = 0;
  std::uint32_t best_blocks = 0;
  for (std::uint32_t threads = most; threads > 0; threads -= std::min(threads, wave)) {
    const std::uint32_t blocks = emulator::blocks_per_processor(kernel, threads, dynamic_lds);
    if (blocks * threads > best_blocks * best_threads) {
      best_threads = threads;
      best_blocks = blocks;
    }
  }
  *block = static_cast<int>(best_threads);
  *grid =
      static_cast<int>(best_blocks) * emulator::Runtime::get().current_device().model().processors;
  return Error::hipSuccess;
}

Error registered(const void* host, FunctionState& function) {
  return Registry::get().function(host, emulator::thread_state().device, function);
}

template <class Body>
Error with_registered(const void* host, Body body) {
  return entry([&] {
    FunctionState function;
    const Error error = registered(host, function);
    return error == Error::hipSuccess ? body(*function.kernel) : error;
  });
}

template <class Body>
Error with_function(FunctionHandle handle, Body body) {
  return entry([&] {
    const auto function = emulator::Runtime::get().functions.find(handle);
    return function == nullptr
               ? emulator::fail(Error::hipErrorInvalidHandle,
                                "the function handle is not a function of a loaded module")
               : body(*function->kernel);
  });
}

}  // namespace

/// `attributes` is a hipFuncAttributes.
KGATE_EXPORT Error hipFuncGetAttributes(void* attributes, const void* host) {
  return with_registered(host, [&](const Kernel& kernel) {
    if (attributes == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    const auto& metadata = kernel.metadata;
    *static_cast<FunctionAttributes*>(attributes) = {
        110,
        0,
        0,
        metadata.private_segment_fixed_size,
        static_cast<std::int32_t>(
            emulator::kMaxLdsPerBlock -
            std::min(emulator::kMaxLdsPerBlock, metadata.group_segment_fixed_size)),
        static_cast<std::int32_t>(metadata.max_flat_workgroup_size),
        static_cast<std::int32_t>(metadata.vgpr_count),
        0,
        110,
        metadata.group_segment_fixed_size};
    return Error::hipSuccess;
  });
}

/// Asks for more dynamic LDS or another split of a cache; gfx11 needs neither.
KGATE_EXPORT Error hipFuncSetAttribute(const void* host, int /*attribute*/, int /*value*/) {
  return with_registered(host, [](const Kernel& /*kernel*/) { return Error::hipSuccess; });
}

KGATE_EXPORT Error hipFuncSetCacheConfig(const void* host, int /*config*/) {
  return with_registered(host, [](const Kernel& /*kernel*/) { return Error::hipSuccess; });
}

KGATE_EXPORT Error hipFuncSetSharedMemConfig(const void* host, int /*config*/) {
  return with_registered(host, [](const Kernel& /*kernel*/) { return Error::hipSuccess; });
}

KGATE_EXPORT Error hipFuncGetAttribute(int* value, int attribute, FunctionHandle function) {
  return with_function(function, [&](const Kernel& kernel) {
    const auto& metadata = kernel.metadata;
    // hipFunction_attribute: threads, LDS, constants, scratch, registers.
    const std::array<std::uint32_t, 5> values{
        metadata.max_flat_workgroup_size, metadata.group_segment_fixed_size, 0,
        metadata.private_segment_fixed_size, metadata.vgpr_count};
    if (value == nullptr || attribute < 0 || attribute >= static_cast<int>(values.size())) {
      return Error::hipErrorInvalidValue;
    }
    *value = static_cast<int>(values.at(static_cast<std::size_t>(attribute)));
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host,
                                                                int threads,
                                                                std::size_t dynamic_lds) {
  return with_registered(
      host, [&](const Kernel& kernel) { return occupancy(blocks, kernel, threads, dynamic_lds); });
}

KGATE_EXPORT Error hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* host, int threads, std::size_t dynamic_lds, std::uint32_t /*flags*/) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, host, threads, dynamic_lds);
}

KGATE_EXPORT Error hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                      FunctionHandle function,
                                                                      int threads,
                                                                      std::size_t dynamic_lds) {
  return with_function(function, [&](const Kernel& kernel) {
    return occupancy(blocks, kernel, threads, dynamic_lds);
  });
}

KGATE_EXPORT Error hipOccupancyMaxPotentialBlockSize(int* grid, int* block, const void* host,
                                                     std::size_t dynamic_lds, int limit) {
  return with_registered(host, [&](const Kernel& kernel) {
    return potential(grid, block, kernel, dynamic_lds, limit);
  });
}

KGATE_EXPORT Error hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block,
                                                           FunctionHandle function,
                                                           std::size_t dynamic_lds, int limit) {
  return with_function(function, [&](const Kernel& kernel) {
    return potential(grid, block, kernel, dynamic_lds, limit);
  });
}

}  // namespace kgate::hip
