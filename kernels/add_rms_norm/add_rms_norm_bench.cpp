// SPDX-License-Identifier: MIT
// The shapes of add_rms_norm that are timed: decode to prefill, out of place, f16.
#include "kernels/add_rms_norm/add_rms_norm_problem.hpp"

namespace kgate::add_rms_norm_table {

std::vector<Case> bench() {
  std::vector<Case> cases;
  for (const std::int32_t hidden : {2048, 4096, 8192}) {
    for (const std::int64_t rows : {1, 4, 8, 64, 1024, 16384}) {
      Row row;
      row.hidden = hidden;
      row.rows = rows;
      cases.push_back(
          {.id = id_of(row), .effort = Effort::full, .model = {}, .catches = {}, .row = row});
    }
  }
  return cases;
}

}  // namespace kgate::add_rms_norm_table
