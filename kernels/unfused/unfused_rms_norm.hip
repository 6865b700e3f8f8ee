// SPDX-License-Identifier: MIT
// RMSNorm of rows, a workgroup each: the row is read twice, and a thread writes only elements that
// it has read itself, so that the result may be in place.
#include "kernels/device/head_plan.hpp"
#include "kernels/device/head_units.hpp"
#include "kernels/device/row_plan.hpp"
#include "kernels/device/workgroup_sum.hpp"
#include "kernels/unfused/row_elements.hpp"
#include "kernels/unfused/token_check.hpp"

namespace kgate::device {

/// Calls element(column) for the thread's elements of the row, in row_plan.hpp's order for Format.
template <class Format, class Element>
KGATE_DEVICE void for_each_column(int columns, int threads, const Element& element) {
  constexpr int kElements = kVectorBytes / static_cast<int>(sizeof(typename Format::Bits));
  for (int begin = thread_index() * kElements; begin < columns; begin += threads * kElements) {
    for (int column = begin; column < begin + kElements && column < columns; ++column) {
      element(column);
    }
  }
}

template <class From, class To>
KGATE_DEVICE void rms_norm(const unfused::RmsNormStep& step) {
  constexpr int kElements = kVectorBytes / static_cast<int>(sizeof(typename To::Bits));
  __shared__ GroupSums group_sums;
  const int64_t row = token_of_workgroup();
  TokenData data;
  if (row >= step.rows || !load_token(step.checks, row, data)) {
    return;
  }
  const int vectors = row_vectors(step.columns, kElements);
  const int threads = row_threads(vectors, row_vectors_per_thread(vectors));
  float squares = 0.0f;
  for_each_column<To>(step.columns, threads, [&](int column) {
    const float value = read_value<From>(step.from.data, row * step.from.stride + column);
    squares = fused_multiply_add(value, value, squares);
  });
  const float sum = workgroup_sum(squares, group_sums, threads / kGroupLanes);
  const float mean = sum * (1.0f / static_cast<float>(step.columns));
  const float inverse_rms = 1.0f / square_root(mean + step.eps);
  for_each_column<To>(step.columns, threads, [&](int column) {
    const float value = read_value<From>(step.from.data, row * step.from.stride + column);
    float gain = step.weight_type == DataType::f32 ? read_value<F32>(step.weight, column)
                                                   : read_value<To>(step.weight, column);
    // A bias of zero is not added: w + 0.0f would turn a weight of -0 into +0.
    if (step.weight_bias != 0.0f) {
      gain = gain + step.weight_bias;
    }
    float scaled = value * inverse_rms;
    if (step.rounds_scaled != 0) {
      scaled = rounded_to<To>(scaled);
      gain = rounded_to<To>(gain);
    }
    write_value<To>(step.to.data, row * step.to.stride + column, scaled * gain);
  });
}

}  // namespace kgate::device

/// unfused_rms_norm_<type read>_<type written>.
#define KGATE_UNFUSED_RMS_NORM(types, From, To)                            \
  KGATE_ENTRY(kgate::device::kMaxRowThreads)                               \
  unfused_rms_norm_##types(kgate::unfused::RmsNormStep step) {             \
    kgate::device::rms_norm<kgate::device::From, kgate::device::To>(step); \
  }

KGATE_UNFUSED_RMS_NORM(f32_f32, F32, F32)
KGATE_UNFUSED_RMS_NORM(f32_f16, F32, F16)
KGATE_UNFUSED_RMS_NORM(f32_bf16, F32, BF16)
KGATE_UNFUSED_RMS_NORM(f16_f16, F16, F16)
KGATE_UNFUSED_RMS_NORM(bf16_bf16, BF16, BF16)
