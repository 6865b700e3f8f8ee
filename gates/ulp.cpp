// SPDX-License-Identifier: MIT
// Gate: no element is farther from the truth than the family's ulp bar, on the device or in the
// oracle.
#include <fmt/format.h>

#include <algorithm>

#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/precondition.hpp"
#include "gates/harness/truth_distance.hpp"

namespace kgate::gates {
namespace {

Verdict run_ulp(CaseRun& run) {
  if (std::optional<Verdict> failed = precondition(run)) {
    return *failed;
  }
  Verdict total;
  const Expectation& expected = run.expected();
  for (const bool on_device : {true, false}) {
    const Snapshot& snapshot = on_device ? run.device().after : expected.after[0];
    for (const auto& [name, tensor] : distances(run.problem(), expected, snapshot)) {
      const double bar = run.family().bars(run.one(), tensor.type).ulp;
      total.assertions += tensor.elements;
      total.worst = std::max(total.worst, tensor.worst_ulp);
      if (!(tensor.worst_ulp <= bar)) {
        total.outcome = Outcome::fail;
        total.detail =
            fmt::format("{}: {:.4g} ulp from the truth, bar {} ({}); {}", name, tensor.worst_ulp,
                        bar, on_device ? "device" : "oracle", tensor.worst_element);
        return total;
      }
    }
  }
  return total.assertions == 0 ? failure("the oracle named no true values") : total;
}

}  // namespace

extern const Gate ulp;
const Gate ulp{"ulp", "device and oracle are within the family's ulp bar of the truth per element",
               run_ulp, "ulp"};

}  // namespace kgate::gates
