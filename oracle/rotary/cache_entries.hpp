// SPDX-License-Identifier: MIT
// Where a token's k and v go in a cache, and how they are stored there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/kv_cache_contract.hpp"

namespace kgate::oracle {

/// Block and offset of an entry.
struct CacheEntry {
  std::int64_t block;
  std::int64_t offset;
};

/// Whether the token's slot is past the blocks of the cache.
[[nodiscard]] bool slot_is_out_of_range(const KvCacheArguments& cache, std::int64_t token);

/// The entry of a token whose slot is in range; nothing if it is not stored.
[[nodiscard]] std::optional<CacheEntry> entry_of_token(const KvCacheArguments& cache,
                                                       std::int64_t token, std::int64_t position);

/// One of the two caches.
struct CacheSide {
  void* data;
  std::int64_t block_stride;
  std::int64_t token_stride;
  std::int64_t head_stride;
  float scale;  ///< stored is value / scale
};

[[nodiscard]] CacheSide k_side(const KvCacheArguments& cache);
[[nodiscard]] CacheSide v_side(const KvCacheArguments& cache);

/// Index of the first element of a head's entry.
[[nodiscard]] std::int64_t first_element(const CacheSide& side, const CacheEntry& entry,
                                         std::int32_t head);

/// Stores the elements of a head.
void store_head(const KvCacheArguments& cache, const CacheSide& side, const CacheEntry& entry,
                std::int32_t head, const std::vector<float>& values);

}  // namespace kgate::oracle
