// SPDX-License-Identifier: MIT
// KV cache on the device: the entry of a token, and vectors stored into it.
#pragma once

#include "kernels/device/fp8.hpp"
#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/vector_io.hpp"
#include "kernels/kv_cache_contract.hpp"
#include "kernels/token_error.hpp"

namespace kgate::device {

/// Where a token goes, in elements from KvCacheArguments::k and ::v.
struct CacheEntry {
  int64_t k;
  int64_t v;
  bool stored;  ///< false: this token is not stored
};

/// Reads the token's slot and finds its entry.
KGATE_DEVICE TokenErrorCode locate_entry(const KvCacheArguments& cache, int64_t token,
                                         int32_t position, CacheEntry& entry) {
  entry = {};
  if (cache.addressing == KvCacheAddressing::none || token >= cache.slot_count) {
    return TokenErrorCode::none;
  }
  const int64_t slot = cache.slots[token];
  if (slot < 0) {
    return TokenErrorCode::none;
  }
  const bool ring = cache.addressing == KvCacheAddressing::ring;
  const int64_t slots = ring ? cache.blocks : static_cast<int64_t>(cache.blocks) * cache.block_size;
  if (slot >= slots) {
    return TokenErrorCode::slot_out_of_range;
  }
  // Below 2^31 from here: a 64-bit division would cost ten times as much.
  const uint32_t block_size = static_cast<uint32_t>(cache.block_size);
  uint32_t block = static_cast<uint32_t>(slot);
  uint32_t offset = static_cast<uint32_t>(position);
  if (ring) {
    const uint32_t keep = static_cast<uint32_t>(cache.ring_keep);
    if (offset >= keep) {
      offset = keep + (offset - keep) % (block_size - keep);
    }
  } else {
    offset = block % block_size;
    block = block / block_size;
  }
  entry.k = block * cache.k_block_stride + offset * cache.k_token_stride;
  entry.v = block * cache.v_block_stride + offset * cache.v_token_stride;
  entry.stored = true;
  return TokenErrorCode::none;
}

/// The divisor of what is stored; 1 in caches of the activation type.
KGATE_DEVICE float cache_scale(const KvCacheArguments& cache, const float* scale) {
  const bool quantized = cache.type == DataType::f8_e4m3fn || cache.type == DataType::f8_e4m3fnuz;
  return quantized && scale != nullptr ? *scale : 1.0f;
}

/// Stores the first `count` elements of a vector at element `index` of a cache. With kWide all of
/// them, to an address aligned to the vector.
template <class Activation, bool kWide, int kCount>
KGATE_DEVICE void store_cached(DataType type, void* cache, int64_t index, float scale,
                               const Pack<Activation, kCount>& values, int count) {
  using Bits = typename Activation::Bits;
  if (type != DataType::f8_e4m3fn && type != DataType::f8_e4m3fnuz) {
    store_pack<kWide>(static_cast<Bits*>(cache) + index, values, count);
    return;
  }
  uint64_t codes = 0;
  KGATE_UNROLL
  for (int i = 0; i < kCount; ++i) {
    const uint8_t code =
        encode_e4m3(Activation::decode(element(values, i)) / scale, type == DataType::f8_e4m3fnuz);
    codes |= static_cast<uint64_t>(code) << (8 * i);
  }
  uint8_t* to = static_cast<uint8_t*>(cache) + index;
  if constexpr (kWide && kCount == 8) {
    *reinterpret_cast<uint64_t*>(to) = codes;
  } else if constexpr (kWide && kCount == 4) {
    *reinterpret_cast<uint32_t*>(to) = static_cast<uint32_t>(codes);
  } else {
    KGATE_UNROLL
    for (int i = 0; i < kCount; ++i) {
      if (i < count) {
        to[i] = static_cast<uint8_t>(codes >> (8 * i));
      }
    }
  }
}

}  // namespace kgate::device
