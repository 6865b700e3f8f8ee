// SPDX-License-Identifier: MIT
// Rotates heads; what is past the rotated part is copied. In place is safe: a pair is read only by
// the thread that writes it.
#include "kernels/device/unit_io.hpp"
#include "kernels/unfused/token_heads.hpp"

namespace kgate::device {

/// From is T, or f32 for heads that were normed and not rounded.
template <class From, class T>
KGATE_DEVICE void rope_heads(const unfused::HeadStep& step) {
  int64_t token = 0;
  TokenData data;
  if (!begin_token(step, token, data)) {
    return;
  }
  const RopeArguments& rope = step.checks.rope;
  for_each_unit(step, rope.rotary_dim, [&](int head, const HeadUnit& unit) {
    const UnitBits<From> bits = load_unit<From, false>(head_of<From>(step.from, token, head), unit);
    auto* to = head_of<T>(step.to, token, head);
    if constexpr (sizeof(typename From::Bits) == sizeof(typename T::Bits)) {
      if (!unit.rotated) {
        store_unit<T, false>(to, unit, bits);  // the bits of a NaN too
        return;
      }
    }
    UnitValues values = decode_unit<From>(bits);
    if (unit.rotated) {
      rotate_unit<T>(rope, unit_angles<T, false>(rope, data.positions, unit), values);
    }
    store_unit<T, false>(to, unit, encode_unit<T>(values));
  });
}

}  // namespace kgate::device

/// unfused_rope_<type read>_<type written>.
#define KGATE_UNFUSED_ROPE(types, From, T)                                  \
  KGATE_ENTRY(kgate::unfused::kHeadStepThreads)                             \
  unfused_rope_##types(kgate::unfused::HeadStep step) {                     \
    kgate::device::rope_heads<kgate::device::From, kgate::device::T>(step); \
  }

KGATE_UNFUSED_ROPE(f32_f32, F32, F32)
KGATE_UNFUSED_ROPE(f32_f16, F32, F16)
KGATE_UNFUSED_ROPE(f32_bf16, F32, BF16)
KGATE_UNFUSED_ROPE(f16_f16, F16, F16)
KGATE_UNFUSED_ROPE(bf16_bf16, BF16, BF16)
