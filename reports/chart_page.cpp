// SPDX-License-Identifier: MIT
// Writes figures as one HTML page.
#include "reports/chart_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "reports/chart_page_parts.hpp"
#include "reports/junit_xml.hpp"

namespace kgate::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kScaleWords{"linear", "decades", "doublings"};
constexpr std::array<std::string_view, 3> kFormatWords{"number", "bytes", "percent"};

bool fits(const ChartAxis& axis, double value) {
  return std::isfinite(value) && (axis.scale == AxisScale::linear || value > 0);
}

Json json_of(const ChartAxis& axis) {
  return {{"title", axis.title},
          {"scale", kScaleWords.at(static_cast<std::size_t>(axis.scale))},
          {"format", kFormatWords.at(static_cast<std::size_t>(axis.format))}};
}

Json json_of(const Chart& chart, const ChartSeries& series) {
  std::vector<ChartPoint> points;
  std::copy_if(series.points.begin(), series.points.end(), std::back_inserter(points),
               [&](const ChartPoint& point) { return can_be_drawn(chart, point); });
  std::sort(points.begin(), points.end(),
            [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
  Json list = Json::array();
  for (const ChartPoint& point : points) {
    Json one = {{"x", point.x}, {"y", point.y}};
    if (point.spread && fits(chart.y, point.spread->low) && fits(chart.y, point.spread->high)) {
      one["low"] = point.spread->low;
      one["high"] = point.spread->high;
    }
    if (!point.note.empty()) {
      one["note"] = point.note;
    }
    list.push_back(std::move(one));
  }
  return {{"name", series.name}, {"reference", series.reference}, {"points", std::move(list)}};
}

/// JSON that a script element can hold: `</script` and `<!--` mean something to the page there, and
/// in JSON a `<` occurs in strings alone, where its escape is the same text.
std::string chart_data(const std::vector<Chart>& charts) {
  Json all = Json::array();
  for (const Chart& chart : charts) {
    Json series = Json::array();
    for (const ChartSeries& one : chart.series) {
      series.push_back(json_of(chart, one));
    }
    all.push_back(
        {{"x", json_of(chart.x)}, {"y", json_of(chart.y)}, {"series", std::move(series)}});
  }
  std::string data;
  for (const char c : all.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    data += c == '<' ? std::string("\\u003c") : std::string(1, c);
  }
  return data;
}

std::string figure(const Chart& chart, std::size_t index) {
  std::ptrdiff_t left_out = 0;
  for (const ChartSeries& series : chart.series) {
    left_out += std::count_if(series.points.begin(), series.points.end(),
                              [&](const ChartPoint& point) { return !can_be_drawn(chart, point); });
  }
  const std::string title = xml_escaped(chart.title);
  return fmt::format(
      "<figure>\n<h2>{0}</h2>\n"
      "<div class=\"plot\"><canvas id=\"chart-{1}\" role=\"img\" aria-label=\"{0}\"></canvas></div>"
      "\n{2}</figure>\n",
      title, index,
      left_out == 0
          ? ""
          : fmt::format("<figcaption>Points that these axes cannot show: {}</figcaption>\n",
                        left_out));
}

std::string table(const ChartPage& page) {
  const auto cell = [&](std::string_view element, std::size_t column, std::string_view text) {
    return fmt::format("<{0}{1}>{2}</{0}>", element,
                       page.columns[column].number ? " class=\"number\"" : "", xml_escaped(text));
  };
  std::string out = "<div class=\"table\"><table>\n<thead><tr>";
  for (std::size_t column = 0; column < page.columns.size(); ++column) {
    out += cell("th", column, page.columns[column].name);
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : page.rows) {
    out += "<tr>";
    for (std::size_t column = 0; column < page.columns.size(); ++column) {
      out += cell("td", column, column < row.size() ? row[column] : std::string());
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

}  // namespace

bool can_be_drawn(const Chart& chart, const ChartPoint& point) {
  return fits(chart.x, point.x) && fits(chart.y, point.y);
}

std::string chart_page_html(const ChartPage& page, std::string_view library) {
  std::string body = fmt::format("<h1>{}</h1>\n", xml_escaped(page.title));
  for (const std::string& note : page.notes) {
    body += fmt::format("<p>{}</p>\n", xml_escaped(note));
  }
  body +=
      "<noscript><p>The charts need JavaScript; the table has the same figures.</p></noscript>\n";
  body += "<div class=\"charts\">\n";
  for (std::size_t index = 0; index < page.charts.size(); ++index) {
    body += figure(page.charts[index], index);
  }
  body += "</div>\n" + table(page);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src 'unsafe-inline'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n{}"
      "<script id=\"chart-data\" type=\"application/json\">{}</script>\n"
      "<script>{}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
      xml_escaped(page.title), chart_page_style(), body, chart_data(page.charts), library,
      chart_page_drawing());
}

}  // namespace kgate::reports
