// SPDX-License-Identifier: MIT
// The opposite default.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  const bool declares =
      node.kind == Kind::field || node.kind == Kind::parameter || node.kind == Kind::variable;
  if (!declares || (node.kind == Kind::variable && node.parent != nullptr)) {
    return;
  }
  walk(node, [&out](const Node& value) {
    if (value.kind == Kind::literal && value.type == TypeClass::boolean && value.is_written()) {
      out.replace(value, value.name == "true" ? "false" : "true", "invert the default");
    }
  });
}

}  // namespace

extern const Operator invert_default;
const Operator invert_default{
    .stem = "invert_default",
    .generic = false,
    .summary = "inverts a boolean default: of a field, a parameter or a constant",
    .before = "bool fused = true;",
    .after = "bool fused = false;",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
