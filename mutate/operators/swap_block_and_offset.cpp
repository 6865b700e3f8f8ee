// SPDX-License-Identifier: MIT
// Block and offset of a slot in each other's place.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary || (node.op != "/" && node.op != "%")) {
    return;
  }
  if (refers_to(node.child(1), out, "block_size", {"block_size", "*_block_size", "page_size"})) {
    out.replace_operator(node, node.op == "/" ? "%" : "/");
  }
}

}  // namespace

extern const Operator swap_block_and_offset;
const Operator swap_block_and_offset{
    .stem = "swap_block_and_offset",
    .generic = false,
    .summary = "takes the remainder for the quotient of a slot and its block size, and back",
    .before = "slot / block_size",
    .after = "slot % block_size",
    .names = "block_size",
    .find = find,
};

}  // namespace kgate::mutate
