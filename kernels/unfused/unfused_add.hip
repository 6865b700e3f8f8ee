// SPDX-License-Identifier: MIT
// x + residual, element by element; and the rounding of an f32 sum to the tensors' type.
#include "kernels/unfused/row_elements.hpp"

namespace kgate::device {

template <class Format, class Sum>
KGATE_DEVICE void add(const unfused::AddStep& step) {
  for_each_element(step.rows, step.columns, [&](int64_t row, int column) {
    const float x = read_value<Format>(step.x.data, row * step.x.stride + column);
    const float residual =
        read_value<Format>(step.residual.data, row * step.residual.stride + column);
    write_value<Sum>(step.sum.data, row * step.sum.stride + column, x + residual);
  });
}

template <class Format>
KGATE_DEVICE void round_rows(const unfused::RoundStep& step) {
  for_each_element(step.rows, step.columns, [&](int64_t row, int column) {
    write_value<Format>(step.to.data, row * step.to.stride + column,
                        read_value<F32>(step.from.data, row * step.from.stride + column));
  });
}

}  // namespace kgate::device

/// unfused_add_<type>_<type of the sum>.
#define KGATE_UNFUSED_ADD(types, Format, Sum)                            \
  KGATE_ENTRY(kgate::unfused::kElementThreads)                           \
  unfused_add_##types(kgate::unfused::AddStep step) {                    \
    kgate::device::add<kgate::device::Format, kgate::device::Sum>(step); \
  }
#define KGATE_UNFUSED_ROUND(type, Format)                   \
  KGATE_ENTRY(kgate::unfused::kElementThreads)              \
  unfused_round_##type(kgate::unfused::RoundStep step) {    \
    kgate::device::round_rows<kgate::device::Format>(step); \
  }

KGATE_UNFUSED_ADD(f32_f32, F32, F32)
KGATE_UNFUSED_ADD(f16_f16, F16, F16)
KGATE_UNFUSED_ADD(f16_f32, F16, F32)
KGATE_UNFUSED_ADD(bf16_bf16, BF16, BF16)
KGATE_UNFUSED_ADD(bf16_f32, BF16, F32)
KGATE_UNFUSED_ROUND(f16, F16)
KGATE_UNFUSED_ROUND(bf16, BF16)
