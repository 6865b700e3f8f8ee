// SPDX-License-Identifier: MIT
// Angles by index and formula: kernels/rope_append/rope_append.md, "Angles".
#include "oracle/rotary/rotary_angles.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "oracle/formats/element_access.hpp"
#include "oracle/functions/functions.hpp"

namespace kgate::oracle {
namespace {

bool has_sections(const RopeArguments& rope) {
  return rope.sections[0] != 0 || rope.sections[1] != 0 || rope.sections[2] != 0;
}

std::int64_t position_of(const RopeArguments& rope, std::int64_t token, int axis) {
  const std::int64_t index = axis * rope.position_stride + token;
  if (rope.position_type == DataType::i64) {
    return static_cast<const std::int64_t*>(rope.positions)[index];
  }
  return static_cast<const std::int32_t*>(rope.positions)[index];
}

std::int64_t position_limit(const RopeArguments& rope) {
  switch (rope.angles) {
    case RopeAngles::none:
      return INT32_MAX;
    case RopeAngles::table:
      return rope.table_rows;
    case RopeAngles::inverse_frequencies:
    case RopeAngles::base:
      break;
  }
  return kRopeMaxPositions;
}

std::int64_t q_scale_index(const RopeArguments& rope, std::int64_t token) {
  return (position_of(rope, token, 0) + rope.q_scale_offset) / rope.q_scale_period;
}

/// Entry of the table, column `pair` of the cosines (half 0) or the sines (half 1).
float table_entry(const RopeArguments& rope, std::int64_t position, std::int32_t pair, int half) {
  return read_element(rope.table_type, rope.table,
                      position * rope.table_stride + half * (rope.rotary_dim / 2) + pair);
}

/// The inverse frequency of a pair whose angle is computed.
float frequency_of(const RopeArguments& rope, std::int32_t pair) {
  return rope.angles == RopeAngles::base ? inverse_frequency(rope.base, pair, rope.rotary_dim)
                                         : rope.inverse_frequencies[pair];
}

}  // namespace

int axis_of_pair(const RopeArguments& rope, std::int32_t pair) {
  if (!has_sections(rope)) {
    return 0;
  }
  const std::array<std::int32_t, 3> sections{rope.sections[0], rope.sections[1], rope.sections[2]};
  if (rope.sections_interleaved == 0) {
    int axis = 0;
    for (std::int32_t end = sections[0]; pair >= end;
         end += sections.at(static_cast<std::size_t>(axis))) {
      ++axis;
    }
    return axis;
  }
  const int axis = pair % 3;
  return pair / 3 < sections.at(static_cast<std::size_t>(axis)) ? axis : 0;
}

TokenErrorCode position_error(const RopeArguments& rope, std::int64_t token) {
  if (rope.positions == nullptr) {
    return TokenErrorCode::none;
  }
  for (int axis = 0; axis < (has_sections(rope) ? 3 : 1); ++axis) {
    const std::int64_t position = position_of(rope, token, axis);
    if (position < 0 || position >= position_limit(rope)) {
      return TokenErrorCode::position_out_of_range;
    }
  }
  if (rope.q_scales != nullptr && q_scale_index(rope, token) >= rope.q_scale_rows) {
    return TokenErrorCode::q_scale_out_of_range;
  }
  return TokenErrorCode::none;
}

std::int64_t first_position(const RopeArguments& rope, std::int64_t token) {
  return rope.positions == nullptr ? 0 : position_of(rope, token, 0);
}

std::vector<Turn<float>> turns_of_token(const RopeArguments& rope, DataType activation,
                                        std::int64_t token) {
  std::vector<Turn<float>> turns;
  for (std::int32_t pair = 0; pair < rope.rotary_dim / 2; ++pair) {
    const std::int64_t position = position_of(rope, token, axis_of_pair(rope, pair));
    Turn<float> turn{};
    if (rope.angles == RopeAngles::table) {
      turn = {table_entry(rope, position, pair, 0), table_entry(rope, position, pair, 1)};
    } else {
      const SinCos computed = sincos(static_cast<std::int32_t>(position), frequency_of(rope, pair));
      turn = {computed.cosine * rope.attention_scaling, computed.sine * rope.attention_scaling};
    }
    if (rope.profile == RopeProfile::native) {
      turn = {rounded_to(activation, turn.cosine), rounded_to(activation, turn.sine)};
    }
    turns.push_back(turn);
  }
  return turns;
}

std::vector<Turn<double>> exact_turns_of_token(const RopeArguments& rope, std::int64_t token) {
  std::vector<Turn<double>> turns;
  for (std::int32_t pair = 0; pair < rope.rotary_dim / 2; ++pair) {
    const std::int64_t position = position_of(rope, token, axis_of_pair(rope, pair));
    if (rope.angles == RopeAngles::table) {
      turns.push_back({static_cast<double>(table_entry(rope, position, pair, 0)),
                       static_cast<double>(table_entry(rope, position, pair, 1))});
    } else {
      // Exact: 24 bits times 24 bits.
      const double angle =
          static_cast<double>(position) * static_cast<double>(frequency_of(rope, pair));
      const auto scaling = static_cast<double>(rope.attention_scaling);
      turns.push_back({std::cos(angle) * scaling, std::sin(angle) * scaling});
    }
  }
  return turns;
}

float q_scale(const RopeArguments& rope, std::int64_t token) {
  return rope.q_scales == nullptr ? 1.0F : rope.q_scales[q_scale_index(rope, token)];
}

}  // namespace kgate::oracle
