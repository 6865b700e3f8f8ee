// SPDX-License-Identifier: MIT
// What every gate asks first: did the oracle accept the case and did the launch succeed?
#pragma once

#include <optional>

#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"

namespace kgate::gates {

/// A failing verdict if the oracle refused the case or a first launch failed; nothing otherwise.
[[nodiscard]] std::optional<Verdict> precondition(CaseRun& run, bool both_poisons = false);

/// Pass or fail with the counts of a comparison. Comparing nothing is a failure.
[[nodiscard]] Verdict verdict_of(const Comparison& comparison);

[[nodiscard]] Verdict failure(std::string detail, std::uint64_t assertions = 0);

}  // namespace kgate::gates
