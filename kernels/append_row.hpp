// SPDX-License-Identifier: MIT
// A row of the case tables of the kernels that append rotated k and v.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/data_type.hpp"
#include "kernels/model_catalogue.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"

namespace kgate {

enum class CacheLayout : std::uint8_t {
  none,
  slab,        ///< [batch, heads, length, size]
  paged_nhd,   ///< [blocks, block, heads, size]
  paged_hnd,   ///< [blocks, heads, block, size]
  packed_hnd,  ///< [blocks, heads, block, k size + v size], blocks padded
  split_nhd,   ///< [blocks, 2, block, heads, size]: k and v in one allocation
  ring,        ///< [sequences, window, heads, size]
  far_nhd,     ///< paged_nhd, blocks kFarStride elements apart
  far_slots,   ///< one block, its slots kFarStride elements apart, k and v in one allocation
};

/// Which outputs are their inputs.
enum class AppendPlace : std::uint8_t { separate, q_in_place, all_in_place };

/// How q, k and v lie.
enum class AppendStrides : std::uint8_t {
  dense,          ///< [tokens, heads, size] each
  packed,         ///< parts of one [tokens, qkv] projection
  gated,          ///< q heads two head sizes apart, a gate behind each
  odd,            ///< gaps and addresses that no vector divides
  head_major,     ///< [heads, tokens, size]
  wide,           ///< tokens of q more than 2^31 elements apart
  far_tokens,     ///< tokens of q kFarStride elements apart: what a 32-bit stride can say
  far_heads,      ///< heads of q kFarStride elements apart
  far_positions,  ///< dense; rows of positions kFarPositions elements apart
  far_table,      ///< dense; rows of the table kFarStride elements apart
};

/// Whole vectors; the fourth row is just past 2^32 elements.
constexpr std::int64_t kFarStride = 1431655776;
/// The third row is past 2^31 elements.
constexpr std::int64_t kFarPositions = 1073741856;

/// What is wrong in device memory, at two tokens.
enum class AppendTrouble : std::uint8_t {
  none,
  position_negative,
  position_past_end,
  position_past_32_bits,
  slot_past_end,
  slot_past_32_bits,
  q_scale_past_end,
};

/// Values of q, k and v.
enum class AppendData : std::uint8_t {
  normal,
  special,  ///< with zeros of both signs, denormals, infinities, NaN and numbers near overflow
  outlier,  ///< one channel of every head a thousand times the others
  zero,     ///< every third head is zero
  ties,     ///< what an fp8 cache stores lies halfway between two of its numbers
};

struct AppendRow {
  Model model;
  std::int32_t share = 1;  ///< heads of one of so many tensor-parallel ranks
  std::int64_t sequences = 1;
  std::int64_t tokens_each = 1;
  DataType activation = DataType::f16;

  RopeAngles angles = RopeAngles::table;  ///< none for models without rotation
  RopeProfile profile = RopeProfile::f32;
  DataType table_type = DataType::f32;
  DataType position_type = DataType::i64;

  CacheLayout cache = CacheLayout::paged_nhd;
  DataType cache_type = DataType::f16;  ///< the activation type unless it is an fp8
  std::int32_t block_size = 16;
  std::int32_t ring_keep = 0;
  bool short_slots = false;  ///< fewer slots than tokens
  bool cache_scales = true;  ///< false: an fp8 cache without scales

  AppendPlace place = AppendPlace::separate;
  AppendStrides strides = AppendStrides::dense;
  bool kv_out = false;  ///< k_out and v_out are there beside the cache
  bool v_out = true;    ///< false: of those k_out alone
  AppendTrouble trouble = AppendTrouble::none;
  AppendData data = AppendData::normal;
  bool with_v = true;  ///< false: k alone is stored

  // Of qk_norm_rope_append.
  bool normed = false;
  QkNormProfile norm_profile = QkNormProfile::rounded;
  DataType weight_type = DataType::f16;

  [[nodiscard]] std::int64_t tokens() const { return sequences * tokens_each; }
  [[nodiscard]] std::int32_t q_heads() const;
  [[nodiscard]] std::int32_t kv_heads() const;  ///< 0 with shared K and V
};

/// "family:model=llama-3.1-8b,tokens=4x8,type=f16,..."; what is as in a default row is left out.
[[nodiscard]] std::string id_of(std::string_view family, const AppendRow& row);

}  // namespace kgate
