// SPDX-License-Identifier: MIT
// A barrier in a branch that only some lanes of a wave take.
// finding: barrier in divergent code
// kernel: pair_sums
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void pair_sums(int* data) {
  __shared__ int tile[32];
  tile[threadIdx.x] = data[threadIdx.x];
#ifdef TWIN
  __syncthreads();
#endif
  if (threadIdx.x < 16) {
#ifndef TWIN
    __syncthreads();  // FAULT
#endif
    data[threadIdx.x] = tile[2 * threadIdx.x] + tile[2 * threadIdx.x + 1];
  }
}

int main() {
  DeviceArray<int> data(std::vector<int>(32, 4));
  pair_sums<<<1, 32>>>(data.data());
  const std::vector<int> result = data.host();
  return verdict(result[15] == 8 && result[16] == 4);
}
