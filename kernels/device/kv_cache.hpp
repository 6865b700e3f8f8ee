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

/// The token's slot; -1 where there is none.
KGATE_DEVICE int64_t load_slot(const KvCacheArguments& cache, int64_t token) {
  const bool named = cache.addressing != KvCacheAddressing::none && token < cache.slot_count;
  return named ? cache.slots[token] : -1;
}

/// Finds the place of a slot, for a token at that position, and hands its block and the offset in
/// it to `found`, which is not called for a token that is not stored. Cache has the four fields of
/// CacheBlocks; to read them here and not before costs fewer registers.
template <class Cache, class Found>
KGATE_DEVICE TokenErrorCode locate_slot(const Cache& cache, int64_t slot, int32_t position,
                                        Found found) {
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
  found(block, offset);
  return TokenErrorCode::none;
}

/// Finds the entry of a slot, for a token at that position.
KGATE_DEVICE TokenErrorCode locate_entry(const KvCacheArguments& cache, int64_t slot,
                                         int32_t position, CacheEntry& entry) {
  entry = {};
  return locate_slot(cache, slot, position, [&](uint32_t block, uint32_t offset) {
    entry.k = block * cache.k_block_stride + offset * cache.k_token_stride;
    entry.v = block * cache.v_block_stride + offset * cache.v_token_stride;
    entry.stored = true;
  });
}

/// The divisor of what is stored; 1 in caches of the activation type.
KGATE_DEVICE float cache_scale(const KvCacheArguments& cache, const float* scale) {
  const bool quantized = cache.type == DataType::f8_e4m3fn || cache.type == DataType::f8_e4m3fnuz;
  return quantized && scale != nullptr ? *scale : 1.0f;
}

/// Stores the first `count` elements of a vector as fp8. A loop that takes the vector apart from
/// its low end keeps eight divisions from being laid out one after the other.
template <class Activation, bool kWide, int kCount>
KGATE_DEVICE void store_quantized(DataType type, uint8_t* to, float scale,
                                  Pack<Activation, kCount> values, int count) {
  static_assert(kCount == 4 || kCount == 8);
  constexpr int kWords = sizeof(values.word) / sizeof(values.word[0]);
  constexpr int kBits = 8 * sizeof(typename Activation::Bits);
  uint64_t codes = 0;
  KGATE_NO_UNROLL
  for (int i = 0; i < kCount; ++i) {
    const uint8_t code =
        encode_e4m3(Activation::decode(element(values, 0)) / scale, type == DataType::f8_e4m3fnuz);
    if constexpr (kWide) {
      codes = codes >> 8 | static_cast<uint64_t>(code) << 56;
    } else if (i < count) {
      to[i] = code;
    }
    KGATE_UNROLL
    for (int word = 0; word < kWords; ++word) {
      const uint32_t above = word + 1 < kWords ? values.word[word + 1] : 0;
      values.word[word] =
          static_cast<uint32_t>((static_cast<uint64_t>(above) << 32 | values.word[word]) >> kBits);
    }
  }
  if constexpr (kWide && kCount == 8) {
    *reinterpret_cast<uint64_t*>(to) = codes;
  } else if constexpr (kWide) {
    *reinterpret_cast<uint32_t*>(to) = static_cast<uint32_t>(codes >> 32);
  }
}

/// Stores the first `count` elements of a vector at element `index` of a cache. With kWide all
/// of them, to an address aligned to the vector; with kPlain the cache is of the activation type.
template <class Activation, bool kWide, bool kPlain = false, int kCount>
KGATE_DEVICE void store_cached(DataType type, void* cache, int64_t index, float scale,
                               const Pack<Activation, kCount>& values, int count) {
  if constexpr (!kPlain) {
    if (type == DataType::f8_e4m3fn || type == DataType::f8_e4m3fnuz) {
      store_quantized<Activation, kWide>(type, static_cast<uint8_t*>(cache) + index, scale, values,
                                         count);
      return;
    }
  }
  store_pack<kWide>(static_cast<typename Activation::Bits*>(cache) + index, values, count);
}

}  // namespace kgate::device
