// SPDX-License-Identifier: MIT
// Workgroups add their sums to one total without atomics.
// finding: data race
// kernel: total
// options: --hazards
// says: nothing orders two workgroups
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void total(const int* data, int* sum) {
  __shared__ int mine;
  if (threadIdx.x == 0) mine = 0;
  __syncthreads();
  atomicAdd(&mine, data[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
#ifdef TWIN
    atomicAdd(sum, mine);
#else
    *sum += mine;  // FAULT
#endif
  }
}

int main() {
  DeviceArray<int> data(std::vector<int>(256, 2));
  DeviceArray<int> sum(std::vector<int>{0});
  total<<<4, 64>>>(data.data(), sum.data());
  return verdict(sum.host()[0] == 512);
}
