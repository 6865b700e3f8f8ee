// SPDX-License-Identifier: MIT
// A reduction that misses a step.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

bool halves(const Node& step) {
  const bool by_two = step.child(1).name.starts_with("2") || step.child(1).name.starts_with("1");
  return step.kind == Kind::assign && (step.op == "/=" || step.op == ">>=") && by_two;
}

bool accumulates(const Node& body) {
  bool found = false;
  walk(body, [&found](const Node& node) {
    const bool fused = node.kind == Kind::assign && node.op == "=" &&
                       node.child(0).kind == Kind::reference && node.child(1).kind == Kind::call;
    found = found || (node.kind == Kind::assign && node.op == "+=") || fused;
  });
  return found;
}

void shorten_loop(const Node& loop, Proposals& out) {
  const Node& condition = without_parens(loop.child(1));
  const Node& step = loop.child(2);
  if (condition.kind != Kind::binary || !condition.child(1).is_written()) {
    return;
  }
  const Node& bound = condition.child(1);
  if (halves(step)) {
    out.replace(bound, out.text(bound) + " + 1", "skip the last level of the tree");
  } else if ((condition.op == "<" || condition.op == "<=") && accumulates(loop.child(3))) {
    out.replace(bound, "(" + out.text(bound) + ") - 1", "sum one element less");
  }
}

void find(const Node& node, Proposals& out) {
  if (node.kind == Kind::for_) {
    shorten_loop(node, out);
  }
  // value = value + exchange<8>(value): one level of a tree that is written out.
  if (node.kind == Kind::assign && is_statement(node) &&
      mentions(node.child(1), out, "lane_exchange",
               {"*shfl*", "lane_xor*", "*_dpp*", "*permlane*", "*ds_swizzle*"})) {
    out.remove_statement(node);
  }
}

}  // namespace

extern const Operator shorten_reduction;
const Operator shorten_reduction{
    .stem = "shorten_reduction",
    .generic = false,
    .summary = "leaves out the last level of a tree, or one element or lane exchange of a sum",
    .before = "for (offset = 16; offset > 0; offset /= 2)",
    .after = "for (offset = 16; offset > 1; offset /= 2)",
    .names = "lane_exchange",
    .find = find,
};

}  // namespace kgate::mutate
