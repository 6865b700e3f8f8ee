// SPDX-License-Identifier: MIT
// Positions, slots and values of mla_norm_rope's cases.
#pragma once

#include <cstdint>

#include "kernels/case_building.hpp"
#include "kernels/mla_norm_rope/mla_norm_rope_problem.hpp"

namespace kgate::mla_norm_rope_table {

/// Computed angles are tried up to here: the last position of a 2^20 context.
inline constexpr std::int64_t kComputedPositions = 1 << 20;
/// The factor of cosines and sines: not 1, so that turning does not keep a pair's length.
inline constexpr float kAttentionScaling = 1.0625F;
inline constexpr float kCacheScale = 0.37F;
inline constexpr std::int32_t kRingKeep = 3;

/// Whether this token's position or slot is out of range.
[[nodiscard]] bool is_wrong(const Row& row, std::int64_t token);
/// Number of positions of the row's angles.
[[nodiscard]] std::int64_t positions_of(const Row& row);
/// Position of a token; never 0, and 1 and the last one among them.
[[nodiscard]] std::int64_t position_of(const Row& row, std::int64_t token);
[[nodiscard]] std::int64_t blocks_of(const Row& row);
[[nodiscard]] std::int64_t slot_of(const Row& row, std::int64_t token);
[[nodiscard]] std::int64_t slot_count_of(const Row& row);
[[nodiscard]] double inverse_frequency(const Row& row, std::int64_t pair);
/// Element of the table of cosines, then sines.
[[nodiscard]] double table_value(const Row& row, std::int64_t position, std::int64_t column);

/// The elements of the tensors.
class Values {
 public:
  Values(const Row& row, std::uint64_t seed);
  [[nodiscard]] double kv(std::int64_t token, std::int64_t column) const;
  /// Element of a token's query, over all heads.
  [[nodiscard]] double query(std::int64_t token, std::int64_t column) const;
  [[nodiscard]] double weight(std::int64_t column) const;

 private:
  Row row_;
  Randoms kv_;
  Randoms query_;
  Randoms weight_;
  Randoms sign_;
};

}  // namespace kgate::mla_norm_rope_table
