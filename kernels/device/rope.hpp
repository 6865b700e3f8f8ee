// SPDX-License-Identifier: MIT
// Rotary embedding on the device: positions of a token, angles of a unit's pairs, the rotation.
#pragma once

#include "kernels/device/head_units.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/device/inverse_frequency.hpp"
#include "kernels/device/number_formats.hpp"
#include "kernels/device/sincos.hpp"
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
KGATE_DEVICE int32_t load_position(const void* positions, DataType type, int64_t index,
                                   uint32_t limit) {
  const int64_t position = type == DataType::i64 ? static_cast<const int64_t*>(positions)[index]
                                                 : static_cast<const int32_t*>(positions)[index];
  // As unsigned numbers, so that a negative position is past any limit.
  return static_cast<uint64_t>(position) < limit ? static_cast<int32_t>(position) : -1;
}

KGATE_DEVICE int32_t load_position(const RopeArguments& rope, int64_t index, uint32_t limit) {
  return load_position(rope.positions, rope.position_type, index, limit);
}

/// Reads the positions of a token; where no position is needed they are 0. kPlain: no sections.
template <bool kPlain = false>
KGATE_DEVICE TokenErrorCode load_positions(const RopeArguments& rope, int64_t token,
                                           TokenPositions& positions) {
  positions = {};
  if (rope.positions == nullptr) {
    return TokenErrorCode::none;
  }
  const uint32_t limit = position_limit(rope);
  positions.axis[0] = load_position(rope, token, limit);
  if (!kPlain && has_sections(rope)) {
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

/// Reads the unit's columns of the table: of one row, or of the row each pair's section follows.
template <class Format, bool kWide, bool kPlain>
KGATE_DEVICE void load_table_angles(const RopeArguments& rope, const TokenPositions& positions,
                                    const HeadUnit& unit, PairAngles& angles) {
  using Bits = typename Format::Bits;
  const bool sections = !kPlain && has_sections(rope);
  KGATE_NO_UNROLL
  for (int axis = 0; axis < (sections ? 3 : 1); ++axis) {
    const int32_t position = axis == 0   ? positions.axis[0]
                             : axis == 1 ? positions.axis[1]
                                         : positions.axis[2];
    const Bits* row =
        static_cast<const Bits*>(rope.table) + (position * rope.table_stride + unit.pair);
    const auto cosine = load_pack<kWide, Format, kUnitVector>(row, unit.pair_count);
    const auto sine =
        load_pack<kWide, Format, kUnitVector>(row + rope.rotary_dim / 2, unit.pair_count);
    KGATE_UNROLL
    for (int i = 0; i < kUnitVector; ++i) {
      if (!sections || axis_of_pair(rope, unit.pair + i) == axis) {
        angles.cosine[i] = Format::decode(element(cosine, i));
        angles.sine[i] = Format::decode(element(sine, i));
      }
    }
  }
}

/// Computes the angles of a unit's pairs. A loop that shifts results in at the high end keeps eight
/// sines from being laid out one after the other.
KGATE_DEVICE void compute_angles(const RopeArguments& rope, const TokenPositions& positions,
                                 const HeadUnit& unit, PairAngles& angles) {
  KGATE_NO_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    const int pair = unit.pair + (i < unit.pair_count ? i : 0);
    const int axis = has_sections(rope) ? axis_of_pair(rope, pair) : 0;
    const int32_t position = axis == 0   ? positions.axis[0]
                             : axis == 1 ? positions.axis[1]
                                         : positions.axis[2];
    const float frequency = rope.angles == RopeAngles::base
                                ? inverse_frequency(rope.base, pair, rope.rotary_dim)
                                : rope.inverse_frequencies[pair];
    const SinCos turn = sincos(position, frequency);
    KGATE_UNROLL
    for (int j = 0; j + 1 < kUnitVector; ++j) {
      angles.cosine[j] = angles.cosine[j + 1];
      angles.sine[j] = angles.sine[j + 1];
    }
    angles.cosine[kUnitVector - 1] = turn.cosine * rope.attention_scaling;
    angles.sine[kUnitVector - 1] = turn.sine * rope.attention_scaling;
  }
}

/// The angles of a rotated unit. kPlain: from a table, without sections.
template <class Activation, bool kWide, bool kPlain = false>
KGATE_DEVICE PairAngles unit_angles(const RopeArguments& rope, const TokenPositions& positions,
                                    const HeadUnit& unit) {
  PairAngles angles = {};
  if (!kPlain && rope.angles != RopeAngles::table) {
    compute_angles(rope, positions, unit, angles);
  } else if (rope.table_type == DataType::f32) {
    load_table_angles<F32, kWide, kPlain>(rope, positions, unit, angles);
  } else {
    load_table_angles<Activation, kWide, kPlain>(rope, positions, unit, angles);
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

/// Turns the eight pairs (first, second). What comes out is rounded to the activation type by
/// whoever stores it.
template <class Activation>
KGATE_DEVICE void rotate_pairs(RopeProfile profile, const PairAngles& angles,
                               float (&first)[kUnitVector], float (&second)[kUnitVector]) {
  float products[4][kUnitVector];
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    products[0][i] = first[i] * angles.cosine[i];
    products[1][i] = second[i] * angles.sine[i];
    products[2][i] = second[i] * angles.cosine[i];
    products[3][i] = first[i] * angles.sine[i];
  }
  if (profile == RopeProfile::native) {
    KGATE_UNROLL
    for (auto& row : products) {
      KGATE_UNROLL
      for (float& product : row) {
        product = rounded_to<Activation>(product);
      }
    }
  }
  KGATE_UNROLL
  for (int i = 0; i < kUnitVector; ++i) {
    first[i] = products[0][i] - products[1][i];
    second[i] = products[2][i] + products[3][i];
  }
}

/// Exchanges [a0 b0 a1 b1 ...], over both vectors, with a in the first vector and b in the second.
KGATE_DEVICE UnitValues pairs_apart(const UnitValues& values) {
  constexpr int kHalf = kUnitVector / 2;
  UnitValues apart;
  KGATE_UNROLL
  for (int i = 0; i < kHalf; ++i) {
    apart.first[i] = values.first[2 * i];
    apart.second[i] = values.first[2 * i + 1];
    apart.first[kHalf + i] = values.second[2 * i];
    apart.second[kHalf + i] = values.second[2 * i + 1];
  }
  return apart;
}

KGATE_DEVICE UnitValues pairs_together(const UnitValues& values) {
  constexpr int kHalf = kUnitVector / 2;
  UnitValues together;
  KGATE_UNROLL
  for (int i = 0; i < kHalf; ++i) {
    together.first[2 * i] = values.first[i];
    together.first[2 * i + 1] = values.second[i];
    together.second[2 * i] = values.first[kHalf + i];
    together.second[2 * i + 1] = values.second[kHalf + i];
  }
  return together;
}

/// Turns the pairs of a rotated unit.
template <class Activation>
KGATE_DEVICE void rotate_unit(const RopeArguments& rope, const PairAngles& angles,
                              UnitValues& values) {
  if (rope.pairing == RopePairing::interleaved) {
    values = pairs_apart(values);
  }
  rotate_pairs<Activation>(rope.profile, angles, values.first, values.second);
  if (rope.pairing == RopePairing::interleaved) {
    values = pairs_together(values);
  }
}

}  // namespace kgate::device
