// SPDX-License-Identifier: MIT
// Sum over the threads of a workgroup: the balanced binary tree over neighbouring threads.
//
// Level by level, value[i] becomes value[2i] + value[2i+1]; absent threads count as +0. Every
// thread gets the root. Exchanging partners leaves an IEEE addition's bits alone, so the xor
// butterfly is that tree, in waves of 32 and of 64.
#pragma once

#include "kernels/device/hip.hpp"
#include "kernels/device/row_plan.hpp"

namespace kgate::device {

/// Sum over an aligned group of 32 lanes, all active.
KGATE_DEVICE float group_sum(float value) {
  value = value + lane_xor<1>(value);
  value = value + lane_xor<2>(value);
  value = value + lane_xor<4>(value);
  value = value + lane_xor<8>(value);
  value = value + lane_xor<16>(value);
  return value;
}

/// One sum per group of 32 threads, in LDS, read by 16 bytes.
struct alignas(16) GroupSums {
  float value[kMaxRowGroups];
};

/// Hands the sum of this thread's group over; zero stands for the groups that are not there. Where
/// nothing else uses `value`, it must be computed_here(): clang moves the last exchange between
/// lanes (v_permlanex16) into the branch of the one lane that stores, where the others are not
/// active.
KGATE_DEVICE void share_group_sum(float value, GroupSums& group_sums, int groups) {
  const int thread = thread_index();
  if (thread % kGroupLanes == 0) {
    group_sums.value[thread / kGroupLanes] = value;
  }
  if (thread >= groups && thread < kMaxRowGroups) {
    group_sums.value[thread] = 0.0f;
  }
}

/// Sum of what all groups have shared, for every thread.
KGATE_DEVICE float sum_of_groups(const GroupSums& group_sums) {
  lds_barrier();
  // Every thread adds up the upper tree by itself: four broadcast reads and additions that overlap
  // take less time than four more exchanges, each waiting for the one before.
  GroupSums sums = group_sums;
  KGATE_UNROLL
  for (int step = 1; step < kMaxRowGroups; step *= 2) {
    KGATE_UNROLL
    for (int i = 0; i < kMaxRowGroups; i += 2 * step) {
      sums.value[i] = sums.value[i] + sums.value[i + step];
    }
  }
  return sums.value[0];
}

/// First half of workgroup_sum(): adds within groups and hands the groups' sums over. What a thread
/// does between the halves costs little, for it would wait there.
KGATE_DEVICE float begin_workgroup_sum(float value, GroupSums& group_sums, int groups) {
  value = group_sum(value);
  if (groups == 1) {
    return value;
  }
  share_group_sum(value, group_sums, groups);
  return value;
}

/// Second half: `value` is what the first returned.
KGATE_DEVICE float end_workgroup_sum(float value, const GroupSums& group_sums, int groups) {
  if (groups == 1) {
    return value;
  }
  return sum_of_groups(group_sums);
}

/// Sum over `groups` groups of 32 threads, at most kMaxRowGroups. `group_sums` is in LDS; no other
/// sum of the workgroup may use it before the next lds_barrier().
KGATE_DEVICE float workgroup_sum(float value, GroupSums& group_sums, int groups) {
  return end_workgroup_sum(begin_workgroup_sum(value, group_sums, groups), group_sums, groups);
}

}  // namespace kgate::device
