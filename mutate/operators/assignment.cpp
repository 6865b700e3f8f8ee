// SPDX-License-Identifier: MIT
// Another compound assignment.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::assign) {
    return;
  }
  static const std::map<std::string, const char*> kOther{
      {"+=", "-="}, {"-=", "+="}, {"*=", "/="},   {"/=", "*="},   {"%=", "*="},
      {"&=", "|="}, {"|=", "&="}, {"<<=", ">>="}, {">>=", "<<="}, {"^=", "|="}};
  if (const auto at = kOther.find(node.op); at != kOther.end()) {
    if (node.child(0).type != TypeClass::pointer) {
      out.replace_operator(node, at->second);
    }
    out.replace_operator(node, "=");
  }
}

}  // namespace

extern const Operator assignment;
const Operator assignment{
    .stem = "assignment",
    .generic = true,
    .summary = "replaces += by -= and so on, and a compound assignment by a plain one",
    .before = "sum += x",
    .after = "sum -= x",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
