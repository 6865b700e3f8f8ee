// SPDX-License-Identifier: MIT
// Structures that HIP's graph and 3D copy calls pass; the layouts of HIP 5 and 6 are the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gates/emulator/hip/hip_handles.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::hip {

/// hipKernelNodeParams.
struct KernelNodeParams {
  Dim3 block;
  void** extra;
  void* function;  ///< the host's key of a kernel, or a hipFunction_t
  Dim3 grid;
  void** parameters;
  std::uint32_t dynamic_lds;
};
static_assert(sizeof(KernelNodeParams) == 64);
static_assert(offsetof(KernelNodeParams, function) == 24);
static_assert(offsetof(KernelNodeParams, parameters) == 48);

/// hipMemsetParams.
struct MemsetParams {
  void* destination;
  std::uint32_t element;  ///< bytes: 1, 2 or 4
  std::size_t height;
  std::size_t pitch;
  std::uint32_t value;
  std::size_t width;  ///< elements
};
static_assert(sizeof(MemsetParams) == 48);

/// hipHostNodeParams.
struct HostNodeParams {
  void (*function)(void* data);
  void* data;
};

/// hipPos and hipExtent: bytes (of linear memory), rows, slices.
struct Triple {
  std::size_t x;
  std::size_t y;
  std::size_t z;
};

/// hipPitchedPtr.
struct PitchedPointer {
  void* pointer;
  std::size_t pitch;
  std::size_t width;   ///< of a row, in bytes; not looked at
  std::size_t height;  ///< rows from slice to slice
};

/// hipMemcpy3DParms.
struct Memcpy3DParams {
  void* source_array;
  Triple source_position;
  PitchedPointer source;
  void* destination_array;
  Triple destination_position;
  PitchedPointer destination;
  Triple extent;
  MemcpyKind kind;
};
static_assert(sizeof(Memcpy3DParams) == 160);

}  // namespace kgate::hip
