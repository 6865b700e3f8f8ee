// SPDX-License-Identifier: MIT
// Another bit operator.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind != Kind::binary || node.type == TypeClass::other) {
    return;  // << of a stream is no shift
  }
  static const std::map<std::string, const char*> kOther{
      {"&", "|"}, {"|", "&"}, {"^", "&"}, {"<<", ">>"}, {">>", "<<"}};
  if (const auto at = kOther.find(node.op); at != kOther.end()) {
    out.replace_operator(node, at->second);
  }
}

}  // namespace

extern const Operator bitwise;
const Operator bitwise{
    .stem = "bitwise",
    .generic = true,
    .summary = "replaces & by |, | by &, ^ by &, << by >> and back",
    .before = "bits & mask",
    .after = "bits | mask",
    .names = "",
    .find = find,
};

}  // namespace kgate::mutate
