// SPDX-License-Identifier: MIT
// No epsilon.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary || node.op != "+" || !node.is_written()) {
    return;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Node& kept = node.child(1 - i);
    if (refers_to(node.child(i), out, "eps", {"eps", "epsilon", "*_eps", "*_epsilon"}) &&
        kept.is_written()) {
      out.replace(node, out.text(kept), "drop eps");
    }
  }
}

}  // namespace

extern const Operator drop_eps;
const Operator drop_eps{
    .stem = "drop_eps",
    .generic = false,
    .summary = "drops epsilon from a sum",
    .before = "mean + eps",
    .after = "mean",
    .names = "eps",
    .find = find,
};

}  // namespace kgate::mutate
