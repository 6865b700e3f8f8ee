// SPDX-License-Identifier: MIT
// Ops x backends.
#include <algorithm>
#include <array>

#include "checks/registrations.hpp"

namespace kgate::checks {

std::string_view name(Coverage coverage) {
  static constexpr std::array<std::string_view, 4> kNames{"native", "reference", "waived",
                                                          "missing"};
  return kNames.at(static_cast<std::size_t>(coverage));
}

Matrix make_matrix(const std::vector<Registered>& registered, const Config& config) {
  Matrix matrix;
  for (const auto& backend : config.backends) {
    matrix.backends.push_back(backend_word(backend));
  }
  if (matrix.backends.empty()) {
    std::set<std::string> seen;
    for (const auto& one : registered) {
      seen.insert(one.backend);
    }
    matrix.backends.assign(seen.begin(), seen.end());
  }
  std::map<std::string, Matrix::Row> rows;
  for (const auto& one : registered) {
    auto& row = rows[one.op];
    if (row.cells.empty()) {
      row = {one.op, one.op_place,
             std::vector<Coverage>(matrix.backends.size(), Coverage::missing)};
    }
    const auto column = std::find(matrix.backends.begin(), matrix.backends.end(), one.backend);
    if (column != matrix.backends.end()) {
      auto& cell = row.cells[static_cast<std::size_t>(column - matrix.backends.begin())];
      if (cell != Coverage::native) {
        cell = one.reference ? Coverage::reference : Coverage::native;
      }
    }
  }
  for (const auto& waiver : config.waivers) {
    const auto row = rows.find(waiver.op);
    const auto column =
        std::find(matrix.backends.begin(), matrix.backends.end(), backend_word(waiver.backend));
    if (row == rows.end() || column == matrix.backends.end()) {
      matrix.unused.push_back(waiver);
      continue;
    }
    auto& cell = row->second.cells[static_cast<std::size_t>(column - matrix.backends.begin())];
    if (cell == Coverage::missing) {
      cell = Coverage::waived;
    } else if (cell == Coverage::native) {
      matrix.unused.push_back(waiver);
    }
  }
  for (auto& [op, row] : rows) {
    matrix.rows.push_back(std::move(row));
  }
  return matrix;
}

}  // namespace kgate::checks
