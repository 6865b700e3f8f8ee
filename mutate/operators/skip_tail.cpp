// SPDX-License-Identifier: MIT
// A remainder that nobody handles.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind == Kind::binary && node.op == "/" && node.is_written()) {
    const Node& above = without_parens(node.child(0));
    const std::string width = out.text(node.child(1));
    // a + b - 1, as (a + b) - 1.
    if (above.kind == Kind::binary && above.op == "-" &&
        out.text(above.child(1)).starts_with("1")) {
      const Node& sum = without_parens(above.child(0));
      if (sum.kind == Kind::binary && sum.op == "+" && out.text(sum.child(1)) == width) {
        out.replace(node.child(0), "(" + out.text(sum.child(0)) + ")", "round down, skip the tail");
      }
    }
  }
  if (node.kind == Kind::call && node.children.size() == 3 && node.is_written() &&
      out.is_named(node.name, "divide_up", {"*div_up*", "*ceil_div*", "*divide_up*", "cdiv"})) {
    out.replace(node, "((" + out.text(node.child(1)) + ") / (" + out.text(node.child(2)) + "))",
                "round down, skip the tail");
  }
  const bool conditional = node.kind == Kind::if_ || node.kind == Kind::while_;
  const Node& condition = node.child(node.kind == Kind::for_ ? 1 : 0);
  if ((conditional || node.kind == Kind::for_) && condition.is_written() &&
      mentions(condition, out, "tail", {"tail", "*_tail", "remainder", "leftover", "rest"})) {
    out.replace(condition, "false", "skip the tail");
  }
}

}  // namespace

extern const Operator skip_tail;
const Operator skip_tail{
    .stem = "skip_tail",
    .generic = false,
    .summary = "rounds a number of parts down instead of up, or leaves out what handles the tail",
    .before = "(n + width - 1) / width",
    .after = "(n) / width",
    .names = "divide_up tail",
    .find = find,
};

}  // namespace kgate::mutate
