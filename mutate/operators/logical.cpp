// SPDX-License-Identifier: MIT
// The other logical operator.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind == Kind::binary && (node.op == "&&" || node.op == "||")) {
    out.replace_operator(node, node.op == "&&" ? "||" : "&&");
  }
}

}  // namespace

extern const Operator logical;
const Operator logical{
    .stem = "logical",
    .generic = true,
    .summary = "replaces && by || and back",
    .before = "a && b",
    .after = "a || b",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
