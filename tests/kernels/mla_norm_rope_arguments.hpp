// SPDX-License-Identifier: MIT
// Valid arguments of mla_norm_rope for the tests of its checks, at addresses without memory.
#pragma once

#include <cstdint>

#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "tests/kernels/argument_rows.hpp"

namespace kgate::mla_norm_rope_tests {

// So far apart that the largest tensor fits between two of them.
inline constexpr std::uintptr_t kKv = 0x100000000000;
inline constexpr std::uintptr_t kWeight = 0x200000000000;
inline constexpr std::uintptr_t kLatent = 0x300000000000;
inline constexpr std::uintptr_t kPe = 0x400000000000;
inline constexpr std::uintptr_t kQ = 0x500000000000;
inline constexpr std::uintptr_t kQOut = 0x600000000000;
inline constexpr std::uintptr_t kCache = 0x700000000000;
inline constexpr std::uintptr_t kPositions = 0x800000000000;
inline constexpr std::uintptr_t kTable = 0x900000000000;
inline constexpr std::uintptr_t kSlots = 0xa00000000000;
inline constexpr std::uintptr_t kError = 0xb00000000000;

/// Three tokens in f16: a latent of 8, a rotated part of 4, two heads, and a cache of 2 blocks
/// of 4. Every tensor has strides of its own, and nothing is in place.
inline MlaNormRopeArguments valid() {
  MlaNormRopeArguments arguments{};
  arguments.kv = at_address(kKv);
  arguments.weight = at_address(kWeight);
  arguments.latent = at_address(kLatent);
  arguments.pe = at_address(kPe);
  arguments.q_pe = {at_address(kQ), 1600, 500};
  arguments.q_pe_out = {at_address(kQOut), 1800, 600};
  arguments.rope.positions = at_address(kPositions);
  arguments.rope.position_type = DataType::i64;
  arguments.rope.table = at_address(kTable);
  arguments.rope.table_rows = 16;
  arguments.rope.table_stride = 4;
  arguments.rope.table_type = DataType::f32;
  arguments.rope.rotary_dim = 4;
  arguments.rope.angles = RopeAngles::table;
  arguments.cache.k = at_address(kCache);
  arguments.cache.slots = at_address<std::int64_t>(kSlots);
  arguments.cache.slot_count = 3;
  arguments.cache.k_block_stride = 48;
  arguments.cache.k_token_stride = 12;
  arguments.cache.blocks = 2;
  arguments.cache.block_size = 4;
  arguments.cache.addressing = KvCacheAddressing::slots;
  arguments.cache.type = DataType::f16;
  arguments.error = at_address<std::uint64_t>(kError);
  arguments.tokens = 3;
  arguments.kv_stride = 1000;
  arguments.latent_stride = 1200;
  arguments.pe_stride = 1400;
  arguments.kv_lora_rank = 8;
  arguments.pe_size = 4;
  arguments.q_heads = 2;
  arguments.eps = 1e-6F;
  arguments.activation = DataType::f16;
  arguments.weight_type = DataType::f16;
  return arguments;
}

}  // namespace kgate::mla_norm_rope_tests
