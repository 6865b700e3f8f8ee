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

/// Sum over `groups` groups of 32 threads, at most kMaxRowGroups. `group_sums` is LDS for
/// kMaxRowGroups values, which no other sum of the workgroup may use before the next lds_barrier().
KGATE_DEVICE float workgroup_sum(float value, float* group_sums, int groups) {
  static_assert(kMaxRowGroups == 16, "the second tree below has four levels");
  value = group_sum(value);
  if (groups == 1) {
    return value;
  }
  const int lane = thread_index() % kGroupLanes;
  const int group = thread_index() / kGroupLanes;
  if (lane == 0) {
    group_sums[group] = value;
  }
  lds_barrier();
  const int source = lane % kMaxRowGroups;
  float sum = 0.0f;
  if (source < groups) {
    sum = group_sums[source];
  }
  sum = sum + lane_xor<1>(sum);
  sum = sum + lane_xor<2>(sum);
  sum = sum + lane_xor<4>(sum);
  sum = sum + lane_xor<8>(sum);
  return sum;
}

}  // namespace kgate::device
