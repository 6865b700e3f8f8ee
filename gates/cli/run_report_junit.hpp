// SPDX-License-Identifier: MIT
// A run as JUnit XML: one suite per family and device, one test case per case and gate.
#pragma once

#include <string>

#include "gates/harness/runner.hpp"

namespace kgate::gates {

[[nodiscard]] std::string junit_report(const RunReport& report, const RunRequest& request);

}  // namespace kgate::gates
