// SPDX-License-Identifier: MIT
// The lowest priority first.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary) {
    return;
  }
  static const std::map<std::string, const char*> kAround{
      {"<", ">"}, {">", "<"}, {"<=", ">="}, {">=", "<="}};
  const auto at = kAround.find(node.op);
  const std::initializer_list<const char*> priority{"priority", "*_priority", "rank"};
  if (at != kAround.end() && refers_to(node.child(0), out, "priority", priority) &&
      refers_to(node.child(1), out, "priority", priority)) {
    out.replace_operator(node, at->second);
  }
}

}  // namespace

extern const Operator priority_order;
const Operator priority_order{
    .stem = "priority_order",
    .generic = false,
    .summary = "turns a comparison of priorities around",
    .before = "a.priority > b.priority",
    .after = "a.priority < b.priority",
    .names = "priority",
    .find = find,
};

}  // namespace kgate::mutate
