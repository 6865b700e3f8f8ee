// SPDX-License-Identifier: MIT
// Another returned value.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::return_) {
    return;
  }
  const Node& value = without_parens(node.child(0));
  if (!value.is_written() || value.kind == Kind::literal || value.kind == Kind::list) {
    return;  // a literal is a constant, which another operator changes
  }
  if (value.type == TypeClass::boolean) {
    out.replace(node.child(0), "!(" + out.text(value) + ")");
  } else if (value.type == TypeClass::integer || value.type == TypeClass::floating ||
             value.type == TypeClass::pointer || value.type == TypeClass::other ||
             value.type == TypeClass::dependent) {
    out.replace(node.child(0), "{}");
  }
}

}  // namespace

extern const Operator return_value;
const Operator return_value{
    .stem = "return_value",
    .generic = true,
    .summary = "returns a default value, or the opposite",
    .before = "return x;",
    .after = "return {};",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
