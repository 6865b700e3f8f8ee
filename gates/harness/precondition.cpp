// SPDX-License-Identifier: MIT
// What every gate asks first.
#include "gates/harness/precondition.hpp"

#include <fmt/format.h>

#include <utility>

namespace kgate::gates {

Verdict failure(std::string detail, std::uint64_t assertions) {
  Verdict verdict;
  verdict.outcome = Outcome::fail;
  verdict.assertions = assertions;
  verdict.detail = std::move(detail);
  return verdict;
}

std::optional<Verdict> precondition(CaseRun& run, bool both_poisons) {
  if (const Status& status = run.oracle_status(); !status.ok()) {
    return failure(fmt::format("the oracle refused the case: {}", status.message()));
  }
  for (std::size_t poison = 0; poison < (both_poisons ? kPoisons.size() : 1); ++poison) {
    if (const Status& status = run.device(poison).status; !status.ok()) {
      return failure(std::string(status.message()));
    }
  }
  return std::nullopt;
}

Verdict verdict_of(const Comparison& comparison) {
  if (comparison.compared == 0) {
    return failure("nothing was compared");
  }
  if (comparison.differing != 0) {
    return failure(fmt::format("{} of {} elements differ; first {}", comparison.differing,
                               comparison.compared, comparison.first),
                   comparison.compared);
  }
  Verdict verdict;
  verdict.assertions = comparison.compared;
  return verdict;
}

}  // namespace kgate::gates
