// SPDX-License-Identifier: MIT
// A slot of -1 taken for a place.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary || !node.is_written()) {
    return;
  }
  const std::string bound = out.text(node.child(1));
  const bool slot =
      refers_to(node.child(0), out, "slot", {"slot", "slots", "*_slot", "slot_mapping"});
  if (!slot) {
    return;
  }
  if ((node.op == "<" && bound == "0") || (node.op == "==" && bound == "-1")) {
    out.replace(node, "false", "ignore slot -1");
  } else if ((node.op == ">=" && bound == "0") || (node.op == "!=" && bound == "-1")) {
    out.replace(node, "true", "ignore slot -1");
  }
}

}  // namespace

extern const Operator ignore_negative_slot;
const Operator ignore_negative_slot{
    .stem = "ignore_negative_slot",
    .generic = false,
    .summary = "removes the check that a slot is not negative",
    .before = "if (slot < 0)",
    .after = "if (false)",
    .names = "slot",
    .find = find,
};

}  // namespace kgate::mutate
