// SPDX-License-Identifier: MIT
// Gated activation, a few elements of a row per thread; gated_activation.md has the contract.
//
// Launch: kActivationThreads threads; workgroup x has the vectors [x * kActivationThreads, ...) of
// the rows y, y + kActivationRowsPerGrid, ... A vector is 16 bytes, or kNarrowElements elements
// that are read one by one. No element depends on another one.
#include "kernels/device/gelu_erf.hpp"
#include "kernels/device/gelu_tanh.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/row_plan.hpp"
#include "kernels/device/silu.hpp"
#include "kernels/device/vector_io.hpp"
#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "kernels/gated_activation/gated_activation_plan.hpp"

namespace kgate::device {

template <class Format, bool kWide>
constexpr int kActivationWidth =
    kWide ? kVectorBytes / static_cast<int>(sizeof(typename Format::Bits)) : kNarrowElements;

/// How the activation becomes an f32. Where it is stored next, in 16 bits, to odd: rounding that to
/// the type gives the correctly rounded value.
template <class Format, GatedActivationProfile kProfile>
constexpr Rounding kActivationRounding =
    kProfile == GatedActivationProfile::stored_activation && sizeof(typename Format::Bits) == 2
        ? Rounding::to_odd
        : Rounding::nearest;

struct Silu {
  template <Rounding kRounding>
  KGATE_DEVICE float of(float gate, float alpha) {
    return swish<kRounding>(gate, alpha);
  }
};

struct Gelu {
  template <Rounding kRounding>
  KGATE_DEVICE float of(float gate, float /*alpha*/) {
    return gelu_erf<kRounding>(gate);
  }
};

struct GeluTanh {
  template <Rounding kRounding>
  KGATE_DEVICE float of(float gate, float /*alpha*/) {
    return gelu_tanh<kRounding>(gate);
  }
};

/// The smaller of the two; NaN stays NaN, where a minimum instruction would return the limit.
KGATE_DEVICE float clamped_above(float value, float limit) { return value > limit ? limit : value; }

/// Within limit of zero; NaN stays NaN.
KGATE_DEVICE float clamped_both(float value, float limit) {
  return -clamped_above(-clamped_above(value, limit), limit);
}

template <class Format, class Function, GatedActivationProfile kProfile>
KGATE_DEVICE typename Format::Bits gated(typename Format::Bits gate_bits,
                                         typename Format::Bits up_bits,
                                         const GatedActivationArguments& arguments) {
  // u + 0.0f would turn an up of -0 into +0 and flip the sign of a zero; u + -0.0f is u.
  const float bias = arguments.up_bias == 0.0f ? -0.0f : arguments.up_bias;
  const float gate = clamped_above(Format::decode(gate_bits), arguments.limit);
  const float up = clamped_both(Format::decode(up_bits), arguments.limit) + bias;
  float activated =
      Function::template of<kActivationRounding<Format, kProfile>>(gate, arguments.alpha);
  if constexpr (kProfile == GatedActivationProfile::stored_activation) {
    activated = rounded_to<Format>(activated);
  }
  return Format::encode(activated * up);
}

template <class Format, class Function, GatedActivationProfile kProfile, bool kWide>
KGATE_DEVICE void gated_rows(const GatedActivationArguments& arguments) {
  using Bits = typename Format::Bits;
  constexpr int kElements = kActivationWidth<Format, kWide>;
  const int column = (workgroup_index() * kActivationThreads + thread_index()) * kElements;
  const int count = arguments.intermediate - column;
  if (count <= 0) {
    return;
  }
  for (int64_t row = workgroup_index_y(); row < arguments.rows; row += kActivationRowsPerGrid) {
    const auto gate = load_pack<kWide, Format, kElements>(
        static_cast<const Bits*>(arguments.gate) + (row * arguments.gate_stride + column), count);
    const auto up = load_pack<kWide, Format, kElements>(
        static_cast<const Bits*>(arguments.up) + (row * arguments.up_stride + column), count);
    Pack<Format, kElements> out = {};
    KGATE_UNROLL
    for (int i = 0; i < kElements; ++i) {
      fill_element(out, i,
                   gated<Format, Function, kProfile>(element(gate, i), element(up, i), arguments));
    }
    store_pack<kWide>(static_cast<Bits*>(arguments.out) + (row * arguments.out_stride + column),
                      out, count);
  }
}

}  // namespace kgate::device

/// Entries of one type, function and profile: gated_activation_<name>_<how a row is read>.
#define KGATE_GATED_ACTIVATION_ENTRIES(name, Format, Function, profile)                  \
  KGATE_ENTRY(kgate::device::kActivationThreads)                                         \
  gated_activation_##name##_wide(kgate::GatedActivationArguments arguments) {            \
    kgate::device::gated_rows<kgate::device::Format, kgate::device::Function,            \
                              kgate::GatedActivationProfile::profile, true>(arguments);  \
  }                                                                                      \
  KGATE_ENTRY(kgate::device::kActivationThreads)                                         \
  gated_activation_##name##_narrow(kgate::GatedActivationArguments arguments) {          \
    kgate::device::gated_rows<kgate::device::Format, kgate::device::Function,            \
                              kgate::GatedActivationProfile::profile, false>(arguments); \
  }

/// With f32 the two profiles are one.
KGATE_GATED_ACTIVATION_ENTRIES(f32_silu, F32, Silu, f32_activation)
KGATE_GATED_ACTIVATION_ENTRIES(f32_gelu, F32, Gelu, f32_activation)
KGATE_GATED_ACTIVATION_ENTRIES(f32_gelu_tanh, F32, GeluTanh, f32_activation)
KGATE_GATED_ACTIVATION_ENTRIES(f16_silu_stored, F16, Silu, stored_activation)
KGATE_GATED_ACTIVATION_ENTRIES(f16_gelu_stored, F16, Gelu, stored_activation)
KGATE_GATED_ACTIVATION_ENTRIES(f16_gelu_tanh_stored, F16, GeluTanh, stored_activation)
KGATE_GATED_ACTIVATION_ENTRIES(f16_silu_f32, F16, Silu, f32_activation)
KGATE_GATED_ACTIVATION_ENTRIES(f16_gelu_f32, F16, Gelu, f32_activation)
KGATE_GATED_ACTIVATION_ENTRIES(f16_gelu_tanh_f32, F16, GeluTanh, f32_activation)
KGATE_GATED_ACTIVATION_ENTRIES(bf16_silu_stored, BF16, Silu, stored_activation)
KGATE_GATED_ACTIVATION_ENTRIES(bf16_gelu_stored, BF16, Gelu, stored_activation)
KGATE_GATED_ACTIVATION_ENTRIES(bf16_gelu_tanh_stored, BF16, GeluTanh, stored_activation)
KGATE_GATED_ACTIVATION_ENTRIES(bf16_silu_f32, BF16, Silu, f32_activation)
KGATE_GATED_ACTIVATION_ENTRIES(bf16_gelu_f32, BF16, Gelu, f32_activation)
KGATE_GATED_ACTIVATION_ENTRIES(bf16_gelu_tanh_f32, BF16, GeluTanh, f32_activation)
