// SPDX-License-Identifier: MIT
// A bench run as one HTML page: per family latency, gain over separate launches, bandwidth.
#pragma once

#include <string>

#include "gates/bench/bench.hpp"
#include "kernels/status.hpp"
#include "reports/chart_page.hpp"

namespace kgate::gates {

/// The page of a run. Rows with a wrong output are in the table and not in the charts: a wrong
/// kernel's time says nothing.
[[nodiscard]] reports::ChartPage bench_page(const BenchReport& report);

/// Whether a page could be written to `file`, asked before device time is spent; writes nothing.
/// An error where this build has no Chart.js, or the file cannot be opened.
Status check_bench_page(const std::string& file);

/// Writes the page of a run; errors as above, or a disk that is full.
Status write_bench_page(const BenchReport& report, const std::string& file);

}  // namespace kgate::gates
