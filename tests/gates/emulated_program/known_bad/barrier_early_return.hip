// SPDX-License-Identifier: MIT
// Work-items without an element return before the barrier that the others wait at.
// finding: barrier not reached by all waves
// kernel: sum_of_group
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void sum_of_group(const int* data, int count, int* sum) {
  __shared__ int total;
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0) total = 0;
#ifndef TWIN
  if (i >= count) return;
#endif
  __syncthreads();  // FAULT
  if (i < count) atomicAdd(&total, data[i]);
  __syncthreads();
  if (i == 0) *sum = total;
}

int main() {
  DeviceArray<int> data(std::vector<int>(64, 2));
  DeviceArray<int> sum(1);
  sum_of_group<<<1, 128>>>(data.data(), 64, sum.data());
  return verdict(sum.host()[0] == 128);
}
