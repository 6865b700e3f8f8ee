// SPDX-License-Identifier: MIT
// A run as JSON, schema "kgate-run" version 1, documented in docs/reference/run-json.md.
#pragma once

#include <string>

#include "gates/harness/runner.hpp"

namespace kgate::gates {

/// Pretty-printed, keys in alphabetical order; times are in seconds.
[[nodiscard]] std::string json_report(const RunReport& report, const RunRequest& request);

}  // namespace kgate::gates
