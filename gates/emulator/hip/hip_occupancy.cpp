// SPDX-License-Identifier: MIT
#include "gates/emulator/hip/hip_occupancy.hpp"

#include <algorithm>

namespace kgate::emulator {
namespace {

// Per SIMD of gfx1100 and gfx1151, in registers of one lane; waves a SIMD holds at most; SIMDs of a
// workgroup processor.
constexpr std::uint32_t kRegistersPerSimd = 1536;
constexpr std::uint32_t kRegisterBlock = 24;
constexpr std::uint32_t kWavesPerSimd = 16;
constexpr std::uint32_t kSimds = 4;
constexpr std::uint32_t kLdsBlock = 1024;

std::uint32_t round_up(std::uint32_t value, std::uint32_t block) {
  return (value + block - 1) / block * block;
}

}  // namespace

std::uint32_t blocks_per_processor(const Kernel& kernel, std::uint32_t threads,
                                   std::size_t dynamic_lds) {
  const auto& metadata = kernel.metadata;
  if (threads == 0 || threads > metadata.max_flat_workgroup_size ||
      metadata.group_segment_fixed_size + dynamic_lds > kMaxLdsPerBlock) {
    return 0;
  }
  const std::uint32_t wave = metadata.wavefront_size;
  // A wave of 64 takes two registers of a 32-lane SIMD for each of its own.
  const std::uint32_t registers =
      round_up(std::max(metadata.vgpr_count, 1U) * (wave / 32), kRegisterBlock);
  const std::uint32_t waves = kSimds * std::min(kWavesPerSimd, kRegistersPerSimd / registers);
  const std::uint32_t waves_per_block = (threads + wave - 1) / wave;
  std::uint32_t blocks = waves / waves_per_block;
  if (waves_per_block > 1) {
    blocks = std::min(blocks, 32U);
  }
  const auto lds = round_up(
      metadata.group_segment_fixed_size + static_cast<std::uint32_t>(dynamic_lds), kLdsBlock);
  return lds == 0 ? blocks : std::min(blocks, kLdsPerProcessor / lds);
}

}  // namespace kgate::emulator
