// SPDX-License-Identifier: MIT
// The page of a bench run.
#include "gates/bench/bench_page.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gates/bench/case_place.hpp"
#include "reports/chart_page_parts.hpp"
#include "tests/catch.hpp"

namespace kgate::gates {
namespace {

BenchRow row_of(std::string_view family, std::string id, double microseconds) {
  BenchRow row;
  row.family = family;
  row.case_id = std::move(id);
  row.bytes = 8192;
  row.device = {.median = microseconds, .low = microseconds - 1, .high = microseconds + 1};
  row.copy = {.median = microseconds / 2, .low = 0, .high = 0};
  row.floor = {.median = 1.5, .low = 0, .high = 0};
  return row;
}

BenchReport report_of_three() {
  BenchReport report;
  report.device = "cuda:0 (made up)";
  report.rows = {row_of("norm", "norm:hidden=8,rows=64,x=f16", 8),
                 row_of("norm", "norm:hidden=8,rows=2,x=f16", 4),
                 row_of("norm", "norm:hidden=16,rows=2,x=f16", 6),
                 row_of("rope", "rope:model=m,tokens=4x8", 10)};
  report.rows[0].unfused.median = 24;
  return report;
}

const reports::Chart& chart_named(const reports::ChartPage& page, std::string_view title) {
  const auto at = std::find_if(page.charts.begin(), page.charts.end(),
                               [&](const reports::Chart& one) { return one.title == title; });
  REQUIRE(at != page.charts.end());
  return *at;
}

}  // namespace

TEST_CASE("rows are counted by rows, tokens, or sequences times tokens") {
  CHECK(case_place("add_rms_norm:hidden=2048,rows=16384,x=f16,w=f16").rows == 16384);
  CHECK(case_place("add_rms_norm:hidden=2048,rows=16384,x=f16,w=f16").series ==
        "hidden=2048,x=f16,w=f16");
  CHECK(case_place("rope_append:model=qwen3-8b,tokens=16x4,type=f16").rows == 64);
  CHECK(case_place("rope_append:model=qwen3-8b,tokens=16x4,type=f16").series ==
        "model=qwen3-8b,type=f16");
  CHECK(case_place("mla_norm_rope:model=DeepSeek-V3,tokens=8,kv=bf16").rows == 8);
  CHECK(case_place("k:rows=7").rows == 7);
  CHECK(case_place("k:rows=7").series.empty());
}

TEST_CASE("an id that counts no rows keeps all of its parts") {
  for (const char* parts : {"hidden=8", "arrows=8", "rows=", "rows=0", "rows=8b", "tokens=x8",
                            "tokens=8x", "tokens=2x3x4", "rows=-1", ""}) {
    INFO(parts);
    const CasePlace place = case_place(std::string("k:") + parts);
    CHECK_FALSE(place.rows.has_value());
    CHECK(place.series == parts);
  }
}

TEST_CASE("latency has a line for each hidden size, and the empty kernel as a level") {
  const reports::ChartPage page = bench_page(report_of_three());
  const reports::Chart& latency = chart_named(page, "norm: latency by rows");
  CHECK(latency.x.scale == reports::AxisScale::doublings);
  CHECK(latency.y.scale == reports::AxisScale::decades);
  REQUIRE(latency.series.size() == 3);
  CHECK(latency.series[0].name == "hidden=8,x=f16");
  REQUIRE(latency.series[0].points.size() == 2);
  CHECK(latency.series[0].points[0].x == 64);
  CHECK(latency.series[0].points[0].y == 8);
  CHECK(latency.series[0].points[0].spread->low == 7);
  CHECK(latency.series[0].points[0].spread->high == 9);
  CHECK(latency.series[0].points[0].note == "norm:hidden=8,rows=64,x=f16");
  CHECK(latency.series[1].name == "hidden=16,x=f16");
  CHECK(latency.series[2].reference);
  CHECK(latency.series[2].points[0].x == 2);
  CHECK(latency.series[2].points[1].x == 64);
  CHECK(latency.series[2].points[1].y == 1.5);
  CHECK(chart_named(page, "rope: latency by rows").series[0].points[0].x == 32);
}

TEST_CASE("bandwidth is the share of the copy's, by bytes") {
  const reports::ChartPage page = bench_page(report_of_three());
  const reports::Chart& bandwidth = chart_named(page, "norm: bandwidth by size");
  CHECK(bandwidth.y.format == reports::AxisFormat::percent);
  REQUIRE(bandwidth.series.size() == 3);
  CHECK(bandwidth.series[0].points[0].x == 8192);
  CHECK(bandwidth.series[0].points[0].y == 0.5);
}

TEST_CASE("the gain over separate launches is shown where there are any") {
  const reports::ChartPage page = bench_page(report_of_three());
  const reports::Chart& gain = chart_named(page, "norm: separate launches against one");
  REQUIRE(gain.series.size() == 2);
  REQUIRE(gain.series[0].points.size() == 1);
  CHECK(gain.series[0].points[0].y == 3);
  CHECK(page.charts.size() == 5);
}

TEST_CASE("a case with a wrong output is in the table and not in a chart") {
  BenchReport report = report_of_three();
  report.rows[3].wrong = "y[0] is 1, not 2";
  const reports::ChartPage page = bench_page(report);
  CHECK(page.charts.size() == 3);
  REQUIRE(page.rows.size() == 4);
  CHECK(page.rows[3].size() == page.columns.size());
  CHECK(page.rows[3].back() == "WRONG: y[0] is 1, not 2");
  CHECK(page.rows[0].back() == "validated");
  CHECK(std::count(page.notes.begin(), page.notes.end(),
                   "Cases with a wrong output, in the table and not in the charts: 1.") == 1);
}

TEST_CASE("the page is written where the build has Chart.js, and refused where it has not") {
  const std::filesystem::path folder = std::filesystem::path(KGATE_BINARY_DIR) / "bench_page_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "bench.html").string();
  if (reports::chart_library().empty()) {
    CHECK(check_bench_page(file).message() ==
          "--html: built without Chart.js: install libjs-chart.js and configure again");
    CHECK_FALSE(write_bench_page(report_of_three(), file).ok());
    CHECK_FALSE(std::filesystem::exists(file));
  } else {
    CHECK(check_bench_page(file).ok());
    CHECK_FALSE(std::filesystem::exists(file));
    REQUIRE(write_bench_page(report_of_three(), file).ok());
    const auto size = std::filesystem::file_size(file);
    CHECK(size > reports::chart_library().size());
    CHECK(check_bench_page(file).ok());
    CHECK(std::filesystem::file_size(file) == size);
    CHECK_FALSE(check_bench_page((folder / "absent" / "bench.html").string()).ok());
  }
  std::filesystem::remove_all(folder);
}

}  // namespace kgate::gates
