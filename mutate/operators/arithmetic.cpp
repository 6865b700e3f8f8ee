// SPDX-License-Identifier: MIT
// Another arithmetic operator.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary || node.type == TypeClass::pointer) {
    return;
  }
  static const std::map<std::string, const char*> kOpposite{
      {"+", "-"}, {"-", "+"}, {"*", "/"}, {"/", "*"}, {"%", "*"}};
  if (const auto at = kOpposite.find(node.op); at != kOpposite.end()) {
    out.replace_operator(node, at->second);
  }
}

}  // namespace

extern const Operator arithmetic;
const Operator arithmetic{
    .stem = "arithmetic",
    .generic = true,
    .summary = "replaces + - * / % by their opposite",
    .before = "a + b",
    .after = "a - b",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
