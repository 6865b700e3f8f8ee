// SPDX-License-Identifier: MIT
// A switch of the environment that does the opposite.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  const bool chooses = node.kind == Kind::if_ || node.kind == Kind::conditional ||
                       node.kind == Kind::return_ || node.kind == Kind::variable;
  const Node& value = node.child(0);
  const bool condition =
      node.kind == Kind::if_ || node.kind == Kind::conditional || value.type == TypeClass::boolean;
  if (chooses && condition && value.is_written() &&
      mentions(
          value, out, "environment",
          {"getenv", "secure_getenv", "env_*", "*_from_env", "parse_switch", "switch_state"})) {
    out.replace(value, "!(" + out.text(value) + ")", "invert the environment's switch");
  }
}

}  // namespace

extern const Operator invert_env;
const Operator invert_env{
    .stem = "invert_env",
    .generic = false,
    .summary = "inverts a condition that reads the environment",
    .before = "if (getenv(\"FUSED\"))",
    .after = "if (!(getenv(\"FUSED\")))",
    .names = "environment",
    .find = find,
};

}  // namespace kgate::mutate
