// SPDX-License-Identifier: MIT
#include "gates/bench/bench_markdown.hpp"

#include <fmt/format.h>

#include "reports/markdown_table.hpp"

namespace kgate::gates {

std::string markdown_table_of(const BenchReport& report) {
  reports::MarkdownTable table({"case", "us", "p10", "p90", "empty us", "unfused us", "GB/s",
                                "of copy", "host us", "validated"});
  for (const BenchRow& row : report.rows) {
    table.add({row.case_id, fmt::format("{:.2f}", row.device.median),
               fmt::format("{:.2f}", row.device.low), fmt::format("{:.2f}", row.device.high),
               fmt::format("{:.2f}", row.floor.median),
               row.unfused.median == 0 ? "-" : fmt::format("{:.2f}", row.unfused.median),
               fmt::format("{:.0f}", row.gigabytes_per_second()),
               fmt::format("{:.0f}%", 100 * row.fraction_of_copy()),
               fmt::format("{:.2f}", row.host), row.wrong.empty() ? "yes" : "NO"});
  }
  std::string text = fmt::format(
      "# Device time per launch on {}\n\nMedians; {}. Empty: a kernel that does nothing, measured "
      "beside each shape. Unfused: separate launches with the same bytes. Of copy: a copy kernel "
      "that moves as many bytes takes that share of the time. {} calls were served by the CPU "
      "reference.\n\n",
      report.device, report.graphs ? "launches replayed from a graph" : "launches one by one",
      report.reference_hits);
  text += table.text() + "\nCode objects (family, target, wave size, xxh128):\n\n```\n";
  for (const std::string& line : report.code_objects) {
    text += line + "\n";
  }
  return text + "```\n";
}

}  // namespace kgate::gates
