// SPDX-License-Identifier: MIT
// The HIP types the seam passes, declared here so that no HIP SDK header is needed.
//
// Layouts and values are those of the C headers of HIP 5 and 6; the assertions below and
// hip_device_test.cpp check them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "kernels/runtime/hip_errors.hpp"

namespace kgate {

/// Blocks of a grid or threads of a block (dim3).
struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

namespace hip {

// Opaque handles. hipStream_t, hipEvent_t, hipModule_t, hipFunction_t.
using StreamHandle = struct StreamObject*;
using EventHandle = struct EventObject*;
using ModuleHandle = struct ModuleObject*;
using FunctionHandle = struct FunctionObject*;
using GraphHandle = struct GraphObject*;
using GraphExecHandle = struct GraphExecObject*;

enum class MemcpyKind : std::uint32_t {
  host_to_host = 0,
  host_to_device = 1,
  device_to_host = 2,
  device_to_device = 3,
  automatic = 4,  ///< hipMemcpyDefault
};

inline constexpr std::uint32_t kStreamDefault = 0;
inline constexpr std::uint32_t kStreamNonBlocking = 1;
inline constexpr std::uint32_t kEventDefault = 0;
inline constexpr std::uint32_t kEventBlockingSync = 1;
inline constexpr std::uint32_t kEventDisableTiming = 2;
inline constexpr std::uint32_t kEventInterprocess = 4;

/// Markers of the `extra` argument of a launch: {buffer_pointer, p, buffer_size, &n, end}.
inline void* const kLaunchBufferPointer = std::bit_cast<void*>(std::uintptr_t{1});
inline void* const kLaunchBufferSize = std::bit_cast<void*>(std::uintptr_t{2});
inline void* const kLaunchEnd = std::bit_cast<void*>(std::uintptr_t{3});

/// Streams that exist without being created: null is the null stream too.
inline StreamObject* const kStreamLegacy = std::bit_cast<StreamHandle>(std::uintptr_t{1});
inline StreamObject* const kStreamPerThread = std::bit_cast<StreamHandle>(std::uintptr_t{2});

/// hipDeviceAttribute_t: the values an ordinary program asks for; equal in HIP 5.2 and 6.
enum class DeviceAttribute : std::uint32_t {
  can_map_host_memory = 3,
  clock_rate = 5,
  compute_mode = 6,
  concurrent_kernels = 8,
  cooperative_launch = 10,
  integrated = 16,
  l2_cache_size = 19,
  compute_capability_major = 23,
  managed_memory = 24,
  max_block_dim_x = 26,
  max_block_dim_y = 27,
  max_block_dim_z = 28,
  max_grid_dim_x = 29,
  max_grid_dim_y = 30,
  max_grid_dim_z = 31,
  max_threads_per_block = 56,
  max_threads_per_multiprocessor = 57,
  memory_bus_width = 59,
  memory_clock_rate = 60,
  compute_capability_minor = 61,
  multiprocessor_count = 63,
  pci_bus_id = 67,
  pci_device_id = 68,
  pci_domain_id = 69,
  max_registers_per_block = 71,
  max_shared_memory_per_block = 74,
  total_constant_memory = 83,
  total_global_memory = 84,
  warp_size = 87,
  max_shared_memory_per_multiprocessor = 10002,
};

/// hipDeviceProp_t as HIP 5 has it, and as hipGetDevicePropertiesR0000 of HIP 6 keeps it.
struct DevicePropertiesR0000 {
  std::array<char, 256> name;
  std::size_t total_global_mem;
  std::size_t shared_mem_per_block;
  std::int32_t regs_per_block;
  std::int32_t warp_size;
  std::int32_t max_threads_per_block;
  std::array<std::int32_t, 3> max_threads_dim;
  std::array<std::int32_t, 3> max_grid_size;
  std::int32_t clock_rate;         ///< kHz
  std::int32_t memory_clock_rate;  ///< kHz
  std::int32_t memory_bus_width;   ///< bits
  std::size_t total_const_mem;
  std::int32_t major;
  std::int32_t minor;
  std::int32_t multi_processor_count;
  std::int32_t l2_cache_size;
  std::int32_t max_threads_per_multi_processor;
  std::int32_t compute_mode;
  std::int32_t clock_instruction_rate;  ///< kHz
  std::uint32_t arch;                   ///< feature bits
  std::int32_t concurrent_kernels;
  std::int32_t pci_domain_id;
  std::int32_t pci_bus_id;
  std::int32_t pci_device_id;
  std::size_t max_shared_memory_per_multi_processor;
  std::int32_t is_multi_gpu_board;
  std::int32_t can_map_host_memory;
  std::int32_t gcn_arch;
  std::array<char, 256> gcn_arch_name;
  std::int32_t integrated;
  std::int32_t cooperative_launch;
  std::int32_t cooperative_multi_device_launch;
  std::array<std::int32_t, 7> textures;  ///< 1D linear, 1D, 2D[2], 3D[3]
  std::array<void*, 2> hdp_flush;
  std::size_t mem_pitch;
  std::size_t texture_alignment;
  std::size_t texture_pitch_alignment;
  std::int32_t kernel_exec_timeout_enabled;
  std::int32_t ecc_enabled;
  std::int32_t tcc_driver;
  std::array<std::int32_t, 4> cooperative_multi_device_unmatched;
  std::int32_t is_large_bar;
  std::int32_t asic_revision;
  std::int32_t managed_memory;
  std::int32_t direct_managed_mem_access_from_host;
  std::int32_t concurrent_managed_access;
  std::int32_t pageable_memory_access;
  std::int32_t pageable_memory_access_uses_host_page_tables;
};
static_assert(sizeof(DevicePropertiesR0000) == 792);
static_assert(offsetof(DevicePropertiesR0000, total_const_mem) == 320);
static_assert(offsetof(DevicePropertiesR0000, gcn_arch_name) == 396);
static_assert(offsetof(DevicePropertiesR0000, mem_pitch) == 712);
static_assert(offsetof(DevicePropertiesR0000, managed_memory) == 772);

/// hipDeviceProp_t of HIP 6 (hipGetDevicePropertiesR0600).
struct DevicePropertiesR0600 {
  std::array<char, 256> name;
  std::array<char, 16> uuid;
  std::array<char, 8> luid;
  std::uint32_t luid_device_node_mask;
  std::size_t total_global_mem;
  std::size_t shared_mem_per_block;
  std::int32_t regs_per_block;
  std::int32_t warp_size;
  std::size_t mem_pitch;
  std::int32_t max_threads_per_block;
  std::array<std::int32_t, 3> max_threads_dim;
  std::array<std::int32_t, 3> max_grid_size;
  std::int32_t clock_rate;  ///< kHz
  std::size_t total_const_mem;
  std::int32_t major;
  std::int32_t minor;
  std::size_t texture_alignment;
  std::size_t texture_pitch_alignment;
  std::int32_t device_overlap;
  std::int32_t multi_processor_count;
  std::int32_t kernel_exec_timeout_enabled;
  std::int32_t integrated;
  std::int32_t can_map_host_memory;
  std::int32_t compute_mode;
  std::array<std::int32_t, 40> textures_and_surfaces;
  std::size_t surface_alignment;
  std::int32_t concurrent_kernels;
  std::int32_t ecc_enabled;
  std::int32_t pci_bus_id;
  std::int32_t pci_device_id;
  std::int32_t pci_domain_id;
  std::int32_t tcc_driver;
  std::int32_t async_engine_count;
  std::int32_t unified_addressing;
  std::int32_t memory_clock_rate;  ///< kHz
  std::int32_t memory_bus_width;   ///< bits
  std::int32_t l2_cache_size;
  std::int32_t persisting_l2_cache_max_size;
  std::int32_t max_threads_per_multi_processor;
  std::int32_t stream_priorities_supported;
  std::int32_t global_l1_cache_supported;
  std::int32_t local_l1_cache_supported;
  std::size_t shared_mem_per_multiprocessor;
  std::int32_t regs_per_multiprocessor;
  std::int32_t managed_memory;
  std::int32_t is_multi_gpu_board;
  std::int32_t multi_gpu_board_group_id;
  std::int32_t host_native_atomic_supported;
  std::int32_t single_to_double_precision_perf_ratio;
  std::int32_t pageable_memory_access;
  std::int32_t concurrent_managed_access;
  std::int32_t compute_preemption_supported;
  std::int32_t can_use_host_pointer_for_registered_mem;
  std::int32_t cooperative_launch;
  std::int32_t cooperative_multi_device_launch;
  std::size_t shared_mem_per_block_optin;
  std::int32_t pageable_memory_access_uses_host_page_tables;
  std::int32_t direct_managed_mem_access_from_host;
  std::int32_t max_blocks_per_multi_processor;
  std::int32_t access_policy_max_window_size;
  std::size_t reserved_shared_mem_per_block;
  std::array<std::int32_t, 13> host_features;
  std::array<std::int32_t, 63> reserved;
  std::array<std::int32_t, 32> hip_reserved;
  std::array<char, 256> gcn_arch_name;
  std::size_t max_shared_memory_per_multi_processor;
  std::int32_t clock_instruction_rate;  ///< kHz
  std::uint32_t arch;                   ///< feature bits
  std::array<void*, 2> hdp_flush;
  std::array<std::int32_t, 4> cooperative_multi_device_unmatched;
  std::int32_t is_large_bar;
  std::int32_t asic_revision;
};
static_assert(sizeof(DevicePropertiesR0600) == 1472);
static_assert(offsetof(DevicePropertiesR0600, total_global_mem) == 288);
static_assert(offsetof(DevicePropertiesR0600, multi_processor_count) == 388);
static_assert(offsetof(DevicePropertiesR0600, concurrent_kernels) == 576);
static_assert(offsetof(DevicePropertiesR0600, shared_mem_per_multiprocessor) == 640);
static_assert(offsetof(DevicePropertiesR0600, cooperative_launch) == 688);
static_assert(offsetof(DevicePropertiesR0600, reserved) == 780);
static_assert(offsetof(DevicePropertiesR0600, gcn_arch_name) == 1160);
static_assert(offsetof(DevicePropertiesR0600, asic_revision) == 1468);

}  // namespace hip
}  // namespace kgate
