// SPDX-License-Identifier: MIT
// availability-chain: availability queries of several backends joined into one condition.
#include <fmt/format.h>

#include "checks/rule.hpp"

namespace kgate::checks {
namespace {

void check(const Context& context, std::vector<RuleFinding>& findings) {
  for (const auto& meeting : context.flow.meetings()) {
    std::string queries;
    for (const Text query : meeting.queries) {
      queries += fmt::format("{}`{}`", queries.empty() ? "" : ", ", context.program.text(query));
    }
    findings.push_back({meeting.place,
                        fmt::format("availability of several backends is joined: {}", queries),
                        {},
                        {}});
  }
}

}  // namespace

extern const Rule availability_chain;
const Rule availability_chain{
    "availability-chain",
    "Availability queries of two or more backends are joined into one condition.",
    "ask the registry whether the op has a provider here: a backend added later is then not "
    "forgotten",
    check};

}  // namespace kgate::checks
