// SPDX-License-Identifier: MIT
// Waves run a loop with a barrier different numbers of times.
// finding: barrier not reached by all waves
// kernel: rounds
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void rounds(int* counts) {
#ifdef TWIN
  const unsigned mine = 4;
#else
  const unsigned mine = 3 + threadIdx.x / 32;
#endif
  __shared__ unsigned done;
  if (threadIdx.x == 0) done = 0;
  for (unsigned round = 0; round < mine; ++round) {
    __syncthreads();  // FAULT
    if (threadIdx.x == 32) atomicAdd(&done, 1U);
  }
  if (threadIdx.x == 32) counts[0] = static_cast<int>(done);
}

int main() {
  DeviceArray<int> counts(1);
  rounds<<<1, 64>>>(counts.data());
  return verdict(counts.host()[0] == 4);
}
