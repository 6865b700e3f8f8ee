// SPDX-License-Identifier: MIT
// Whether every unit of a launch is two whole, aligned vectors; host code only.
#pragma once

#include <cstdint>

#include "kernels/data_type.hpp"
#include "kernels/device/head_plan.hpp"
#include "kernels/kv_cache_check.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"

namespace kgate {

/// Decides how vectors are read and written; no bit of a result depends on it.
inline bool in_whole_units(const RopeAppendArguments& arguments) {
  constexpr std::uint64_t kAlignment = 16;
  constexpr std::uint64_t kVector = device::kUnitVector;
  const RopeArguments& rope = arguments.rope;
  const KvCacheArguments& cache = arguments.cache;
  const std::uint64_t size = size_of(arguments.activation);
  const auto address = [](const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
  };
  const auto bytes = [](std::int64_t elements, std::uint64_t element) {
    return static_cast<std::uint64_t>(elements) * element;
  };
  std::uint64_t bits = 0;  // a bit below kAlignment set: something is not aligned
  for (const HeadTensor* tensor : {&arguments.q, &arguments.k, &arguments.v, &arguments.q_out,
                                   &arguments.k_out, &arguments.v_out}) {
    if (tensor->data != nullptr) {
      bits |= address(tensor->data) | bytes(tensor->token_stride, size) |
              bytes(tensor->head_stride, size);
    }
  }
  if (rope.angles == RopeAngles::table) {
    bits |= address(rope.table) | bytes(rope.table_stride, size_of(rope.table_type));
  }
  if (kv_cache_checks::has_cache(cache)) {
    const bool quantized = kv_cache_checks::is_quantized(cache.type);
    const std::uint64_t element = size_of(cache.type);
    const std::uint64_t k = address(cache.k) | bytes(cache.k_block_stride, element) |
                            bytes(cache.k_token_stride, element) |
                            bytes(cache.k_head_stride, element);
    const std::uint64_t v = address(cache.v) | bytes(cache.v_block_stride, element) |
                            bytes(cache.v_token_stride, element) |
                            bytes(cache.v_head_stride, element);
    // A vector of fp8 has 8 bytes and needs no more alignment than that.
    bits |= ((cache.k != nullptr ? k : 0) | (cache.v != nullptr ? v : 0)) * (quantized ? 2 : 1);
  }
  const auto half = static_cast<std::uint64_t>(rope.rotary_dim / 2);
  const auto tail = static_cast<std::uint64_t>(arguments.head_size - rope.rotary_dim);
  const bool whole = half % kVector == 0 && tail % (2 * kVector) == 0 &&
                     (arguments.v.data == nullptr ||
                      static_cast<std::uint64_t>(arguments.v_head_size) % (2 * kVector) == 0);
  return whole && bits % kAlignment == 0;
}

}  // namespace kgate
