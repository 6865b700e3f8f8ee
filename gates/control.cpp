// SPDX-License-Identifier: MIT
// Gate: corrupted launches of this very case are rejected by the exact comparison.
#include <fmt/format.h>

#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/precondition.hpp"

namespace kgate::gates {
namespace {

Verdict run_control(CaseRun& run) {
  if (std::optional<Verdict> failed = precondition(run)) {
    return *failed;
  }
  Verdict total;
  const Expectation& expected = run.expected();
  for (const Control& control : run.family().controls) {
    Problem corrupted = run.problem();
    if (!control.corrupt(corrupted, run.seed())) {
      continue;
    }
    const LaunchResult result = run.launch(corrupted);
    if (!result.status.ok()) {
      return failure(
          fmt::format("control '{}' did not run: {}", control.name, result.status.message()),
          total.assertions);
    }
    const Comparison found =
        compare(run.problem(), expected.after[0], result.after, expected.written, Select::written);
    ++total.assertions;
    if (found.differing == 0) {
      return failure(fmt::format("control '{}' went unnoticed: {} elements equal", control.name,
                                 found.compared),
                     total.assertions);
    }
  }
  if (total.assertions == 0) {
    return failure("no control applies: this case cannot fail");
  }
  return total;
}

}  // namespace

extern const Gate control;
const Gate control{"control", "every seeded corruption of this launch is rejected", run_control,
                   ""};

}  // namespace kgate::gates
