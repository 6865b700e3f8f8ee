// SPDX-License-Identifier: MIT
// A barrier that is not there.
#include "mutate/operator.hpp"

namespace kgate::mutate {
namespace {

void find(const Node& node, Proposals& out) {
  if (node.kind == Kind::call &&
      out.is_named(node.name, "barrier",
                   {"__syncthreads*", "__syncwarp", "__threadfence*", "__builtin_amdgcn_s_barrier",
                    "__builtin_amdgcn_fence", "*barrier*", "sync_group"})) {
    out.remove_statement(node);
  }
}

}  // namespace

extern const Operator drop_barrier;
const Operator drop_barrier{
    .stem = "drop_barrier",
    .generic = false,
    .summary = "deletes a barrier or fence",
    .before = "__syncthreads();",
    .after = "",
    .names = "barrier",
    .find = find,
};

}  // namespace kgate::mutate
