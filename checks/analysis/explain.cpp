// SPDX-License-Identifier: MIT
// Explanations that rules share.
#include "checks/rule.hpp"

namespace kgate::checks {

std::vector<Explanation> explain(const Context& context, const Decision& decision) {
  std::vector<Explanation> because;
  const auto elsewhere = [&](const Place& place) {
    return place.line != 0 &&
           (place.line != decision.place.line || place.file != decision.place.file);
  };
  if (decision.decided.line != 0) {
    because.push_back({decision.decided, "the argument decides " + decision.what + " here"});
  }
  if (decision.origin != 0) {
    const Origin& origin = context.flow.origin(decision.origin);
    if (elsewhere(origin.place)) {
      because.push_back({origin.place, "here " + origin.text});
    }
  }
  return because;
}

}  // namespace kgate::checks
