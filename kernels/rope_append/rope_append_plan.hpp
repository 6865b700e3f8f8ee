// SPDX-License-Identifier: MIT
// The argument of rope_append's neox entries: what a launch works out once, on the host, for all
// its threads, and nothing else.
//
// A short launch waits for every line of its argument and of its code that it touches, so this
// holds no more than is read.
#pragma once

#include "kernels/device/head_plan.hpp"
#include "kernels/device/hip.hpp"
#include "kernels/kv_cache_contract.hpp"
#include "kernels/rope_append/rope_append_contract.hpp"

namespace kgate::device {

/// q, k or v: where heads are read from and written to. Strides are in elements.
struct NeoxHeads {
  const void* from;
  void* to;      ///< null: only the cache gets it
  void* cached;  ///< null in q, and where there is no cache
  int32_t from_token_stride;
  int32_t from_head_stride;
  int32_t to_token_stride;
  int32_t to_head_stride;
  int32_t cached_block_stride;
  int32_t cached_token_stride;
  int32_t cached_head_stride;
};

/// Heads are numbered: all of q come first, then all of k, then all of v. The lanes of group g have
/// head g and, in an entry with kParts parts, the heads g + groups, g + 2 * groups ...
struct RopeAppendNeoxLaunch {
  const void* positions;
  const void* table;
  int32_t tokens;
  int32_t q_heads;    ///< heads below this are q's; 0 without q
  int32_t qk_heads;   ///< heads below this, and not q's, are k's
  int32_t all_heads;  ///< heads below this, and not q's or k's, are v's
  int32_t groups;     ///< of lanes, in all workgroups of a token
  int32_t lane_bits;  ///< 1 << lane_bits threads share a head, a unit each
  int32_t threads;    ///< of a workgroup
  DataType position_type;
  uint32_t position_limit;
  int32_t rotary_dim;
  int32_t rotated_units;  ///< first units of a q or k head, which are rotated
  int32_t qk_units;       ///< of a q or k head
  int32_t v_units;
  int32_t table_stride;
  int32_t slot_count;  ///< 0 without a cache
  NeoxHeads q;
  NeoxHeads k;
  NeoxHeads v;
  const int64_t* slots;
  uint64_t* error;
  CacheBlocks cache;
};

/// Heads of a thread, all of them loaded before the first is rotated, where there are many tokens.
constexpr int kNeoxParts = 2;
constexpr int kMaxNeoxThreads = 512;

/// Launch shape of one token.
struct NeoxPlan {
  int parts;  ///< heads of a thread
  int groups;
  int threads;  ///< of a workgroup
  int workgroups;
};

/// A head a thread, in workgroups small enough for few tokens to fill the device; or all of a token
/// in one workgroup and kNeoxParts heads a thread, which finds the angles once for them.
KGATE_HOST_DEVICE NeoxPlan neox_plan(int64_t tokens, int heads, int lane_bits) {
  constexpr int64_t kManyTokens = 2048;
  NeoxPlan plan;
  plan.parts = kNeoxParts;
  plan.groups = (heads + kNeoxParts - 1) / kNeoxParts;
  plan.threads = ((plan.groups << lane_bits) + 31) / 32 * 32;
  plan.workgroups = 1;
  if (tokens < kManyTokens || plan.threads > kMaxNeoxThreads) {
    const int wanted = heads << lane_bits;
    plan.parts = 1;
    plan.groups = heads;
    plan.threads = wanted >= kMaxHeadThreads ? kMaxHeadThreads : (wanted + 31) / 32 * 32;
    plan.workgroups = (wanted + plan.threads - 1) / plan.threads;
  }
  return plan;
}

}  // namespace kgate::device
