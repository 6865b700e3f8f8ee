// SPDX-License-Identifier: MIT
// A vector path that does nothing, or is always taken.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::if_ || node.is_constant) {
    return;
  }
  const Node& condition = node.child(0);
  if (!condition.is_written() || !mentions(condition, out, "vector_path",
                                           {"*aligned*", "*vectorized*", "can_vector*",
                                            "use_vector*", "wide", "kWide", "is_wide"})) {
    return;
  }
  const bool negated = condition.kind == Kind::unary && condition.op == "!";
  const Node& path = node.child(negated ? 2 : 1);
  if (path.is_written()) {
    out.replace(path, "{}", "skip the vector path");
  }
  out.replace(condition, negated ? "false" : "true", "take the vector path for every address");
}

}  // namespace

extern const Operator skip_vector_path;
const Operator skip_vector_path{
    .stem = "skip_vector_path",
    .generic = false,
    .summary = "empties the vector path, and takes it for every address",
    .before = "if (aligned) { wide(); }",
    .after = "if (aligned) {}",
    .names = "vector_path",
    .find = find,
};

}  // namespace kgate::mutate
