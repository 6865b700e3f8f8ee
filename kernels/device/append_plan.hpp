// SPDX-License-Identifier: MIT
// What a launch over q, k and v works out once, on the host, for all its threads.
//
// In every thread these few divisions and selections would take longer than the rotation itself.
#pragma once

#include "kernels/device/head_plan.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"

namespace kgate::device {

/// The heads of a token are numbered: all of q come first, then all of k, then all of v.
struct AppendPlan {
  HeadPlan heads;     ///< how they are spread over threads
  int q_heads;        ///< heads below this are q's; 0 without q
  int qk_heads;       ///< heads below this, and not q's, are k's
  int all_heads;      ///< heads below this, and not q's or k's, are v's
  int rotated_units;  ///< first units of a q or k head, which are rotated
  int qk_units;       ///< units of a q or k head
  int v_units;        ///< units of a v head
  int units;          ///< the larger of the two
};

/// The kernel's argument: the contract's, and the plan the host has made for it.
struct RopeAppendLaunch {
  RopeAppendArguments arguments;
  AppendPlan plan;
};

inline AppendPlan append_plan(const RopeAppendArguments& arguments) {
  const RopeArguments& rope = arguments.rope;
  AppendPlan plan = {};
  plan.q_heads = arguments.q.data != nullptr ? arguments.q_heads : 0;
  plan.qk_heads = plan.q_heads + (arguments.k.data != nullptr ? arguments.kv_heads : 0);
  plan.all_heads = plan.qk_heads + (arguments.v.data != nullptr ? arguments.kv_heads : 0);
  plan.rotated_units = rotated_units(rope.rotary_dim);
  plan.qk_units = head_units(arguments.head_size, rope.rotary_dim);
  plan.v_units = arguments.v.data != nullptr ? head_units(arguments.v_head_size, 0) : 0;
  plan.units = plan.qk_units > plan.v_units ? plan.qk_units : plan.v_units;
  plan.heads =
      head_plan(arguments.tokens, plan.all_heads, plan.units, has_costly_angles(arguments.rope));
  return plan;
}

/// Whether a launch asks for nothing that the plain entries lack: append_heads.hpp.
inline bool is_plain(const RopeAppendArguments& arguments) {
  const RopeArguments& rope = arguments.rope;
  const KvCacheArguments& cache = arguments.cache;
  return (rope.angles == RopeAngles::table || rope.angles == RopeAngles::none) &&
         (rope.sections[0] | rope.sections[1] | rope.sections[2]) == 0 &&
         rope.q_scales == nullptr &&
         (cache.addressing == KvCacheAddressing::none || cache.type == arguments.activation);
}

}  // namespace kgate::device
