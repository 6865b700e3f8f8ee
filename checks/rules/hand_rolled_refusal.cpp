// SPDX-License-Identifier: MIT
// hand-rolled-refusal: a refusal that lists backends instead of asking the registry.
#include <fmt/format.h>

#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

void check(const Context& context, std::vector<RuleFinding>& findings) {
  for (const auto& decision : context.flow.decisions()) {
    if (decision.outcome == Outcome::refusal) {
      findings.push_back({decision.place,
                          fmt::format("{} refuses by listing backends", decision.how),
                          explain(context, decision),
                          {}});
    }
  }
  for (const auto& decision : context.flow.availability_refusals()) {
    findings.push_back(
        {decision.place,
         fmt::format("{} refuses by asking which backend is available", decision.how),
         {},
         {}});
  }
}

}  // namespace

extern const Rule hand_rolled_refusal;
const Rule hand_rolled_refusal{"hand-rolled-refusal",
                               "A refusal lists backends instead of asking the registry.",
                               "let the registry refuse: it names the op, the backend and the "
                               "condition that failed, and a new "
                               "backend needs no edit here",
                               check};

}  // namespace kgate::checks
