// SPDX-License-Identifier: MIT
// Multiplies heads, in place or not, by the q scale of their token's position.
#include "kernels/device/append_heads.hpp"
#include "kernels/unfused/token_heads.hpp"

namespace kgate::device {

template <class T>
KGATE_DEVICE void scale_heads(const unfused::HeadStep& step) {
  int64_t token = 0;
  TokenData data;
  if (!begin_token(step, token, data)) {
    return;
  }
  for_each_unit(step, 0, [&](int head, const HeadUnit& unit) {
    const UnitBits<T> bits = load_unit<T, false>(head_of<T>(step.from, token, head), unit);
    store_unit<T, false>(head_of<T>(step.to, token, head), unit,
                         scale_q<T>(step.checks.rope, data.q_scale, bits));
  });
}

}  // namespace kgate::device

/// unfused_scale_<type>.
#define KGATE_UNFUSED_SCALE(type, T)                    \
  KGATE_ENTRY(kgate::unfused::kHeadStepThreads)         \
  unfused_scale_##type(kgate::unfused::HeadStep step) { \
    kgate::device::scale_heads<kgate::device::T>(step); \
  }

KGATE_UNFUSED_SCALE(f32, F32)
KGATE_UNFUSED_SCALE(f16, F16)
KGATE_UNFUSED_SCALE(bf16, BF16)
