// SPDX-License-Identifier: MIT
// Checks of the cache arguments that kernels share; host code only.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "kernels/argument_checks.hpp"
#include "kernels/kv_cache_contract.hpp"
#include "kernels/strided_overlap.hpp"

namespace kgate::kv_cache_checks {

/// What of a launch decides whether its cache arguments are right.
struct CacheUse {
  std::string_view kernel;
  DataType activation;
  std::int64_t tokens = 0;
  std::int32_t heads = 0;
  std::int32_t k_size = 0;  ///< head size; 0: there is no k
  std::int32_t v_size = 0;
};

inline bool is_quantized(DataType type) {
  return type == DataType::f8_e4m3fn || type == DataType::f8_e4m3fnuz;
}

inline bool has_cache(const KvCacheArguments& cache) {
  return cache.addressing != KvCacheAddressing::none;
}

inline StridedBytes entry_bytes(std::string_view name, const void* pointer, std::int32_t size,
                                std::int64_t block_stride, std::int64_t token_stride,
                                std::int64_t head_stride, const KvCacheArguments& cache,
                                std::int32_t heads) {
  const auto element = static_cast<std::int64_t>(size_of(cache.type));
  StridedBytes bytes;
  bytes.name = name;
  bytes.address = reinterpret_cast<std::uintptr_t>(pointer);
  bytes.run = pointer == nullptr ? 0 : size * element;
  bytes.dimensions = {{{cache.blocks, block_stride * element},
                       {cache.block_size, token_stride * element},
                       {heads, head_stride * element}}};
  return bytes;
}

/// The whole cache of k, or nothing without one.
inline StridedBytes k_bytes(const KvCacheArguments& cache, const CacheUse& use) {
  return has_cache(cache) && use.k_size != 0
             ? entry_bytes("cache.k", cache.k, use.k_size, cache.k_block_stride,
                           cache.k_token_stride, cache.k_head_stride, cache, use.heads)
             : StridedBytes{};
}

inline StridedBytes v_bytes(const KvCacheArguments& cache, const CacheUse& use) {
  return has_cache(cache) && use.v_size != 0
             ? entry_bytes("cache.v", cache.v, use.v_size, cache.v_block_stride,
                           cache.v_token_stride, cache.v_head_stride, cache, use.heads)
             : StridedBytes{};
}

inline Status check_absent(const KvCacheArguments& cache, const CacheUse& use) {
  if (cache.k == nullptr && cache.v == nullptr && cache.slots == nullptr) {
    return {};
  }
  return invalid_argument(
      "{}: cache.addressing is 0 (none) and cache.{} is set; without a cache it must be null",
      use.kernel,
      cache.k != nullptr   ? "k"
      : cache.v != nullptr ? "v"
                           : "slots");
}

inline Status check_shape(const KvCacheArguments& cache, const CacheUse& use) {
  if (cache.addressing > KvCacheAddressing::ring) {
    return invalid_argument("{}: cache.addressing is {}; allowed: 0 to 2", use.kernel,
                            static_cast<std::uint32_t>(cache.addressing));
  }
  if (cache.type != use.activation && !is_quantized(cache.type)) {
    return invalid_argument("{}: cache.type is data type {}; allowed: {}, f8_e4m3fn, f8_e4m3fnuz",
                            use.kernel, static_cast<std::uint32_t>(cache.type),
                            name(use.activation));
  }
  if (cache.blocks < 1 || cache.block_size < 1 ||
      std::int64_t{cache.blocks} * cache.block_size > std::numeric_limits<std::int32_t>::max()) {
    return invalid_argument(
        "{}: cache.blocks and cache.block_size are {} and {}; both must be at least 1 and their "
        "product below 2^31",
        use.kernel, cache.blocks, cache.block_size);
  }
  const bool ring = cache.addressing == KvCacheAddressing::ring;
  if (cache.ring_keep < 0 || cache.ring_keep >= (ring ? cache.block_size : 1)) {
    return invalid_argument("{}: cache.ring_keep is {}; allowed: 0{}", use.kernel, cache.ring_keep,
                            ring ? " to block_size - 1" : " without a ring");
  }
  if (cache.slot_count < 0 || cache.slot_count > use.tokens) {
    return invalid_argument("{}: cache.slot_count is {}; allowed: 0 to the tokens, {}", use.kernel,
                            cache.slot_count, use.tokens);
  }
  return {};
}

inline Status check_scale(std::string_view name, const float* scale, const KvCacheArguments& cache,
                          const CacheUse& use) {
  if (scale == nullptr) {
    return {};
  }
  if (!is_quantized(cache.type)) {
    return invalid_argument("{}: {} is set and cache.type is {}; only fp8 caches have a scale",
                            use.kernel, name, kgate::name(cache.type));
  }
  return in_kernel(use.kernel, check_pointer(name, scale, DataType::f32));
}

inline Status check_entries(std::string_view name, const StridedBytes& entries, const void* pointer,
                            bool wanted, const KvCacheArguments& cache, const CacheUse& use) {
  if (!wanted) {
    if (pointer == nullptr) {
      return {};
    }
    return invalid_argument("{}: {} is set and there is nothing to store in it; it must be null",
                            use.kernel, name);
  }
  const Status status = in_kernel(use.kernel, check_pointer(name, pointer, cache.type));
  if (!status) {
    return status;
  }
  for (const StridedBytes::Dimension& dimension : entries.dimensions) {
    const auto element = static_cast<std::int64_t>(size_of(cache.type));
    constexpr std::int64_t kLargest = std::int64_t{1} << 60;
    if (dimension.count > 1 &&
        (dimension.stride < 0 || dimension.stride > kLargest / dimension.count)) {
      return invalid_argument(
          "{}: a stride of {} is {}; it must be positive and span less than "
          "2^60 bytes",
          use.kernel, name, dimension.stride / element);
    }
  }
  if (!runs_are_apart(entries)) {
    return invalid_argument(
        "{}: the block, token and head strides of {} make entries overlap; every stride must be at "
        "least the extent of the smaller ones",
        use.kernel, name);
  }
  return {};
}

inline Status check(const KvCacheArguments& cache, const CacheUse& use) {
  if (!has_cache(cache)) {
    return check_absent(cache, use);
  }
  Status status = check_shape(cache, use);
  if (status) {
    status = check_entries("cache.k", k_bytes(cache, use), cache.k, use.k_size != 0, cache, use);
  }
  if (status) {
    status = check_entries("cache.v", v_bytes(cache, use), cache.v, use.v_size != 0, cache, use);
  }
  if (status && cache.slot_count > 0) {
    status = in_kernel(use.kernel, check_pointer("cache.slots", cache.slots, DataType::i64));
  }
  if (status) {
    status = check_scale("cache.k_scale", cache.k_scale, cache, use);
  }
  if (status) {
    status = check_scale("cache.v_scale", cache.v_scale, cache, use);
  }
  return status;
}

}  // namespace kgate::kv_cache_checks
