// SPDX-License-Identifier: MIT
// The HTML page of charts.
#include "reports/chart_page.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "reports/chart_page_parts.hpp"
#include "tests/catch.hpp"

namespace kgate::reports {
namespace {

Chart latency() {
  return {.title = "latency",
          .x = {.title = "rows", .scale = AxisScale::doublings},
          .y = {.title = "us", .scale = AxisScale::decades},
          .series = {}};
}

ChartPage two_charts() {
  ChartPage page;
  page.title = "gpu & </title><script>alert(1)</script>";
  page.notes = {"a < b"};
  page.columns = {{.name = "us", .number = true}, {.name = "case <id>"}};
  page.rows = {{"3.25", "k:rows=1,\"x\""}, {"4"}};
  Chart chart = latency();
  chart.series.push_back({.name = "</script><!-- \xff",
                          .points = {{.x = 64, .y = 4.5, .spread = {}, .note = {}},
                                     {.x = 1, .y = 3.25, .spread = {{3, 3.5}}, .note = "k:rows=1"}},
                          .reference = false});
  page.charts.push_back(chart);
  chart.title = "share";
  chart.y = {.title = "of copy", .scale = AxisScale::linear, .format = AxisFormat::percent};
  chart.series.front().points = {{.x = 4096, .y = 0, .spread = {}, .note = {}}};
  page.charts.push_back(chart);
  return page;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

/// What the page's drawing code parses.
nlohmann::json data_of(const std::string& page) {
  const std::string begin = "<script id=\"chart-data\" type=\"application/json\">";
  const std::size_t at = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

}  // namespace

TEST_CASE("a chart page has its data, the library and the drawing code once each") {
  const std::string page = chart_page_html(two_charts(), "library();");
  CHECK(count(page, "<script>library();</script>") == 1);
  CHECK(count(page, "<script") == 3);
  CHECK(count(page, "</script") == 3);
  CHECK(count(page, "<canvas id=\"chart-") == 2);
  CHECK(count(page, "<style>") == 1);
}

TEST_CASE("no name on a chart page is read as markup") {
  const std::string page = chart_page_html(two_charts(), "library();");
  CHECK(count(page,
              "<title>gpu &amp; &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>") == 1);
  CHECK(count(page, "<p>a &lt; b</p>") == 1);
  CHECK(count(page, "<th>case &lt;id&gt;</th>") == 1);
  CHECK(count(page, "<td>k:rows=1,&quot;x&quot;</td>") == 1);
  CHECK(count(page, "<!--") == 0);
  CHECK(data_of(page)[0]["series"][0]["name"] == "</script><!-- \xEF\xBF\xBD");
}

TEST_CASE("a chart has every point, by x, with its spread and note where it has them") {
  const nlohmann::json charts = data_of(chart_page_html(two_charts(), "library();"));
  REQUIRE(charts.size() == 2);
  const nlohmann::json expected = nlohmann::json::parse(
      R"([{"x":1.0,"y":3.25,"low":3.0,"high":3.5,"note":"k:rows=1"},{"x":64.0,"y":4.5}])");
  CHECK(charts[0]["series"][0]["points"] == expected);
  CHECK(charts[0]["x"] ==
        nlohmann::json::parse(R"({"title":"rows","scale":"doublings","format":"number"})"));
  CHECK(charts[1]["y"] ==
        nlohmann::json::parse(R"({"title":"of copy","scale":"linear","format":"percent"})"));
}

TEST_CASE("a table row shorter than the heading is filled up") {
  const std::string page = chart_page_html(two_charts(), "library();");
  CHECK(count(page, "<tr><td class=\"number\">4</td><td></td></tr>") == 1);
}

TEST_CASE("a point that its axes cannot show is counted under the chart") {
  ChartPage page;
  page.charts = {latency()};
  page.charts[0].series.push_back({.name = "s", .points = {}, .reference = false});
  for (const double y : {1.0, 0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    page.charts[0].series[0].points.push_back({.x = 2, .y = y, .spread = {}, .note = {}});
  }
  const std::string text = chart_page_html(page, "library();");
  CHECK(data_of(text)[0]["series"][0]["points"].size() == 1);
  CHECK(count(text, "<figcaption>Points that these axes cannot show: 4</figcaption>") == 1);
  CHECK(count(chart_page_html(two_charts(), "library();"), "cannot show") == 0);
}

TEST_CASE("a chart page refers to nothing outside itself, and forbids it") {
  const std::string page = chart_page_html(two_charts(), "library();");
  CHECK(count(page, "default-src 'none'") == 1);
  // A stand-in for the library: what is held here is all this program writes itself.
  static const std::regex load(R"(https?:|//[a-z]+\.|src=|href=|url\(|@import|import\(|fetch\()");
  CHECK_FALSE(std::regex_search(page, load));
}

TEST_CASE("the embedded Chart.js cannot end its script element") {
  if (chart_library().empty()) {
    WARN("skipped: built without Chart.js; install libjs-chart.js and configure again");
    return;
  }
  CHECK(chart_library().find("Chart.js v3.") != std::string_view::npos);
  CHECK(chart_library().find("</script") == std::string_view::npos);
  CHECK(chart_library().find("<!--") == std::string_view::npos);
}

}  // namespace kgate::reports
