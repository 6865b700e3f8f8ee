// SPDX-License-Identifier: MIT
// An activation times up, element by element.
#include "kernels/unfused/row_elements.hpp"

namespace kgate::device {

/// Up as it is multiplied: within limit of zero, then biased. NaN stays NaN.
KGATE_DEVICE float clamped_up(float up, const unfused::MultiplyStep& step) {
  up = up > step.limit ? step.limit : up;
  up = up < -step.limit ? -step.limit : up;
  // A bias of zero is not added: up + 0.0f would turn an up of -0 into +0.
  return step.up_bias == 0.0f ? up : up + step.up_bias;
}

template <class Activated, class Format>
KGATE_DEVICE void multiply_rows(const unfused::MultiplyStep& step) {
  for_each_element(step.rows, step.columns, [&](int64_t row, int column) {
    const float activated =
        read_value<Activated>(step.activated.data, row * step.activated.stride + column);
    const float up = read_value<Format>(step.up.data, row * step.up.stride + column);
    write_value<Format>(step.out.data, row * step.out.stride + column,
                        activated * clamped_up(up, step));
  });
}

}  // namespace kgate::device

/// unfused_multiply_<type of the activation>_<type>.
#define KGATE_UNFUSED_MULTIPLY(types, Activated, Format)                                 \
  KGATE_ENTRY(kgate::unfused::kElementThreads)                                           \
  unfused_multiply_##types(kgate::unfused::MultiplyStep step) {                          \
    kgate::device::multiply_rows<kgate::device::Activated, kgate::device::Format>(step); \
  }

KGATE_UNFUSED_MULTIPLY(f32_f32, F32, F32)
KGATE_UNFUSED_MULTIPLY(f32_f16, F32, F16)
KGATE_UNFUSED_MULTIPLY(f32_bf16, F32, BF16)
KGATE_UNFUSED_MULTIPLY(f16_f16, F16, F16)
KGATE_UNFUSED_MULTIPLY(bf16_bf16, BF16, BF16)
