// SPDX-License-Identifier: MIT
// A residual that is not stored.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (!is_statement(node)) {
    return;
  }
  const std::initializer_list<const char*> residual{"*residual*"};
  const bool assigned =
      node.kind == Kind::assign && mentions(node.child(0), out, "residual", residual);
  const bool stored = node.kind == Kind::call && out.is_named(node.name, "store", {"*store*"}) &&
                      mentions(node, out, "residual", residual);
  if (assigned || stored) {
    out.remove_statement(node);
  }
}

}  // namespace

extern const Operator drop_residual_store;
const Operator drop_residual_store{
    .stem = "drop_residual_store",
    .generic = false,
    .summary = "deletes a store of the residual",
    .before = "store(residual_out, sum);",
    .after = "",
    .names = "residual store",
    .find = find,
};

}  // namespace kgate::mutate
