// SPDX-License-Identifier: MIT
// A rounding too early.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary || !node.is_written() ||
      (node.op != "*" && node.op != "+" && node.op != "-") || node.type == TypeClass::integer ||
      node.type == TypeClass::pointer) {
    return;
  }
  const std::vector<std::string> rounders = out.names("round_trip", {"rounded_to<T>"});
  for (std::size_t i = 0; i < 2; ++i) {
    const Node& side = without_parens(node.child(i));
    const bool computed =
        side.kind == Kind::binary && (side.op == "*" || side.op == "+" || side.op == "-");
    if (computed && side.is_written() && side.type != TypeClass::integer) {
      for (const std::string& rounder : rounders) {
        out.replace(node.child(i), rounder + "(" + out.text(side) + ")", "round early");
      }
    }
  }
}

}  // namespace

extern const Operator round_early;
const Operator round_early{
    .stem = "round_early",
    .generic = false,
    .summary =
        "rounds the first factor of a product of three, or a sum before it is scaled, to the "
        "stored type",
    .before = "encode(x * inverse * gain)",
    .after = "encode(round(x * inverse) * gain)",
    .names = "round_trip",
    .find = find,
};

}  // namespace kgate::mutate
