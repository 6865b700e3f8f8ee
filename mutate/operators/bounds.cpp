// SPDX-License-Identifier: MIT
// A loop that makes one step too many or too few.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  const bool loop = node.kind == Kind::for_ || node.kind == Kind::while_;
  const Node& condition = without_parens(node.child(node.kind == Kind::for_ ? 1 : 0));
  if (!loop || condition.kind != Kind::binary || !condition.is_written()) {
    return;
  }
  const Node& bound = condition.child(1);
  const bool compares = condition.op == "<" || condition.op == "<=" || condition.op == ">" ||
                        condition.op == ">=" || condition.op == "!=";
  if (compares && bound.is_written() && bound.type != TypeClass::floating) {
    const std::string text = out.text(bound);
    const std::string inner =
        bound.kind == Kind::reference || bound.kind == Kind::literal || bound.kind == Kind::member
            ? text
            : "(" + text + ")";
    out.replace(bound, inner + " - 1");
    out.replace(bound, inner + " + 1");
  }
}

}  // namespace

extern const Operator bounds;
const Operator bounds{
    .stem = "bounds",
    .generic = true,
    .summary = "moves the bound of a loop by one",
    .before = "i < n",
    .after = "i < n - 1",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
