// SPDX-License-Identifier: MIT
// What a chart page carries in itself, as the build embedded it.
#pragma once

#include <string_view>

namespace kgate::reports {

/// Content of Chart.js's chart.min.js; empty where the build found none.
std::string_view chart_library();
/// Content of reports/chart_page.css.
std::string_view chart_page_style();
/// Content of reports/chart_page.js.
std::string_view chart_page_drawing();

}  // namespace kgate::reports
