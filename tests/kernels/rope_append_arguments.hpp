// SPDX-License-Identifier: MIT
// Valid arguments of rope_append for the tests of its checks, at addresses without memory.
#pragma once

#include <cstdint>

#include "kernels/rope_append/rope_append_contract.hpp"
#include "tests/kernels/argument_rows.hpp"

namespace kgate::rope_append_tests {

// So far apart that the largest tensor fits between two of them.
inline constexpr std::uintptr_t kQ = 0x100000000000;
inline constexpr std::uintptr_t kK = 0x200000000000;
inline constexpr std::uintptr_t kV = 0x300000000000;
inline constexpr std::uintptr_t kQOut = 0x400000000000;
inline constexpr std::uintptr_t kKOut = 0x500000000000;
inline constexpr std::uintptr_t kVOut = 0x600000000000;
inline constexpr std::uintptr_t kCacheK = 0x700000000000;
inline constexpr std::uintptr_t kCacheV = 0x800000000000;
inline constexpr std::uintptr_t kPositions = 0x900000000000;
inline constexpr std::uintptr_t kTable = 0xa00000000000;
inline constexpr std::uintptr_t kSlots = 0xb00000000000;
inline constexpr std::uintptr_t kError = 0xc00000000000;
inline constexpr std::uintptr_t kFloats = 0xd00000000000;  // of whatever a test adds

/// Four tokens in bf16: 4 heads of q and 2 of k of 16 elements, 2 of v of 8, and a cache of 3
/// blocks of 8. Every tensor has strides of its own, and nothing is in place.
inline RopeAppendArguments valid() {
  RopeAppendArguments arguments{};
  arguments.q = {at_address(kQ), 1000, 20};
  arguments.k = {at_address(kK), 1100, 24};
  arguments.v = {at_address(kV), 1200, 28};
  arguments.q_out = {at_address(kQOut), 1300, 32};
  arguments.k_out = {at_address(kKOut), 1400, 36};
  arguments.v_out = {at_address(kVOut), 1500, 40};
  arguments.tokens = 4;
  arguments.q_heads = 4;
  arguments.kv_heads = 2;
  arguments.head_size = 16;
  arguments.v_head_size = 8;
  arguments.activation = DataType::bf16;
  arguments.error = at_address<std::uint64_t>(kError);
  arguments.rope.positions = at_address(kPositions);
  arguments.rope.position_type = DataType::i64;
  arguments.rope.angles = RopeAngles::table;
  arguments.rope.table = at_address(kTable);
  arguments.rope.table_type = DataType::f32;
  arguments.rope.table_rows = 10;
  arguments.rope.table_stride = 16;
  arguments.rope.rotary_dim = 16;
  KvCacheArguments& cache = arguments.cache;
  cache.k = at_address(kCacheK);
  cache.v = at_address(kCacheV);
  cache.slots = at_address<std::int64_t>(kSlots);
  cache.slot_count = 4;
  cache.addressing = KvCacheAddressing::slots;
  cache.type = DataType::bf16;
  cache.blocks = 3;
  cache.block_size = 8;
  cache.k_block_stride = 400;
  cache.k_token_stride = 40;
  cache.k_head_stride = 20;
  cache.v_block_stride = 200;
  cache.v_token_stride = 20;
  cache.v_head_stride = 10;
  return arguments;
}

}  // namespace kgate::rope_append_tests
