// SPDX-License-Identifier: MIT
// Only work-items with a value store to the tile, and all of it is summed.
// finding: uninitialised LDS read
// kernel: sum_of_group
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void sum_of_group(const int* data, int count, int* sum) {
  __shared__ int tile[64];
  const int i = static_cast<int>(threadIdx.x);
#ifdef TWIN
  tile[i] = i < count ? data[i] : 0;
#else
  if (i < count) tile[i] = data[i];
#endif
  __syncthreads();
  if (i == 0) {
    int mine = 0;
    for (int j = 0; j < 64; ++j) {
      mine += tile[j];  // FAULT
    }
    *sum = mine;
  }
}

int main() {
  DeviceArray<int> data(std::vector<int>(50, 2));
  DeviceArray<int> sum(1);
  sum_of_group<<<1, 64>>>(data.data(), 50, sum.data());
  return verdict(sum.host()[0] == 100);
}
