// SPDX-License-Identifier: MIT
// Benchmark figures as a table to commit.
#pragma once

#include <string>

#include "gates/bench/bench.hpp"

namespace kgate::gates {

/// Markdown without dates or host names: device, code objects and one row a shape.
[[nodiscard]] std::string markdown_table_of(const BenchReport& report);

}  // namespace kgate::gates
