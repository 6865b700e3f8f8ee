// SPDX-License-Identifier: MIT
// Another thread's or workgroup's place.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (!node.is_written()) {
    return;
  }
  const bool call = node.kind == Kind::call;
  const bool member = node.kind == Kind::member;
  const std::string& owner = member ? node.child(0).name : node.name;
  if (!call && !member) {
    return;
  }
  if (out.is_named(owner, "thread_index",
                   {"threadIdx", "__builtin_amdgcn_workitem_id_?", "thread_index", "lane_id"})) {
    out.replace(node, "(" + out.text(node) + " + 1)", "the next thread's index");
  } else if (out.is_named(owner, "workgroup_index",
                          {"blockIdx", "__builtin_amdgcn_workgroup_id_?", "workgroup_index*"})) {
    out.replace(node, "(0 * " + out.text(node) + ")", "the first workgroup's index");
  }
}

}  // namespace

extern const Operator thread_index;
const Operator thread_index{
    .stem = "thread_index",
    .generic = false,
    .summary = "shifts the index of a thread, zeroes that of a workgroup",
    .before = "threadIdx.x",
    .after = "(threadIdx.x + 1)",
    .names = "thread_index workgroup_index",
    .find = find,
};

}  // namespace kgate::mutate
