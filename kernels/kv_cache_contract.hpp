// SPDX-License-Identifier: MIT
// Arguments that say where a token's keys and values go in a cache.
//
// Every layout is a choice of strides over [blocks, block_size, heads, head size]: a dense slab
// [batch, heads, length, size] has one block a sequence; paged NHD and HND differ in the order of
// the token and head strides; packed HND puts v head_size elements after k. rope_append.md has
// them.
#pragma once

#include <stdint.h>

#include "kernels/data_type_codes.hpp"

namespace kgate {

/// How a token finds its entry. Values are part of the C ABI.
enum class KvCacheAddressing : uint32_t {
  none = 0,   ///< there is no cache
  slots = 1,  ///< entry slot % block_size of block slot / block_size
  /// Block `slot` is the ring of a sequence, and the token's absolute position p picks the entry: p
  /// below ring_keep, else ring_keep + (p - ring_keep) % (block_size - ring_keep).
  ring = 2,
};

/// Entries are read by nobody here and written whole: head_size elements of each head.
struct KvCacheArguments {
  void* k;               ///< null with addressing none
  void* v;               ///< as k; null too where there is no v
  const int64_t* slots;  ///< [slot_count], one per token. Negative: the token is not stored. Two
                         ///< tokens may not name one entry
  const float*
      k_scale;  ///< one f32 in device memory, fp8 caches only: k / scale is stored; null: 1
  const float* v_scale;    ///< as k_scale
  int64_t slot_count;      ///< at most the tokens; those past it are not stored
  int64_t k_block_stride;  ///< elements of the cache's type, as all strides here
  int64_t k_token_stride;
  int64_t k_head_stride;
  int64_t v_block_stride;
  int64_t v_token_stride;
  int64_t v_head_stride;
  int32_t blocks;      ///< blocks * block_size is below 2^31
  int32_t block_size;  ///< any positive number
  int32_t ring_keep;   ///< first entries of a ring that are never overwritten; below block_size
  KvCacheAddressing addressing;
  DataType type;  ///< the activation type, f8_e4m3fn or f8_e4m3fnuz
};

/// How slots and positions become places in blocks: the fields of those names above.
struct CacheBlocks {
  int32_t blocks;
  int32_t block_size;
  int32_t ring_keep;
  KvCacheAddressing addressing;
};

}  // namespace kgate
