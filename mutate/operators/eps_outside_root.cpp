// SPDX-License-Identifier: MIT
// Epsilon added after the root.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::call || node.children.size() != 2 || !node.is_written() ||
      !out.is_named(node.name, "root", {"*sqrt*", "square_root"})) {
    return;
  }
  const Node& sum = without_parens(node.child(1));
  if (sum.kind != Kind::binary || sum.op != "+") {
    return;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Node& eps = sum.child(i);
    if (refers_to(eps, out, "eps", {"eps", "epsilon", "*_eps", "*_epsilon"})) {
      out.replace(node,
                  "(" + out.text(node.child(0)) + "(" + out.text(sum.child(1 - i)) + ") + " +
                      out.text(eps) + ")",
                  "eps outside the root");
    }
  }
}

}  // namespace

extern const Operator eps_outside_root;
const Operator eps_outside_root{
    .stem = "eps_outside_root",
    .generic = false,
    .summary = "moves epsilon from under the root to behind it",
    .before = "sqrt(x + eps)",
    .after = "(sqrt(x) + eps)",
    .names = "root eps",
    .find = find,
};

}  // namespace kgate::mutate
