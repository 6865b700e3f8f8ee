// SPDX-License-Identifier: MIT
// Turns a bench run into a page of charts.
#include "gates/bench/bench_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "gates/bench/case_place.hpp"
#include "reports/chart_page_parts.hpp"

namespace kgate::gates {
namespace {

using reports::AxisFormat;
using reports::AxisScale;
using reports::Chart;
using reports::ChartPage;
using reports::ChartPoint;
using reports::ChartSeries;

void add_point(Chart& chart, const std::string& series, ChartPoint point) {
  auto at = std::find_if(chart.series.begin(), chart.series.end(),
                         [&](const ChartSeries& one) { return one.name == series; });
  if (at == chart.series.end()) {
    at = chart.series.insert(at, {.name = series, .points = {}, .reference = false});
  }
  at->points.push_back(std::move(point));
}

/// A dashed level across all points of a chart; none where the chart has no point.
void add_level(Chart& chart, std::string name, double y) {
  ChartSeries level{.name = std::move(name), .points = {}, .reference = true};
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      level.points.push_back({.x = point.x, .y = y, .spread = {}, .note = {}});
    }
  }
  const auto by_x = [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; };
  if (!level.points.empty()) {
    const auto [low, high] = std::minmax_element(level.points.begin(), level.points.end(), by_x);
    level.points = {*low, *high};
    chart.series.push_back(std::move(level));
  }
}

/// The empty charts of a family.
struct FamilyCharts {
  Chart latency;
  Chart gain;
  Chart bandwidth;
};

FamilyCharts charts_of(std::string_view family) {
  const reports::ChartAxis rows{.title = "rows (tokens)", .scale = AxisScale::doublings};
  return {.latency = {.title = fmt::format("{}: latency by rows", family),
                      .x = rows,
                      .y = {.title = "device time per launch (µs)", .scale = AxisScale::decades},
                      .series = {}},
          .gain = {.title = fmt::format("{}: separate launches against one", family),
                   .x = rows,
                   .y = {.title = "time of separate launches / time of one"},
                   .series = {}},
          .bandwidth = {.title = fmt::format("{}: bandwidth by size", family),
                        .x = {.title = "bytes a launch must move",
                              .scale = AxisScale::doublings,
                              .format = AxisFormat::bytes},
                        .y = {.title = "bandwidth / that of a copy of as many bytes",
                              .format = AxisFormat::percent},
                        .series = {}}};
}

void add_row(FamilyCharts& charts, const BenchRow& row) {
  const CasePlace place = case_place(row.case_id);
  const std::string series = place.series.empty() ? std::string(row.family) : place.series;
  add_point(charts.bandwidth, series,
            {.x = static_cast<double>(row.bytes),
             .y = row.fraction_of_copy(),
             .spread = {},
             .note = row.case_id});
  if (!place.rows) {
    return;
  }
  add_point(charts.latency, series,
            {.x = *place.rows,
             .y = row.device.median,
             .spread = {{row.device.low, row.device.high}},
             .note = row.case_id});
  if (row.unfused.median != 0) {
    add_point(charts.gain, series,
              {.x = *place.rows,
               .y = row.unfused.median / row.device.median,
               .spread = {},
               .note = row.case_id});
  }
}

void add_charts(ChartPage& page, const BenchReport& report, std::string_view family) {
  FamilyCharts charts = charts_of(family);
  std::vector<double> floors;
  for (const BenchRow& row : report.rows) {
    if (row.family == family && row.wrong.empty()) {
      add_row(charts, row);
      floors.push_back(row.floor.median);
    }
  }
  if (floors.empty()) {
    return;
  }
  add_level(charts.latency, "an empty kernel", spread_of(std::move(floors)).median);
  add_level(charts.gain, "equal", 1);
  add_level(charts.bandwidth, "the copy", 1);
  for (Chart* chart : {&charts.latency, &charts.bandwidth, &charts.gain}) {
    if (!chart->series.empty()) {
      page.charts.push_back(std::move(*chart));
    }
  }
}

void add_table(ChartPage& page, const BenchReport& report) {
  page.columns = {{.name = "case"},
                  {.name = "µs, median", .number = true},
                  {.name = "p10", .number = true},
                  {.name = "p90", .number = true},
                  {.name = "empty µs", .number = true},
                  {.name = "unfused µs", .number = true},
                  {.name = "bytes", .number = true},
                  {.name = "GB/s", .number = true},
                  {.name = "of copy", .number = true},
                  {.name = "host µs", .number = true},
                  {.name = "outputs"}};
  for (const BenchRow& row : report.rows) {
    page.rows.push_back(
        {row.case_id, fmt::format("{:.2f}", row.device.median),
         fmt::format("{:.2f}", row.device.low), fmt::format("{:.2f}", row.device.high),
         fmt::format("{:.2f}", row.floor.median),
         row.unfused.median == 0 ? "-" : fmt::format("{:.2f}", row.unfused.median),
         fmt::format("{}", row.bytes), fmt::format("{:.0f}", row.gigabytes_per_second()),
         fmt::format("{:.0f} %", 100 * row.fraction_of_copy()), fmt::format("{:.2f}", row.host),
         row.wrong.empty() ? "validated" : "WRONG: " + row.wrong});
  }
}

void add_notes(ChartPage& page, const BenchReport& report) {
  page.notes.push_back(fmt::format(
      "Medians; {}; bars reach from the 10th to the 90th percentile. Empty: a kernel that does "
      "nothing, measured beside each case. Unfused: separate launches with the same bytes. Of "
      "copy: the time of a copy kernel that moves as many bytes, over this one's.",
      report.graphs ? "launches replayed from a graph" : "launches one by one"));
  std::size_t wrong = 0;
  std::size_t without_rows = 0;
  for (const BenchRow& row : report.rows) {
    wrong += row.wrong.empty() ? 0 : 1;
    without_rows += row.wrong.empty() && !case_place(row.case_id).rows ? 1 : 0;
  }
  if (wrong != 0) {
    page.notes.push_back(
        fmt::format("Cases with a wrong output, in the table and not in the charts: {}.", wrong));
  }
  if (without_rows != 0) {
    page.notes.push_back(fmt::format(
        "Cases that name no rows or tokens, not in the charts by rows: {}.", without_rows));
  }
  std::string objects;
  for (const std::string& object : report.code_objects) {
    objects += (objects.empty() ? "Code objects: " : ", ") + object;
  }
  if (!objects.empty()) {
    page.notes.push_back(objects);
  }
}

}  // namespace

ChartPage bench_page(const BenchReport& report) {
  ChartPage page;
  page.title = "kgate bench: " + report.device;
  add_notes(page, report);
  std::vector<std::string_view> families;
  for (const BenchRow& row : report.rows) {
    if (std::find(families.begin(), families.end(), row.family) == families.end()) {
      families.push_back(row.family);
      add_charts(page, report, row.family);
    }
  }
  add_table(page, report);
  return page;
}

Status check_bench_page(const std::string& file) {
  if (reports::chart_library().empty()) {
    return Status::error(StatusCode::unsupported,
                         "--html: built without Chart.js: install libjs-chart.js and configure "
                         "again");
  }
  std::error_code ignored;
  const bool existed = std::filesystem::exists(file, ignored);
  // Appending opens without emptying: a run that fails later must not cost the page of another.
  if (!std::ofstream(file, std::ios::app)) {
    return Status::error(StatusCode::invalid_argument, "--html: cannot write '{}'", file);
  }
  if (!existed) {
    std::filesystem::remove(file, ignored);
  }
  return {};
}

Status write_bench_page(const BenchReport& report, const std::string& file) {
  if (Status status = check_bench_page(file); !status.ok()) {
    return status;
  }
  std::ofstream out(file, std::ios::binary);
  out << reports::chart_page_html(bench_page(report), reports::chart_library());
  out.close();
  return out ? Status()
             : Status::error(StatusCode::invalid_argument,
                             "--html: '{}' could not be written completely", file);
}

}  // namespace kgate::gates
