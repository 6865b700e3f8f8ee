// SPDX-License-Identifier: MIT
// The other pairing of a rotation.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  const bool chooses = node.kind == Kind::if_ || node.kind == Kind::conditional;
  if (chooses && mentions(node.child(0), out, "pairing",
                          {"*interleaved*", "*neox*", "*pairing*", "is_gptj", "rope_style"})) {
    const Node& condition = node.child(0);
    if (condition.is_written()) {
      out.replace(condition, "!(" + out.text(condition) + ")", "take the other pairing");
    }
  }
  // x[i + half] becomes x[i + 1], the neighbour.
  if (node.kind == Kind::binary && node.op == "+") {
    for (const Node* side : node.children) {
      if (refers_to(*side, out, "half", {"half", "half_*", "*_half"}) && side->is_written()) {
        out.replace(*side, "1", "pair with the neighbour");
      }
    }
  }
}

}  // namespace

extern const Operator swap_rope_pairing;
const Operator swap_rope_pairing{
    .stem = "swap_rope_pairing",
    .generic = false,
    .summary =
        "takes the interleaved pairs for the halves and back, by the flag or by the distance",
    .before = "if (interleaved)",
    .after = "if (!(interleaved))",
    .names = "pairing half",
    .find = find,
};

}  // namespace kgate::mutate
