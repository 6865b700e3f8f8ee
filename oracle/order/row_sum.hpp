// SPDX-License-Identifier: MIT
// The order in which the squares of a row are added.
#pragma once

#include <cstddef>
#include <span>

namespace kgate::oracle {

/// Number of partial sums of a row of `length` elements of `element_size` bytes. With V = the
/// number of 16-byte vectors that cover the row and P = the smallest power of two with 512 P >= V,
/// it is V / P rounded up to a multiple of 32.
[[nodiscard]] std::size_t row_partials(std::size_t length, std::size_t element_size);

/// Balanced tree over neighbours: level by level, entry i becomes entry 2i plus entry 2i+1. A
/// missing neighbour is +0. One f32 rounding per addition.
[[nodiscard]] float tree_sum(std::span<const float> values);

/// Sum of squares of a row stored with `element_size` bytes per element: vector v of the row goes
/// to partial sum v mod row_partials, in ascending order, by fused multiply-add from +0; then the
/// tree.
[[nodiscard]] float sum_of_squares(std::span<const float> row, std::size_t element_size);

}  // namespace kgate::oracle
