// SPDX-License-Identifier: MIT
// How many workgroups of a kernel fit a workgroup processor of gfx11 together.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gates/emulator/hip/hip_runtime.hpp"

namespace kgate::emulator {

/// Workgroups of `threads` threads that are resident together on a workgroup processor, by
/// registers, waves and LDS; 0 for one that cannot run at all.
std::uint32_t blocks_per_processor(const Kernel& kernel, std::uint32_t threads,
                                   std::size_t dynamic_lds);

}  // namespace kgate::emulator
