// SPDX-License-Identifier: MIT
// Figures as one HTML page that opens offline: charts drawn by Chart.js, and a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgate::reports {

enum class AxisScale : std::uint8_t {
  linear,     ///< from zero
  decades,    ///< logarithmic, marked at 1, 2 and 5 times powers of ten
  doublings,  ///< logarithmic, marked at powers of two
};

enum class AxisFormat : std::uint8_t {
  number,
  bytes,    ///< values are bytes; printed in KiB, MiB, ...
  percent,  ///< values are fractions; printed as per cent
};

struct ChartAxis {
  std::string title;  ///< what it is, and the unit unless the format prints one
  AxisScale scale = AxisScale::linear;
  AxisFormat format = AxisFormat::number;
};

/// From a low to a high value, such as percentiles.
struct ChartSpread {
  double low = 0;
  double high = 0;
};

struct ChartPoint {
  double x = 0;
  double y = 0;
  std::optional<ChartSpread> spread;  ///< of y, drawn as a bar
  std::string note;                   ///< shown when the point is pointed at
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;  ///< in any order; the line joins them by x
  bool reference = false;          ///< drawn dashed and without marks: what others are held against
};

struct Chart {
  std::string title;
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartSeries> series;
};

struct ChartColumn {
  std::string name;
  bool number = false;  ///< aligned to the right
};

struct ChartPage {
  std::string title;
  std::vector<std::string> notes;  ///< a paragraph each, above the charts
  std::vector<Chart> charts;
  std::vector<ChartColumn> columns;
  std::vector<std::vector<std::string>> rows;  ///< shorter than `columns`: filled up
};

/// Whether a chart can show the point: finite, and positive where an axis is logarithmic.
[[nodiscard]] bool can_be_drawn(const Chart& chart, const ChartPoint& point);

/// The page. It loads nothing and says so to the browser, which then refuses any load. Points that
/// cannot be drawn are counted under their chart. Any text may hold any bytes.
/// `library`: the content of chart.min.js of Chart.js 3, not empty; `chart_library()` has it.
[[nodiscard]] std::string chart_page_html(const ChartPage& page, std::string_view library);

}  // namespace kgate::reports
