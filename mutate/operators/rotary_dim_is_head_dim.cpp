// SPDX-License-Identifier: MIT
// Rotation of the whole head.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  const bool named = node.kind == Kind::reference || node.kind == Kind::member;
  if (!named || !node.is_written() || !is_read(node) ||
      !out.is_named(node.name, "rotary_dim", {"rotary_dim", "rope_dim", "rot_dim", "n_rot"})) {
    return;
  }
  const std::string text = out.text(node);
  for (const std::string& other : out.names("head_dim", {"head_size", "head_dim"})) {
    const std::size_t at = text.rfind(node.name);
    out.replace(node, text.substr(0, at) + other, "rotary dim := " + other);
  }
}

}  // namespace

extern const Operator rotary_dim_is_head_dim;
const Operator rotary_dim_is_head_dim{
    .stem = "rotary_dim_is_head_dim",
    .generic = false,
    .summary = "takes the size of the head for the rotary dim",
    .before = "rope.rotary_dim",
    .after = "rope.head_size",
    .names = "rotary_dim head_dim",
    .find = find,
};

}  // namespace kgate::mutate
