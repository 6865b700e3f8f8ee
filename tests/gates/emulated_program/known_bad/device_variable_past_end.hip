// SPDX-License-Identifier: MIT
// Counters of workgroups in a variable of the device are indexed by the first work-item.
// finding: out of bounds
// kernel: count_groups
#include "tests/gates/emulated_program/corpus_program.hpp"

__device__ unsigned counters[8];

__global__ void count_groups() {
  if (threadIdx.x == 0) {
#ifdef TWIN
    atomicAdd(&counters[blockIdx.x], 1U);
#else
    atomicAdd(&counters[blockIdx.x * blockDim.x], 1U);  // FAULT
#endif
  }
}

int main() {
  count_groups<<<8, 1024>>>();
  HIP_CHECK(hipDeviceSynchronize());
  unsigned counts[8] = {};
  HIP_CHECK(hipMemcpyFromSymbol(counts, HIP_SYMBOL(counters), sizeof(counts)));
  return verdict(counts[0] == 1 && counts[7] == 1);
}
