// SPDX-License-Identifier: MIT
// Gate: no tensor's normalised mean squared error against the truth exceeds the family's bar.
#include <fmt/format.h>

#include <algorithm>

#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "gates/harness/precondition.hpp"
#include "gates/harness/truth_distance.hpp"

namespace kgate::gates {
namespace {

Verdict run_nmse(CaseRun& run) {
  if (std::optional<Verdict> failed = precondition(run)) {
    return *failed;
  }
  Verdict total;
  const Expectation& expected = run.expected();
  for (const bool on_device : {true, false}) {
    const Snapshot& snapshot = on_device ? run.device().after : expected.after[0];
    for (const auto& [name, tensor] : distances(run.problem(), expected, snapshot)) {
      const double bar = run.family().bars(run.one(), tensor.type).nmse;
      ++total.assertions;
      total.worst = std::max(total.worst, tensor.nmse());
      if (!(tensor.nmse() <= bar)) {
        total.outcome = Outcome::fail;
        total.detail = fmt::format("{}: NMSE {:.3g} against the truth, bar {:.3g} ({})", name,
                                   tensor.nmse(), bar, on_device ? "device" : "oracle");
        return total;
      }
    }
  }
  return total.assertions == 0 ? failure("the oracle named no true values") : total;
}

}  // namespace

extern const Gate nmse;
const Gate nmse{"nmse",
                "device and oracle are within the family's NMSE bar of the truth per tensor",
                run_nmse, "NMSE"};

}  // namespace kgate::gates
