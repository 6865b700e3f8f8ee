// SPDX-License-Identifier: MIT
// A store that cuts instead of rounding.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

bool is_half(const Node& literal, const Proposals& out) {
  std::string digits = literal.name;
  while (!digits.empty() && (digits.back() == 'u' || digits.back() == 'U' || digits.back() == 'l' ||
                             digits.back() == 'L')) {
    digits.pop_back();
  }
  return out.is_named(digits, "rounding_constant",
                      {"0x7fff", "0x7FFF", "0x8000", "0xfff", "0x0fff", "0x1000", "0x7ffff",
                       "0x80000", "0x7fffffff"});
}

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary || node.op != "+" || !node.is_written()) {
    return;
  }
  const Node& parent = *node.parent;
  if (parent.kind == Kind::binary && parent.op == "+") {
    return;  // the whole sum is one edit
  }
  // The leftmost operand is what is rounded.
  const Node* first = &node;
  bool rounds = false;
  while (first->kind == Kind::binary && first->op == "+") {
    const Node& addend = without_parens(first->child(1));
    rounds = rounds || (addend.kind == Kind::literal && is_half(addend, out));
    first = &without_parens(first->child(0));
  }
  if (rounds && first->is_written()) {
    out.replace(node, out.text(*first), "cut instead of rounding");
  }
}

}  // namespace

extern const Operator truncate_store;
const Operator truncate_store{
    .stem = "truncate_store",
    .generic = false,
    .summary = "drops the addend that rounds to nearest in a conversion of bits",
    .before = "bits + 0x7fff + odd",
    .after = "bits",
    .names = "rounding_constant",
    .find = find,
};

}  // namespace kgate::mutate
