// SPDX-License-Identifier: MIT
// The other branch.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  std::size_t at = 0;
  switch (node.kind) {
    case Kind::if_:
    case Kind::while_:
    case Kind::conditional:
      break;
    case Kind::do_:
      at = 1;
      break;
    default:
      return;
  }
  const Node& condition = node.child(at);
  // A comparison for equality has its opposite from the relational operator.
  const bool equality =
      condition.kind == Kind::binary && (condition.op == "==" || condition.op == "!=");
  if (condition.is_written() && !equality) {
    out.replace(condition, "!(" + out.text(condition) + ")");
  }
}

}  // namespace

extern const Operator condition_negation;
const Operator condition_negation{
    .stem = "condition_negation",
    .generic = true,
    .summary = "negates the condition of an if, a loop or ?:",
    .before = "if (x)",
    .after = "if (!(x))",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
