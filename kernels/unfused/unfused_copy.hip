// SPDX-License-Identifier: MIT
// Copies heads from one tensor to another, bit by bit.
#include "kernels/device/unit_io.hpp"
#include "kernels/unfused/token_heads.hpp"

namespace kgate::device {

template <class T>
KGATE_DEVICE void copy_heads(const unfused::HeadStep& step) {
  int64_t token = 0;
  TokenData data;
  if (!begin_token(step, token, data)) {
    return;
  }
  for_each_unit(step, 0, [&](int head, const HeadUnit& unit) {
    store_unit<T, false>(head_of<T>(step.to, token, head), unit,
                         load_unit<T, false>(head_of<T>(step.from, token, head), unit));
  });
}

}  // namespace kgate::device

/// unfused_copy_<type>.
#define KGATE_UNFUSED_COPY(type, T)                    \
  KGATE_ENTRY(kgate::unfused::kHeadStepThreads)        \
  unfused_copy_##type(kgate::unfused::HeadStep step) { \
    kgate::device::copy_heads<kgate::device::T>(step); \
  }

KGATE_UNFUSED_COPY(f32, F32)
KGATE_UNFUSED_COPY(f16, F16)
KGATE_UNFUSED_COPY(bf16, BF16)
