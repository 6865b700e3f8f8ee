// SPDX-License-Identifier: MIT
// The devices that are emulated: their limits and properties as HIP reports them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/runtime/hip_types.hpp"

namespace kgate::emulator {

inline constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
inline constexpr std::uint32_t kMaxLdsPerBlock = 64 * 1024;
/// LDS of a workgroup processor, which workgroups on it share.
inline constexpr std::uint32_t kLdsPerProcessor = 128 * 1024;
inline constexpr std::uint32_t kMaxThreadsPerProcessor = 2048;
inline constexpr std::uint32_t kMaxGridX = 2147483647;
inline constexpr std::uint32_t kMaxGridYZ = 65536;
inline constexpr std::uint32_t kWaveSize = 32;

struct DeviceModel {
  std::string_view target;
  std::string_view name;
  int minor;        ///< of compute capability 11.minor
  int gcn_arch;     ///< 100 * major + 10 * minor + stepping
  int processors;   ///< workgroup processors, which HIP calls multiprocessors
  int clock_mhz;    ///< peak engine clock
  int memory_mhz;   ///< memory clock
  int memory_bits;  ///< bus width
  int l2_bytes;
  bool integrated;
  std::uint64_t memory_bytes;
};

/// The emulated devices that the process sees; the position is the device number.
std::span<const DeviceModel> device_models();

/// hipDeviceGetAttribute; none for an attribute this runtime does not know.
std::optional<int> attribute(const DeviceModel& model, int device, hip::DeviceAttribute which);

void fill_properties(const DeviceModel& model, int device, hip::DevicePropertiesR0000& out);
void fill_properties(const DeviceModel& model, int device, hip::DevicePropertiesR0600& out);

}  // namespace kgate::emulator
