// SPDX-License-Identifier: MIT
// Gate: nothing is written but the outputs, and every output byte is.
#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/precondition.hpp"

namespace kgate::gates {
namespace {

Verdict run_untouched(CaseRun& run) {
  if (std::optional<Verdict> failed = precondition(run, /*both_poisons=*/true)) {
    return *failed;
  }
  const Expectation& expected = run.expected();
  Verdict total;
  for (std::size_t poison = 0; poison < kPoisons.size(); ++poison) {
    const Snapshot& actual = run.device(poison).after;
    const Comparison outside = compare(run.problem(poison), initial_snapshot(run.problem(poison)),
                                       actual, expected.written, Select::unwritten);
    total.assertions += outside.compared;
    if (outside.differing != 0) {
      return failure("a byte no output names was changed: " + outside.first, total.assertions);
    }
  }
  // An output byte that is not written keeps its poison, and the two poisons differ.
  const Comparison written = compare(run.problem(), run.device(0).after, run.device(1).after,
                                     expected.written, Select::written);
  total.assertions += written.compared;
  if (written.differing != 0) {
    return failure("an output depends on what memory held before: " + written.first,
                   total.assertions);
  }
  if (total.assertions == 0) {
    return failure("nothing was compared");
  }
  return total;
}

}  // namespace

extern const Gate untouched;
const Gate untouched{"untouched",
                     "inputs, padding and unnamed entries keep their bytes; every output byte is "
                     "written under two poisons",
                     run_untouched, ""};

}  // namespace kgate::gates
