// SPDX-License-Identifier: MIT
// Copies and fills: which side of the bus each pointer is on, and when the caller may go on.
#pragma once

#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_work.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::emulator {

/// Queues a copy on a stream. The kind is only checked for its range: the pointers decide, as they
/// do in HIP. Waits for it if `wait` is set or the destination is pageable host memory; a pageable
/// source is copied aside, so that the caller may change it at once.
hip::Error copy(const CopyShape& shape, hip::StreamHandle stream, bool wait);

/// Queues a fill on a stream.
hip::Error fill(const FillShape& shape, hip::StreamHandle stream);

}  // namespace kgate::emulator
