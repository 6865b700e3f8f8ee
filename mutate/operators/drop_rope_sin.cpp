// SPDX-License-Identifier: MIT
// A rotation without its sine.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

const std::initializer_list<const char*> kSine{"sin", "sine", "sin_*", "*_sin", "sines", "sinf"};

void find(const Node& node, Proposals& out) {
  if (!refers_to(node, out, "sin", kSine) || !node.is_written() || !is_read(node)) {
    return;
  }
  const Node& parent = *node.parent;
  const bool factor = (parent.kind == Kind::binary && parent.op == "*") ||
                      (parent.kind == Kind::call && parent.children.size() == 4 &&
                       out.is_named(parent.name, "fma", {"*fma*", "*multiply_add*"}));
  if (factor) {
    out.replace(node, "(0 * " + out.text(node) + ")", "drop the sine term");
  }
}

}  // namespace

extern const Operator drop_rope_sin;
const Operator drop_rope_sin{
    .stem = "drop_rope_sin",
    .generic = false,
    .summary = "replaces the sine factor of a product by zero",
    .before = "x * sine",
    .after = "x * (0 * sine)",
    .names = "sin fma",
    .find = find,
};

}  // namespace kgate::mutate
