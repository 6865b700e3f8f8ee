// SPDX-License-Identifier: MIT
// Devices of the CUDA driver under HIP's names.
#include <fmt/format.h>

#include <cstring>
#include <map>

#include "gates/hip_on_cuda/cuda_driver.hpp"

using kgate::hip::DeviceAttribute;
using kgate::hip::DevicePropertiesR0000;
using kgate::hip::Error;
using kgate::hip_on_cuda::current_device;
using kgate::hip_on_cuda::driver;
using kgate::hip_on_cuda::Driver;
using kgate::hip_on_cuda::remember;
using kgate::hip_on_cuda::with_context;

namespace {

constexpr int kComputeMajor = 75;
constexpr int kComputeMinor = 76;
constexpr int kSharedPerBlock = 8;
constexpr int kWarpSize = 10;

/// HIP's number of an attribute to the driver's (CUdevice_attribute).
const std::map<DeviceAttribute, int>& attribute_numbers() {
  using enum DeviceAttribute;
  static const std::map<DeviceAttribute, int> numbers{
      {max_threads_per_block, 1},
      {max_block_dim_x, 2},
      {max_block_dim_y, 3},
      {max_block_dim_z, 4},
      {max_grid_dim_x, 5},
      {max_grid_dim_y, 6},
      {max_grid_dim_z, 7},
      {max_shared_memory_per_block, kSharedPerBlock},
      {total_constant_memory, 9},
      {warp_size, kWarpSize},
      {max_registers_per_block, 12},
      {clock_rate, 13},
      {multiprocessor_count, 16},
      {integrated, 18},
      {can_map_host_memory, 19},
      {compute_mode, 20},
      {concurrent_kernels, 31},
      {memory_clock_rate, 36},
      {memory_bus_width, 37},
      {l2_cache_size, 38},
      {max_threads_per_multiprocessor, 39},
      {compute_capability_major, kComputeMajor},
      {compute_capability_minor, kComputeMinor},
      {managed_memory, 83},
      {cooperative_launch, 95},
  };
  return numbers;
}

bool exists(int device) {
  return device >= 0 && static_cast<std::size_t>(device) < driver().contexts.size();
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] Error hipInit(unsigned /*flags*/) {
  return remember(driver().problem.empty() ? Error::hipSuccess : Error::hipErrorNoDevice);
}

[[gnu::visibility("default")]] Error hipGetDeviceCount(int* count) {
  if (count == nullptr) {
    return remember(Error::hipErrorInvalidValue);
  }
  *count = driver().problem.empty() ? static_cast<int>(driver().contexts.size()) : 0;
  return remember(*count > 0 ? Error::hipSuccess : Error::hipErrorNoDevice);
}

[[gnu::visibility("default")]] Error hipSetDevice(int device) {
  if (!exists(device)) {
    return remember(Error::hipErrorInvalidDevice);
  }
  current_device() = device;
  return Error::hipSuccess;
}

[[gnu::visibility("default")]] Error hipGetDevice(int* device) {
  if (device == nullptr) {
    return remember(Error::hipErrorInvalidValue);
  }
  *device = current_device();
  return Error::hipSuccess;
}

[[gnu::visibility("default")]] Error hipDeviceSynchronize() {
  return with_context([](const Driver& cuda) { return cuda.context_synchronize(); });
}

[[gnu::visibility("default")]] Error hipRuntimeGetVersion(int* version) {
  return with_context([&](const Driver& cuda) { return cuda.driver_version(version); });
}

[[gnu::visibility("default")]] Error hipDriverGetVersion(int* version) {
  return with_context([&](const Driver& cuda) { return cuda.driver_version(version); });
}

[[gnu::visibility("default")]] Error hipDeviceGetAttribute(int* value, DeviceAttribute attribute,
                                                           int device) {
  const auto number = attribute_numbers().find(attribute);
  if (value == nullptr || number == attribute_numbers().end()) {
    return remember(Error::hipErrorInvalidValue);
  }
  if (!exists(device)) {
    return remember(Error::hipErrorInvalidDevice);
  }
  return with_context(
      [&](const Driver& cuda) { return cuda.device_attribute(value, number->second, device); });
}

/// The fields an engine reads to choose code: name, memory, limits, and "sm_90" as the target.
[[gnu::visibility("default")]] Error hipGetDeviceProperties(DevicePropertiesR0000* properties,
                                                            int device) {
  if (properties == nullptr) {
    return remember(Error::hipErrorInvalidValue);
  }
  if (!exists(device)) {
    return remember(Error::hipErrorInvalidDevice);
  }
  return with_context([&](const Driver& cuda) {
    *properties = {};
    Error error = cuda.device_name(properties->name.data(),
                                   static_cast<int>(properties->name.size()), device);
    const auto read = [&](int number) {
      int value = 0;
      if (error == Error::hipSuccess) {
        error = cuda.device_attribute(&value, number, device);
      }
      return value;
    };
    if (error == Error::hipSuccess) {
      error = cuda.device_memory(&properties->total_global_mem, device);
    }
    properties->shared_mem_per_block = static_cast<std::size_t>(read(kSharedPerBlock));
    properties->warp_size = read(kWarpSize);
    properties->max_threads_per_block = read(1);
    properties->max_threads_dim = {read(2), read(3), read(4)};
    properties->max_grid_size = {read(5), read(6), read(7)};
    properties->clock_rate = read(13);
    properties->memory_clock_rate = read(36);
    properties->memory_bus_width = read(37);
    properties->multi_processor_count = read(16);
    properties->l2_cache_size = read(38);
    properties->major = read(kComputeMajor);
    properties->minor = read(kComputeMinor);
    const std::string target = fmt::format("sm_{}{}", properties->major, properties->minor);
    std::memcpy(properties->gcn_arch_name.data(), target.c_str(), target.size() + 1);
    return error;
  });
}
}
