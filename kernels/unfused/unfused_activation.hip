// SPDX-License-Identifier: MIT
// The activation of a gate, element by element.
#include "kernels/device/gelu_erf.hpp"
#include "kernels/device/gelu_tanh.hpp"
#include "kernels/device/silu.hpp"
#include "kernels/unfused/row_elements.hpp"

namespace kgate::device {

template <Rounding kRounding>
KGATE_DEVICE float activated(float gate, const unfused::ActivationStep& step) {
  switch (step.function) {
    case GatedActivationFunction::silu:
      return swish<kRounding>(gate, step.alpha);
    case GatedActivationFunction::gelu:
      return gelu_erf<kRounding>(gate);
    default:
      return gelu_tanh<kRounding>(gate);
  }
}

template <class Format, class Activated>
KGATE_DEVICE void activate(const unfused::ActivationStep& step) {
  // Rounded to odd first, a 16-bit result is the correctly rounded one.
  constexpr Rounding kRounding =
      sizeof(typename Activated::Bits) == 2 ? Rounding::to_odd : Rounding::nearest;
  for_each_element(step.rows, step.columns, [&](int64_t row, int column) {
    float gate = read_value<Format>(step.gate.data, row * step.gate.stride + column);
    gate = gate > step.limit ? step.limit : gate;  // NaN stays NaN
    write_value<Activated>(step.activated.data, row * step.activated.stride + column,
                           activated<kRounding>(gate, step));
  });
}

}  // namespace kgate::device

/// unfused_activation_<type>_<type of the activation>.
#define KGATE_UNFUSED_ACTIVATION(types, Format, Activated)                          \
  KGATE_ENTRY(kgate::unfused::kElementThreads)                                      \
  unfused_activation_##types(kgate::unfused::ActivationStep step) {                 \
    kgate::device::activate<kgate::device::Format, kgate::device::Activated>(step); \
  }

KGATE_UNFUSED_ACTIVATION(f32_f32, F32, F32)
KGATE_UNFUSED_ACTIVATION(f16_f16, F16, F16)
KGATE_UNFUSED_ACTIVATION(f16_f32, F16, F32)
KGATE_UNFUSED_ACTIVATION(bf16_bf16, BF16, BF16)
KGATE_UNFUSED_ACTIVATION(bf16_f32, BF16, F32)
