// SPDX-License-Identifier: MIT
// Positions, slots and cache layouts of a row of the append kernels' case tables, as numbers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/append_row.hpp"

namespace kgate {

/// Positions a token may have in this row.
[[nodiscard]] std::int64_t position_limit(const AppendRow& row);

/// Whether the launch reads positions at all.
[[nodiscard]] bool reads_positions(const AppendRow& row);

/// Positions of every token, by row of positions. No two tokens share one; rows differ. The first
/// sequence begins at 1 and the last ends at the limit; a single token is at the limit.
[[nodiscard]] std::vector<std::array<std::int64_t, 3>> positions_of(const AppendRow& row,
                                                                    std::uint64_t seed);

/// Shape and strides of the caches of k and v, in elements; each of `buffers` (1 if k and v share
/// one) has `elements`.
struct CacheShape {
  KvCacheArguments arguments{};  ///< strides, counts, addressing and type
  std::int64_t elements = 0;
  std::int64_t v_elements = 0;  ///< 0: v lies in k's buffer
  std::int64_t v_offset = 0;    ///< elements from the begin of k's buffer
};
[[nodiscard]] CacheShape cache_shape(const AppendRow& row);

/// The slot of every token, distinct and in random order; every fifth token is not stored. In a
/// ring it is the number of the sequence's ring.
[[nodiscard]] std::vector<std::int64_t> slots_of(const AppendRow& row, std::uint64_t seed);

/// The two tokens whose device data is wrong in a row with trouble.
[[nodiscard]] std::array<std::int64_t, 2> troubled_tokens(const AppendRow& row);

}  // namespace kgate
