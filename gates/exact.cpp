// SPDX-License-Identifier: MIT
// Gate: every output element has the oracle's bits.
#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/precondition.hpp"

namespace kgate::gates {
namespace {

Verdict run_exact(CaseRun& run) {
  if (std::optional<Verdict> failed = precondition(run)) {
    return *failed;
  }
  const Expectation& expected = run.expected();
  const Comparison found = compare(run.problem(), expected.after[0], run.device().after,
                                   expected.written, Select::written);
  return verdict_of(found);
}

}  // namespace

extern const Gate exact;
const Gate exact{"exact", "every output element, cache entries included, has the oracle's bits",
                 run_exact, ""};

}  // namespace kgate::gates
