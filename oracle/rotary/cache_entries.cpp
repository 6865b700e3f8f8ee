// SPDX-License-Identifier: MIT
// Cache entries by formula: kernels/rope_append/rope_append.md, "Cache".
#include "oracle/rotary/cache_entries.hpp"

#include "oracle/formats/element_access.hpp"

namespace kgate::oracle {
namespace {

bool has_slot(const KvCacheArguments& cache, std::int64_t token) {
  return cache.addressing != KvCacheAddressing::none && token < cache.slot_count;
}

}  // namespace

bool slot_is_out_of_range(const KvCacheArguments& cache, std::int64_t token) {
  if (!has_slot(cache, token)) {
    return false;
  }
  const std::int64_t slots_of_block =
      cache.addressing == KvCacheAddressing::ring ? 1 : cache.block_size;
  return cache.slots[token] >= cache.blocks * slots_of_block;
}

std::optional<CacheEntry> entry_of_token(const KvCacheArguments& cache, std::int64_t token,
                                         std::int64_t position) {
  if (!has_slot(cache, token) || cache.slots[token] < 0) {
    return std::nullopt;
  }
  const std::int64_t slot = cache.slots[token];
  if (cache.addressing == KvCacheAddressing::slots) {
    return CacheEntry{.block = slot / cache.block_size, .offset = slot % cache.block_size};
  }
  std::int64_t offset = position;
  while (offset >= cache.block_size) {
    const std::int64_t window = cache.block_size - cache.ring_keep;
    offset -= (offset - cache.ring_keep) / window * window;
  }
  return CacheEntry{.block = slot, .offset = offset};
}

CacheSide k_side(const KvCacheArguments& cache) {
  return {.data = cache.k,
          .block_stride = cache.k_block_stride,
          .token_stride = cache.k_token_stride,
          .head_stride = cache.k_head_stride,
          .scale = cache.k_scale == nullptr ? 1.0F : *cache.k_scale};
}

CacheSide v_side(const KvCacheArguments& cache) {
  return {.data = cache.v,
          .block_stride = cache.v_block_stride,
          .token_stride = cache.v_token_stride,
          .head_stride = cache.v_head_stride,
          .scale = cache.v_scale == nullptr ? 1.0F : *cache.v_scale};
}

std::int64_t first_element(const CacheSide& side, const CacheEntry& entry, std::int32_t head) {
  return entry.block * side.block_stride + entry.offset * side.token_stride +
         head * side.head_stride;
}

void store_head(const KvCacheArguments& cache, const CacheSide& side, const CacheEntry& entry,
                std::int32_t head, const std::vector<float>& values) {
  std::int64_t index = first_element(side, entry, head);
  for (const float value : values) {
    write_element(cache.type, side.data, index, value / side.scale);
    ++index;
  }
}

}  // namespace kgate::oracle
