// SPDX-License-Identifier: MIT
// A rounding that is not there.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind == Kind::call && node.children.size() == 2 && node.is_written() &&
      out.is_named(node.name, "round_call", {"rounded_to", "round_to", "round_trip*"})) {
    out.replace(node, "(" + out.text(node.child(1)) + ")", "do not round here");
  }
}

}  // namespace

extern const Operator round_late;
const Operator round_late{
    .stem = "round_late",
    .generic = false,
    .summary = "takes the value where it is rounded to the stored type and back",
    .before = "rounded_to<T>(x)",
    .after = "(x)",
    .names = "round_call",
    .find = find,
};

}  // namespace kgate::mutate
