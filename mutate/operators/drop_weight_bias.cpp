// SPDX-License-Identifier: MIT
// A weight without its bias.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary || node.op != "+" || !node.is_written()) {
    return;
  }
  const std::initializer_list<const char*> bias{"bias", "weight_bias", "*_bias", "weight_offset"};
  for (std::size_t i = 0; i < 2; ++i) {
    const Node& addend = without_parens(node.child(i));
    const Node& kept = node.child(1 - i);
    const bool one = addend.kind == Kind::literal && addend.type == TypeClass::floating &&
                     addend.name.starts_with('1') &&
                     mentions(kept, out, "weight", {"weight", "weights", "gain", "gamma", "w"});
    if ((one || refers_to(addend, out, "weight_bias", bias)) && kept.is_written()) {
      out.replace(node, out.text(kept), "drop the weight bias");
    }
  }
}

}  // namespace

extern const Operator drop_weight_bias;
const Operator drop_weight_bias{
    .stem = "drop_weight_bias",
    .generic = false,
    .summary = "drops the addend of a weight, as in Gemma's 1 + weight",
    .before = "weight + bias",
    .after = "weight",
    .names = "weight weight_bias",
    .find = find,
};

}  // namespace kgate::mutate
