// SPDX-License-Identifier: MIT
// backend-kind-gate: a code path is picked by asking at run time which backend this is.
#include <fmt/format.h>

#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

void check(const Context& context, std::vector<RuleFinding>& findings) {
  for (const auto& decision : context.flow.decisions()) {
    if (decision.outcome == Outcome::action) {
      findings.push_back({decision.place,
                          fmt::format("{} decides {} by asking which backend this is", decision.how,
                                      decision.what),
                          explain(context, decision),
                          {}});
    }
  }
}

}  // namespace

extern const Rule backend_kind_gate;
const Rule backend_kind_gate{
    "backend-kind-gate",
    "A kernel or code path is picked by asking at run time which backend this is.",
    "register a provider for the backend and ask the registry for the op, or make the choice a "
    "default of the build",
    check};

}  // namespace kgate::checks
