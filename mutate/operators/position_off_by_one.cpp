// SPDX-License-Identifier: MIT
// A position one too high.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if ((node.kind != Kind::reference && node.kind != Kind::member && node.kind != Kind::subscript) ||
      !node.is_written() || !is_read(node) || node.type == TypeClass::pointer ||
      node.type == TypeClass::boolean || node.parent->kind == Kind::subscript) {
    return;
  }
  if (refers_to(node, out, "position",
                {"position", "positions", "pos", "*_position", "position_ids"})) {
    out.replace(node, "(" + out.text(node) + " + 1)", "position one too high");
  }
}

}  // namespace

extern const Operator position_off_by_one;
const Operator position_off_by_one{
    .stem = "position_off_by_one",
    .generic = false,
    .summary = "adds one to a position where it is read",
    .before = "angle(position)",
    .after = "angle((position + 1))",
    .names = "position",
    .find = find,
};

}  // namespace kgate::mutate
