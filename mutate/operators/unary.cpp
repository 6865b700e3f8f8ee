// SPDX-License-Identifier: MIT
// Without, or with another, unary operator.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::unary) {
    return;
  }
  if (node.op == "-" || node.op == "!" || node.op == "~") {
    // A negative number is a constant, which another operator changes.
    if (node.op_begin != kNowhere && node.child(0).kind != Kind::literal) {
      out.replace(node.op_begin, node.op_begin + 1, "");
    }
  } else if (node.op == "++" || node.op == "--") {
    out.replace_operator(node, node.op == "++" ? "--" : "++");
  }
}

}  // namespace

extern const Operator unary;
const Operator unary{
    .stem = "unary",
    .generic = true,
    .summary = "removes - ! and ~, and turns ++ into -- and back",
    .before = "-x",
    .after = "x",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
