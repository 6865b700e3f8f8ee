// SPDX-License-Identifier: MIT
// A statement that is not there.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (!is_statement(node)) {
    return;
  }
  switch (node.kind) {
    case Kind::call:
    case Kind::assign:
    case Kind::break_:
    case Kind::continue_:
      out.remove_statement(node);
      break;
    case Kind::unary:
      if (node.op == "++" || node.op == "--") {
        out.remove_statement(node);
      }
      break;
    case Kind::return_:
      if (node.child(0).kind == Kind::none) {
        out.remove_statement(node);
      }
      break;
    default:
      break;
  }
}

}  // namespace

extern const Operator statement_deletion;
const Operator statement_deletion{
    .stem = "statement_deletion",
    .generic = true,
    .summary = "deletes a call, an assignment, a counter step or a jump",
    .before = "store(x);",
    .after = "",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
