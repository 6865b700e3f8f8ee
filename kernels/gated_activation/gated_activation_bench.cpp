// SPDX-License-Identifier: MIT
// The shapes of gated_activation that are timed: decode to prefill, out of place, bf16.
#include "kernels/gated_activation/gated_activation_problem.hpp"

namespace kgate::gated_activation_table {

std::vector<Case> bench() {
  std::vector<Case> cases;
  for (const GatedActivationFunction function :
       {GatedActivationFunction::silu, GatedActivationFunction::gelu_tanh}) {
    for (const std::int32_t intermediate : {8192, 14336}) {
      for (const std::int64_t rows : {1, 8, 64, 1024}) {
        Row row;
        row.function = function;
        row.rows = rows;
        row.intermediate = intermediate;
        cases.push_back(
            {.id = id_of(row), .effort = Effort::full, .model = {}, .catches = {}, .row = row});
      }
    }
  }
  return cases;
}

}  // namespace kgate::gated_activation_table
