// SPDX-License-Identifier: MIT
// totals[chunk] = sum of its elements in order, one workgroup a chunk. The bug chosen by macro
// gives the same result again and again until waves, workgroups, wave size or approximations
// change.
#include "tests/gates/known_bad/chunk_totals.hpp"

#define __shared__ __attribute__((shared))

namespace {

__attribute__((device)) void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

}  // namespace

extern "C" __attribute__((global)) void chunk_totals(ChunkTotalsArguments a) {
  const int chunk = static_cast<int>(__builtin_amdgcn_workgroup_id_x());
  const int thread = static_cast<int>(__builtin_amdgcn_workitem_id_x());
  const float x = a.x[chunk * kChunk + thread];
  __shared__ float values[kChunk];
  values[thread] = x;
  barrier();
#if BUG_waves_in_order_of_arrival
  // Each thread adds to one place, as histograms and sums with atomics do.
  __shared__ float total;
  if (thread == 0) {
    total = 0.0f;
  }
  barrier();
  __hip_atomic_fetch_add(&total, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  barrier();
  if (thread == 0) {
    a.totals[chunk] = total;
  }
#elif BUG_sums_by_wave
  // Each wave sums its own elements first, so that the tree follows the wave size.
  const int wave = __builtin_amdgcn_wavefrontsize();
  __shared__ float partial[kChunk];
  if (thread % wave == 0) {
    float sum = 0.0f;
    for (int i = thread; i < thread + wave; ++i) {
      sum += values[i];
    }
    partial[thread / wave] = sum;
  }
  barrier();
  if (thread == 0) {
    float sum = 0.0f;
    for (int i = 0; i < kChunk / wave; ++i) {
      sum += partial[i];
    }
    a.totals[chunk] = sum;
  }
#else
  if (thread == 0) {
    float sum = 0.0f;
    for (int i = 0; i < kChunk; ++i) {
      sum += values[i];
    }
#if BUG_groups_in_order_of_arrival
    // One total of all, as split reductions keep.
    __hip_atomic_fetch_add(&a.totals[0], sum, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#elif BUG_stores_an_approximation
    a.totals[chunk] = __builtin_amdgcn_rcpf(sum);
#else
    a.totals[chunk] = sum;
#endif
  }
#endif
}
