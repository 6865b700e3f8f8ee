// SPDX-License-Identifier: MIT
// The order of row sums, as plain loops.
#include "oracle/order/row_sum.hpp"

#include <cmath>
#include <vector>

namespace kgate::oracle {

std::size_t row_partials(std::size_t length, std::size_t element_size) {
  const std::size_t width = 16 / element_size;
  const std::size_t vectors = (length + width - 1) / width;
  std::size_t per_partial = 1;
  while (512 * per_partial < vectors) {
    per_partial *= 2;
  }
  std::size_t partials = 0;
  while (partials * per_partial < vectors) {
    partials += 32;
  }
  return partials;
}

float tree_sum(std::span<const float> values) {
  std::vector<float> level(values.begin(), values.end());
  while (level.size() > 1) {
    std::vector<float> next;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      next.push_back(level[i] + (i + 1 < level.size() ? level[i + 1] : 0.0F));
    }
    level = next;
  }
  return level.empty() ? 0.0F : level[0];
}

float sum_of_squares(std::span<const float> row, std::size_t element_size) {
  const std::size_t width = 16 / element_size;
  std::vector<float> partials(row_partials(row.size(), element_size), 0.0F);
  for (std::size_t i = 0; i < row.size(); ++i) {
    float& partial = partials[i / width % partials.size()];
    partial = std::fma(row[i], row[i], partial);
  }
  return tree_sum(partials);
}

}  // namespace kgate::oracle
