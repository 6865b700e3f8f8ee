// SPDX-License-Identifier: MIT
// The script that draws the HTML report, as the build embedded it.
#pragma once

#include <string_view>

namespace kgate::mutate {

/// Content of mutation-test-elements.js; empty where the build found none.
std::string_view elements_script();

}  // namespace kgate::mutate
