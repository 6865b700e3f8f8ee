// SPDX-License-Identifier: MIT
// RMSNorm of one head by a group of up to 32 lanes.
//
// Lane l adds the squares of elements 16l to 16l+15 in ascending order; the lanes' sums are added
// by the balanced tree over neighbours. A lane past the head has +0, which leaves a sum of squares
// as it is, so the order is a function of the head size alone: not of how many lanes the head was
// given.
#pragma once

#include "kernels/device/append_heads.hpp"
#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/vector_io.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"

namespace kgate::device {

/// Squares of 16 consecutive elements, of which those past the end of the head are zeros.
template <class Activation>
KGATE_DEVICE float sum_squares(const UnitBits<Activation>& bits) {
  const UnitValues values = decode_unit<Activation>(bits);
  float sum = 0.0f;
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    sum = fused_multiply_add(values.first[i], values.first[i], sum);
  }
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    sum = fused_multiply_add(values.second[i], values.second[i], sum);
  }
  return sum;
}

/// Sum over an aligned group of 1 << lane_bits lanes; all 32 lanes around it must be active.
KGATE_DEVICE float sum_of_lanes(float value, int lane_bits) {
  if (lane_bits >= 1) {
    value = value + lane_xor<1>(value);
  }
  if (lane_bits >= 2) {
    value = value + lane_xor<2>(value);
  }
  if (lane_bits >= 3) {
    value = value + lane_xor<4>(value);
  }
  if (lane_bits >= 4) {
    value = value + lane_xor<8>(value);
  }
  if (lane_bits >= 5) {
    value = value + lane_xor<16>(value);
  }
  return value;
}

KGATE_DEVICE float inverse_rms(float squares, int size, float eps) {
  const float mean = squares * (1.0f / static_cast<float>(size));
  return 1.0f / square_root(mean + eps);
}

/// The weights of a unit as factors.
template <class Weight, bool kWide>
KGATE_DEVICE UnitValues load_gains(const void* weights, const HeadUnit& unit, float weight_bias) {
  using Bits = typename Weight::Bits;
  // w + 0.0f would turn a weight of -0 into +0 and flip the sign of a zero; w + -0.0f is w.
  const float bias = weight_bias == 0.0f ? -0.0f : weight_bias;
  const Bits* from = static_cast<const Bits*>(weights);
  UnitBits<Weight> bits;
  bits.first = load_pack<kWide, Weight, kUnitVector>(from + unit.first, unit.first_count);
  bits.second = load_pack<kWide, Weight, kUnitVector>(from + unit.second, unit.second_count);
  UnitValues gains = decode_unit<Weight>(bits);
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    gains.first[i] = gains.first[i] + bias;
    gains.second[i] = gains.second[i] + bias;
  }
  return gains;
}

/// One element of a normed head, rounded where the profile says.
template <class Activation>
KGATE_DEVICE float normed(float value, float inverse, float gain, QkNormProfile profile) {
  switch (profile) {
    case QkNormProfile::rounded:
      return rounded_to<Activation>(value * inverse * gain);
    case QkNormProfile::graph:
      return rounded_to<Activation>(rounded_to<Activation>(value * inverse) *
                                    rounded_to<Activation>(gain));
    case QkNormProfile::unrounded:
      return value * inverse * gain;
    default:
      return value * (inverse * gain);
  }
}

template <class Activation>
KGATE_DEVICE UnitValues norm_unit(const UnitBits<Activation>& bits, float inverse,
                                  const UnitValues& gains, QkNormProfile profile) {
  UnitValues values = decode_unit<Activation>(bits);
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    values.first[i] = normed<Activation>(values.first[i], inverse, gains.first[i], profile);
    values.second[i] = normed<Activation>(values.second[i], inverse, gains.second[i], profile);
  }
  return values;
}

}  // namespace kgate::device
