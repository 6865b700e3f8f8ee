// SPDX-License-Identifier: MIT
// Another comparison.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary) {
    return;
  }
  static const std::map<std::string, const char*> kOther{{"<", "<="}, {"<=", "<"},  {">", ">="},
                                                         {">=", ">"}, {"==", "!="}, {"!=", "=="}};
  if (const auto at = kOther.find(node.op); at != kOther.end()) {
    out.replace_operator(node, at->second);
  }
}

}  // namespace

extern const Operator relational;
const Operator relational{
    .stem = "relational",
    .generic = true,
    .summary = "replaces a comparison by the one that differs at equality, and == by != and back",
    .before = "a < b",
    .after = "a <= b",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
