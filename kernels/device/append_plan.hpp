// SPDX-License-Identifier: MIT
// How many heads and units a launch over q, k and v has, for the launcher and the kernel alike.
#pragma once

#include "kernels/device/head_plan.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"

namespace kgate::device {

/// Heads of q, k and v together: all of q come first, then all of k, then all of v.
KGATE_HOST_DEVICE int append_heads(const RopeAppendArguments& arguments) {
  return (arguments.q.data != nullptr ? arguments.q_heads : 0) +
         (arguments.k.data != nullptr ? arguments.kv_heads : 0) +
         (arguments.v.data != nullptr ? arguments.kv_heads : 0);
}

/// Units of the larger of a q or k head and a v head.
KGATE_HOST_DEVICE int append_units(const RopeAppendArguments& arguments) {
  const int rotated = head_units(arguments.head_size, arguments.rope.rotary_dim);
  const int copied = arguments.v.data != nullptr ? head_units(arguments.v_head_size, 0) : 0;
  return rotated > copied ? rotated : copied;
}

/// Launch shape of each token.
KGATE_HOST_DEVICE HeadPlan append_plan(const RopeAppendArguments& arguments) {
  return head_plan(arguments.tokens, append_heads(arguments), append_units(arguments),
                   has_costly_angles(arguments.rope));
}

/// Whether a launch asks for nothing that the plain entries lack: append_heads.hpp.
KGATE_HOST_DEVICE bool is_plain(const RopeAppendArguments& arguments) {
  const RopeArguments& rope = arguments.rope;
  const KvCacheArguments& cache = arguments.cache;
  return (rope.angles == RopeAngles::table || rope.angles == RopeAngles::none) &&
         (rope.sections[0] | rope.sections[1] | rope.sections[2]) == 0 &&
         rope.q_scales == nullptr &&
         (cache.addressing == KvCacheAddressing::none || cache.type == arguments.activation);
}

}  // namespace kgate::device
