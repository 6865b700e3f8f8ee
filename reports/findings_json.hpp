// SPDX-License-Identifier: MIT
// Findings as JSON for scripts; docs/check-dispatch.md has the schema.
#pragma once

#include <string>

#include "reports/finding.hpp"

namespace kgate::reports {

/// Raised whenever a field changes its meaning or goes; new fields may come without it.
inline constexpr int kFindingsJsonSchema = 1;

[[nodiscard]] std::string findings_json(const FindingsReport& report);

}  // namespace kgate::reports
