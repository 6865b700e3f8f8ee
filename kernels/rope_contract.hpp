// SPDX-License-Identifier: MIT
// Arguments of a rotary embedding that kernels share: where positions and angles come from.
//
// Pair p of a head, 0 <= p < rotary_dim / 2, is turned by position * inverse_frequency[p]:
//   first'  = first * cos - second * sin
//   second' = second * cos + first * sin
// Elements past rotary_dim pass through.
#pragma once

#include <stdint.h>

#include "kernels/data_type_codes.hpp"

namespace kgate {

/// Which two elements are pair p. Values are part of the C ABI, here and below.
enum class RopePairing : uint32_t {
  neox = 0,         ///< p and p + rotary_dim / 2
  interleaved = 1,  ///< 2p and 2p + 1 (GPT-J)
};

/// Where the cosine and the sine of a pair come from.
enum class RopeAngles : uint32_t {
  none = 0,                 ///< no rotation (NoPE layers); rotary_dim is 0
  table = 1,                ///< row `position` of `table`
  inverse_frequencies = 2,  ///< computed from `inverse_frequencies`
  base = 3,                 ///< computed from inverse frequency p = base^(-2p / rotary_dim)
};

/// Where the rotation is rounded to the activation type T.
enum class RopeProfile : uint32_t {
  f32 = 0,     ///< products and sums in f32, then rounded to T
  native = 1,  ///< cos and sin rounded to T, and so is every product and every sum
};

struct RopeArguments {
  const void* positions;             ///< [tokens], or [3, tokens] with sections; null if not needed
  const void* table;                 ///< [table_rows, rotary_dim]: cosines of all pairs, then sines
  const float* inverse_frequencies;  ///< [rotary_dim / 2]
  const float* q_scales;             ///< [q_scale_rows]; null: q is not scaled
  int64_t position_stride;           ///< elements between the three rows of positions
  int64_t table_stride;              ///< elements between rows of the table
  int32_t table_rows;
  int32_t rotary_dim;  ///< even, at most the head size
  RopeAngles angles;
  RopePairing pairing;
  RopeProfile profile;
  DataType position_type;   ///< i32 or i64
  DataType table_type;      ///< f32 or the activation type
  float base;               ///< above 1
  float attention_scaling;  ///< multiplies computed cosines and sines (YaRN, LongRoPE); 1: plain.
                            ///< A table has it inside
  /// Multimodal positions: pairs that follow row 0 (time), 1 (height) and 2 (width) of positions.
  /// All 0: one row. Otherwise they add up to rotary_dim / 2.
  int32_t sections[3];
  /// 0: sections are consecutive runs of pairs. 1: pair p follows row p % 3 while p < 3 * sections
  /// of that row, and row 0 after that (Qwen3-VL).
  uint32_t sections_interleaved;
  /// q is multiplied by q_scales[(position + q_scale_offset) / q_scale_period] after the rotation:
  /// 1 + beta * log(1 + i) for Llama 4 and Ministral 3, whose logarithm the caller computes once.
  int32_t q_scale_rows;
  int32_t q_scale_period;
  int32_t q_scale_offset;
};

/// Computed angles take positions below this: f32 holds them exactly.
constexpr int32_t kRopeMaxPositions = 1 << 24;

}  // namespace kgate
