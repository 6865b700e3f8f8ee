// SPDX-License-Identifier: MIT
// Copies and fills: which side of the bus each pointer is on, and when the caller may go on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gates/emulator/hip/hip_runtime.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::emulator {

/// `height` rows of `width` bytes; one row for a linear copy.
struct CopyShape {
  void* destination = nullptr;
  std::size_t destination_pitch = 0;
  const void* source = nullptr;
  std::size_t source_pitch = 0;
  std::size_t width = 0;
  std::size_t height = 1;
  hip::MemcpyKind kind = hip::MemcpyKind::automatic;
};

/// Queues a copy on a stream. The kind is only checked for its range: the pointers decide, as they
/// do in HIP. Waits for it if `wait` is set or the destination is pageable host memory; a pageable
/// source is copied aside, so that the caller may change it at once.
hip::Error copy(const CopyShape& shape, hip::StreamHandle stream, bool wait);

/// Queues `count` repetitions of a pattern of 1, 2 or 4 bytes on a stream.
hip::Error fill(void* destination, std::uint32_t pattern, std::size_t width, std::size_t count,
                hip::StreamHandle stream, bool wait);

}  // namespace kgate::emulator
