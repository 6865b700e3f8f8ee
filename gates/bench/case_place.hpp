// SPDX-License-Identifier: MIT
// Where a timed case stands in a chart, as its id says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kgate::gates {

/// Cases of one series differ in their rows alone.
struct CasePlace {
  std::string series;          ///< the id without family and rows; empty where nothing else is left
  std::optional<double> rows;  ///< of `rows=N`, `tokens=N` or `tokens=AxB` (A times B)
};

/// Takes `family:key=value,...` apart. An id without rows or tokens, or with a value that is no
/// count, has no `rows` and keeps all of its parts.
[[nodiscard]] CasePlace case_place(std::string_view id);

}  // namespace kgate::gates
