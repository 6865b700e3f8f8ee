// SPDX-License-Identifier: MIT
// Stores heads in the cache entry of their token, as they are or as fp8.
#include "kernels/device/unit_io.hpp"
#include "kernels/unfused/token_heads.hpp"

namespace kgate::device {

template <class T>
KGATE_DEVICE void append_token_heads(const unfused::AppendStep& step) {
  int64_t token = 0;
  TokenData data;
  if (!begin_token(step.heads, token, data) || !data.entry.stored) {
    return;
  }
  const KvCacheArguments& cache = step.heads.checks.cache;
  const bool is_v = step.is_v != 0;
  const float scale = cache_scale(cache, is_v ? cache.v_scale : cache.k_scale);
  const int64_t head_stride = is_v ? cache.v_head_stride : cache.k_head_stride;
  const int64_t first = (is_v ? data.entry.v : data.entry.k) + step.first_element;
  for_each_unit(step.heads, 0, [&](int head, const HeadUnit& unit) {
    const auto bits = load_unit<T, false>(head_of<T>(step.heads.from, token, head), unit);
    store_cached_unit<T, false>(cache.type, is_v ? cache.v : cache.k, first + head * head_stride,
                                scale, unit, bits);
  });
}

}  // namespace kgate::device

/// unfused_append_<type>.
#define KGATE_UNFUSED_APPEND(type, T)                          \
  KGATE_ENTRY(kgate::unfused::kHeadStepThreads)                \
  unfused_append_##type(kgate::unfused::AppendStep step) {     \
    kgate::device::append_token_heads<kgate::device::T>(step); \
  }

KGATE_UNFUSED_APPEND(f32, F32)
KGATE_UNFUSED_APPEND(f16, F16)
KGATE_UNFUSED_APPEND(bf16, BF16)
