// SPDX-License-Identifier: MIT
// RMSNorm of each head by 32 lanes of 16 elements. A lane writes only the elements it has read, so
// that the result may be in place.
#include "kernels/device/head_norm.hpp"
#include "kernels/device/unit_io.hpp"
#include "kernels/unfused/token_heads.hpp"

namespace kgate::device {

/// One unit of a normed head, before it is rounded to the type it is stored in.
template <class T>
KGATE_DEVICE UnitValues normed_unit(const unfused::HeadNormStep& step, const HeadUnit& unit,
                                    float inverse, const UnitBits<T>& bits) {
  if (step.weight == nullptr) {
    return scaled_unit(decode_unit<T>(bits), inverse);
  }
  const UnitValues gains = step.weight_type == DataType::f32
                               ? load_gains<F32, false>(step.weight, unit, step.weight_bias)
                               : load_gains<T, false>(step.weight, unit, step.weight_bias);
  return norm_unit<T>(bits, inverse, gains, step.profile);
}

template <class T, class To>
KGATE_DEVICE void norm_heads(const unfused::HeadNormStep& step) {
  const unfused::HeadStep& heads = step.heads;
  int64_t token = 0;
  TokenData data;
  if (!begin_token(heads, token, data)) {
    return;
  }
  const HeadUnit unit = head_unit(thread_index(), heads.head_size, 0, false);
  const bool exists = unit.first < heads.head_size;
  for (int head = workgroup_index_z(); head < heads.heads; head += heads.workgroups) {
    UnitBits<T> bits = {};
    if (exists) {
      bits = load_unit<T, false>(head_of<T>(heads.from, token, head), unit);
    }
    const float squares = sum_of_lanes(sum_squares<T>(bits), kMaxHeadLaneBits);
    const float inverse = inverse_rms(squares, heads.head_size, step.eps);
    if (exists) {
      store_unit<To, false>(head_of<To>(heads.to, token, head), unit,
                            encode_unit<To>(normed_unit<T>(step, unit, inverse, bits)));
    }
  }
}

}  // namespace kgate::device

/// unfused_head_norm_<type read>_<type written>.
#define KGATE_UNFUSED_HEAD_NORM(types, T, To)                             \
  KGATE_ENTRY(kgate::unfused::kHeadNormThreads)                           \
  unfused_head_norm_##types(kgate::unfused::HeadNormStep step) {          \
    kgate::device::norm_heads<kgate::device::T, kgate::device::To>(step); \
  }

KGATE_UNFUSED_HEAD_NORM(f32_f32, F32, F32)
KGATE_UNFUSED_HEAD_NORM(f16_f16, F16, F16)
KGATE_UNFUSED_HEAD_NORM(f16_f32, F16, F32)
KGATE_UNFUSED_HEAD_NORM(bf16_bf16, BF16, BF16)
KGATE_UNFUSED_HEAD_NORM(bf16_f32, BF16, F32)
