// SPDX-License-Identifier: MIT
// Collects the rows of a case table of the append kernels.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/append_row.hpp"
#include "kernels/case.hpp"

namespace kgate {

class AppendTable {
 public:
  explicit AppendTable(std::string_view family) : family_(family) {}

  /// The first of several equal rows stays.
  void add(Effort effort, AppendRow row, std::string_view catches = "");

  /// Rows up to and including `effort`.
  [[nodiscard]] std::vector<Case> take(Effort effort);

 private:
  std::string_view family_;
  std::vector<Case> cases_;
  std::set<std::string> ids_;
};

/// A row of the model with what its options ask for: no rotation, a ring for a sliding window, a
/// gate behind q, caches and tables of the activation type.
[[nodiscard]] AppendRow row_of_model(const Model& model, DataType activation);

/// The row with so many sequences of so many tokens, and the heads of one of `share` ranks.
[[nodiscard]] AppendRow sized(AppendRow row, std::int64_t sequences, std::int64_t tokens_each,
                              std::int32_t share = 1);

/// The row with angles computed by the kernel: from the model's base where its frequencies are
/// plain.
[[nodiscard]] AppendRow with_computed_angles(AppendRow row);

/// A shape no model has.
[[nodiscard]] Model made_up(std::string_view name, std::int32_t heads, std::int32_t kv_heads,
                            std::int32_t head_size, std::int32_t rotary_dim);

}  // namespace kgate
