// SPDX-License-Identifier: MIT
// Properties of the emulated devices.
#include "gates/emulator/hip/hip_device_model.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <vector>

#include "gates/emulator/hip/hip_program.hpp"

namespace kgate::emulator {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

// Figures of the boards these targets are sold as: Radeon 8060S and Radeon RX 7900 XTX. Memory is
// what HIP reports with the usual firmware setting; emulated memory is sparse.
constexpr std::array<DeviceModel, 2> kModels{{
    {"gfx1151", "kgate emulated gfx1151", 5, 1151, 20, 2900, 1000, 256, 2 << 20, true, 96 * kGiB},
    {"gfx1100", "kgate emulated gfx1100", 0, 1100, 48, 2500, 1250, 384, 6 << 20, false, 24 * kGiB},
}};

constexpr int kClockCounterKhz = 100'000;
constexpr int kRegistersPerBlock = 65536;
constexpr int kMemoryPitch = std::numeric_limits<int>::max();
constexpr int kAlignment = 256;

// Feature bits of hipDeviceArch_t: everything but funnel shift, __syncthreads_count, surfaces and
// dynamic parallelism.
constexpr std::uint32_t kArchitectureBits = 0x97FF;

template <std::size_t size>
void copy_text(std::string_view text, std::array<char, size>& out) {
  const std::size_t count = std::min(text.size(), size - 1);
  std::copy_n(text.data(), count, out.data());
  out[count] = '\0';
}

/// What the two layouts have under the same names.
template <class Properties>
void fill_common(const DeviceModel& model, int device, Properties& out) {
  out = {};
  copy_text(model.name, out.name);
  copy_text(model.target, out.gcn_arch_name);
  out.total_global_mem = model.memory_bytes;
  out.shared_mem_per_block = kMaxLdsPerBlock;
  out.regs_per_block = kRegistersPerBlock;
  out.warp_size = static_cast<int>(kWaveSize);
  out.max_threads_per_block = static_cast<int>(kMaxThreadsPerBlock);
  out.max_threads_dim.fill(static_cast<int>(kMaxThreadsPerBlock));
  out.max_grid_size = {static_cast<int>(kMaxGridX), static_cast<int>(kMaxGridYZ),
                       static_cast<int>(kMaxGridYZ)};
  out.clock_rate = model.clock_mhz * 1000;
  out.memory_clock_rate = model.memory_mhz * 1000;
  out.memory_bus_width = model.memory_bits;
  out.total_const_mem = std::numeric_limits<int>::max();
  out.major = 11;
  out.minor = model.minor;
  out.multi_processor_count = model.processors;
  out.l2_cache_size = model.l2_bytes;
  out.max_threads_per_multi_processor = static_cast<int>(kMaxThreadsPerProcessor);
  out.clock_instruction_rate = kClockCounterKhz;
  out.arch = kArchitectureBits;
  out.concurrent_kernels = 1;
  out.pci_bus_id = device + 1;
  out.max_shared_memory_per_multi_processor = kLdsPerProcessor;
  out.can_map_host_memory = 1;
  out.integrated = model.integrated ? 1 : 0;
  out.mem_pitch = static_cast<std::size_t>(kMemoryPitch);
  out.texture_alignment = kAlignment;
  out.texture_pitch_alignment = kAlignment;
  out.is_large_bar = 1;
  out.managed_memory = 1;
}

/// The devices that HIP_VISIBLE_DEVICES names, up to the first that there is not, as HIP reads it;
/// only for programs of `kgate emulate`: a machine that hides its GPUs does not hide the emulator.
std::vector<DeviceModel> visible_models() {
  const char* const list = visible_devices();
  if (list == nullptr) {
    return {kModels.begin(), kModels.end()};
  }
  std::vector<DeviceModel> models;
  const char* const end = list + std::strlen(list);
  for (const char* at = list; at < end; ++at) {
    std::size_t number = kModels.size();
    at = std::from_chars(at, end, number).ptr;
    if (number >= kModels.size() || (at != end && *at != ',')) {
      break;
    }
    models.push_back(kModels.at(number));
  }
  return models;
}

}  // namespace

std::span<const DeviceModel> device_models() {
  static const std::vector<DeviceModel> models = visible_models();
  return models;
}

std::optional<int> attribute(const DeviceModel& model, int device, hip::DeviceAttribute which) {
  using enum hip::DeviceAttribute;
  switch (which) {
    case can_map_host_memory:
    case concurrent_kernels:
    case managed_memory:
      return 1;
    case clock_rate:
      return model.clock_mhz * 1000;
    case compute_mode:
    case cooperative_launch:
      return 0;
    case integrated:
      return model.integrated ? 1 : 0;
    case l2_cache_size:
      return model.l2_bytes;
    case compute_capability_major:
      return 11;
    case compute_capability_minor:
      return model.minor;
    case max_block_dim_x:
    case max_block_dim_y:
    case max_block_dim_z:
    case max_threads_per_block:
      return static_cast<int>(kMaxThreadsPerBlock);
    case max_grid_dim_x:
      return static_cast<int>(kMaxGridX);
    case max_grid_dim_y:
    case max_grid_dim_z:
      return static_cast<int>(kMaxGridYZ);
    case max_threads_per_multiprocessor:
      return static_cast<int>(kMaxThreadsPerProcessor);
    case memory_bus_width:
      return model.memory_bits;
    case memory_clock_rate:
      return model.memory_mhz * 1000;
    case multiprocessor_count:
      return model.processors;
    case pci_bus_id:
      return device + 1;
    case pci_device_id:
    case pci_domain_id:
      return 0;
    case max_registers_per_block:
      return kRegistersPerBlock;
    case max_shared_memory_per_multiprocessor:
      return static_cast<int>(kLdsPerProcessor);
    case max_shared_memory_per_block:
      return static_cast<int>(kMaxLdsPerBlock);
    case total_constant_memory:
    case total_global_memory:
      // HIP's attribute is an int; larger memories saturate.
      return std::numeric_limits<int>::max();
    case warp_size:
      return static_cast<int>(kWaveSize);
  }
  return std::nullopt;
}

void fill_properties(const DeviceModel& model, int device, hip::DevicePropertiesR0000& out) {
  fill_common(model, device, out);
  out.gcn_arch = model.gcn_arch;
}

void fill_properties(const DeviceModel& model, int device, hip::DevicePropertiesR0600& out) {
  fill_common(model, device, out);
  out.unified_addressing = 1;
  out.async_engine_count = 1;
  out.shared_mem_per_multiprocessor = kLdsPerProcessor;
  out.regs_per_multiprocessor = kRegistersPerBlock;
  out.max_blocks_per_multi_processor = 32;
  out.shared_mem_per_block_optin = kMaxLdsPerBlock;
}

}  // namespace kgate::emulator
