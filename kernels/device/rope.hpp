// SPDX-License-Identifier: MIT
// Rotary embedding on the device: positions of a token, angles of a unit's pairs, the rotation.
#pragma once

#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/vector_io.hpp"
#include "kernels/rope_contract.hpp"
#include "kernels/token_error.hpp"

namespace kgate::device {

/// The positions of a token, by row of RopeArguments::positions; without sections only the first.
struct TokenPositions {
  int32_t axis[3];
};

/// Cosine and sine of the pairs of one unit, as they are multiplied.
struct PairAngles {
  float cosine[kUnitVector];
  float sine[kUnitVector];
};

/// The values of one unit's two vectors.
struct UnitValues {
  float first[kUnitVector];
  float second[kUnitVector];
};

KGATE_DEVICE bool has_sections(const RopeArguments& rope) {
  return (rope.sections[0] | rope.sections[1] | rope.sections[2]) != 0;
}

/// Positions a token may have: from 0 up to but not including this.
KGATE_DEVICE uint32_t position_limit(const RopeArguments& rope) {
  if (rope.angles == RopeAngles::none) {
    return INT32_MAX;
  }
  return static_cast<uint32_t>(rope.angles == RopeAngles::table ? rope.table_rows
                                                                : kRopeMaxPositions);
}

/// Position `index` of the array, or -1 where it is not below `limit`.
KGATE_DEVICE int32_t load_position(const RopeArguments& rope, int64_t index, uint32_t limit) {
  const int64_t position = rope.position_type == DataType::i64
                               ? static_cast<const int64_t*>(rope.positions)[index]
                               : static_cast<const int32_t*>(rope.positions)[index];
  // As unsigned numbers, so that a negative position is past any limit.
  return static_cast<uint64_t>(position) < limit ? static_cast<int32_t>(position) : -1;
}

/// Reads the positions of a token; where no position is needed they are 0.
KGATE_DEVICE TokenErrorCode load_positions(const RopeArguments& rope, int64_t token,
                                           TokenPositions& positions) {
  positions = {};
  if (rope.positions == nullptr) {
    return TokenErrorCode::none;
  }
  const uint32_t limit = position_limit(rope);
  positions.axis[0] = load_position(rope, token, limit);
  if (has_sections(rope)) {
    positions.axis[1] = load_position(rope, rope.position_stride + token, limit);
    positions.axis[2] = load_position(rope, 2 * rope.position_stride + token, limit);
  }
  const bool in_range = (positions.axis[0] | positions.axis[1] | positions.axis[2]) >= 0;
  return in_range ? TokenErrorCode::none : TokenErrorCode::position_out_of_range;
}

/// The factor of q at these positions; 1 without scales.
KGATE_DEVICE TokenErrorCode load_q_scale(const RopeArguments& rope, const TokenPositions& positions,
                                         float& scale) {
  scale = 1.0f;
  if (rope.q_scales == nullptr) {
    return TokenErrorCode::none;
  }
  const uint32_t index =
      (static_cast<uint32_t>(positions.axis[0]) + static_cast<uint32_t>(rope.q_scale_offset)) /
      static_cast<uint32_t>(rope.q_scale_period);
  if (index >= static_cast<uint32_t>(rope.q_scale_rows)) {
    return TokenErrorCode::q_scale_out_of_range;
  }
  scale = rope.q_scales[index];
  return TokenErrorCode::none;
}

/// The row of positions that a pair follows.
KGATE_DEVICE int axis_of_pair(const RopeArguments& rope, int pair) {
  if (rope.sections_interleaved != 0) {
    const int axis = pair % 3;
    return pair < 3 * rope.sections[axis] ? axis : 0;
  }
  if (pair < rope.sections[0]) {
    return 0;
  }
  return pair < rope.sections[0] + rope.sections[1] ? 1 : 2;
}

/// Reads the unit's columns of one row of the table into the pairs that follow `axis`, or into all
/// with axis -1.
template <class Format, bool kWide>
KGATE_DEVICE void load_table_row(const RopeArguments& rope, int32_t position, int axis,
                                 const HeadUnit& unit, PairAngles& angles) {
  using Bits = typename Format::Bits;
  const Bits* row =
      static_cast<const Bits*>(rope.table) + (position * rope.table_stride + unit.pair);
  const auto cosine = load_pack<kWide, Format, kUnitVector>(row, unit.pair_count);
  const auto sine =
      load_pack<kWide, Format, kUnitVector>(row + rope.rotary_dim / 2, unit.pair_count);
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    if (axis < 0 || axis_of_pair(rope, unit.pair + i) == axis) {
      angles.cosine[i] = Format::decode(element(cosine, i));
      angles.sine[i] = Format::decode(element(sine, i));
    }
  }
}

template <class Format, bool kWide>
KGATE_DEVICE void load_table_angles(const RopeArguments& rope, const TokenPositions& positions,
                                    const HeadUnit& unit, PairAngles& angles) {
  if (!has_sections(rope)) {
    load_table_row<Format, kWide>(rope, positions.axis[0], -1, unit, angles);
    return;
  }
  for (int axis = 0; axis < 3; ++axis) {
    load_table_row<Format, kWide>(rope, positions.axis[axis], axis, unit, angles);
  }
}

/// The angles of a rotated unit.
template <class Activation, bool kWide>
KGATE_DEVICE PairAngles unit_angles(const RopeArguments& rope, const TokenPositions& positions,
                                    const HeadUnit& unit) {
  PairAngles angles = {};
  if (rope.table_type == DataType::f32) {
    load_table_angles<F32, kWide>(rope, positions, unit, angles);
  } else {
    load_table_angles<Activation, kWide>(rope, positions, unit, angles);
  }
  if (rope.profile == RopeProfile::native) {
    KGATE_UNROLL
    for (int i = 0; i < kUnitVector; ++i) {
      angles.cosine[i] = rounded_to<Activation>(angles.cosine[i]);
      angles.sine[i] = rounded_to<Activation>(angles.sine[i]);
    }
  }
  return angles;
}

/// Turns one pair. The results are rounded to the activation type by whoever stores them.
template <class Activation, bool kNative>
KGATE_DEVICE void rotate_pair(float& first, float& second, float cosine, float sine) {
  float products[4] = {first * cosine, second * sine, second * cosine, first * sine};
  if constexpr (kNative) {
    KGATE_UNROLL
    for (float& product : products) {
      product = rounded_to<Activation>(product);
    }
  }
  first = products[0] - products[1];
  second = products[2] + products[3];
}

template <class Activation, bool kNative>
KGATE_DEVICE void rotate_pairs(RopePairing pairing, const PairAngles& angles, UnitValues& values) {
  if (pairing == RopePairing::neox) {
    KGATE_UNROLL
    for (int i = 0; i < kUnitVector; ++i) {
      rotate_pair<Activation, kNative>(values.first[i], values.second[i], angles.cosine[i],
                                       angles.sine[i]);
    }
    return;
  }
  constexpr int kPairsOfVector = kUnitVector / 2;
  KGATE_UNROLL
  for (int i = 0; i < kPairsOfVector; ++i) {
    rotate_pair<Activation, kNative>(values.first[2 * i], values.first[2 * i + 1], angles.cosine[i],
                                     angles.sine[i]);
    rotate_pair<Activation, kNative>(values.second[2 * i], values.second[2 * i + 1],
                                     angles.cosine[kPairsOfVector + i],
                                     angles.sine[kPairsOfVector + i]);
  }
}

/// Turns the pairs of a rotated unit.
template <class Activation>
KGATE_DEVICE void rotate_unit(const RopeArguments& rope, const PairAngles& angles,
                              UnitValues& values) {
  if (rope.profile == RopeProfile::native) {
    rotate_pairs<Activation, true>(rope.pairing, angles, values);
  } else {
    rotate_pairs<Activation, false>(rope.pairing, angles, values);
  }
}

}  // namespace kgate::device
