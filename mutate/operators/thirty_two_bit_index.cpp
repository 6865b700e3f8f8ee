// SPDX-License-Identifier: MIT
// An index that wraps at 2^32.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

bool is_constant_product(const Node& node) {
  return without_parens(node.child(0)).kind == Kind::literal &&
         without_parens(node.child(1)).kind == Kind::literal;
}

void find(const Node& node, Proposals& out) {
  const bool is_wide = node.type == TypeClass::integer && node.bits == 64;
  if (!is_wide || !node.is_written()) {
    return;
  }
  const bool widens = node.kind == Kind::cast && node.child(0).type == TypeClass::integer &&
                      node.child(0).is_written();
  if (widens) {
    out.replace(node, "static_cast<unsigned>(" + out.text(without_parens(node.child(0))) + ")",
                "a 32-bit index");
  } else if (node.kind == Kind::binary && node.op == "*" && !is_constant_product(node)) {
    out.replace(node, "static_cast<unsigned>(" + out.text(node) + ")", "a 32-bit index");
  }
}

}  // namespace

extern const Operator thirty_two_bit_index;
const Operator thirty_two_bit_index{
    .stem = "thirty_two_bit_index",
    .generic = false,
    .summary = "narrows a 64-bit index to 32 bits",
    .before = "static_cast<int64_t>(row) * stride",
    .after = "static_cast<unsigned>(row) * stride",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
