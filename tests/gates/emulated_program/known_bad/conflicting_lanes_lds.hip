// SPDX-License-Identifier: MIT
// A permutation is scattered into LDS by an index that is not one.
// finding: conflicting lanes
// kernel: permute
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void permute(int* data, unsigned factor) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 0;
  __syncthreads();
  tile[threadIdx.x * factor % 32] = data[threadIdx.x];  // FAULT
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = 10 + i;
  DeviceArray<int> data(values);
#ifdef TWIN
  const unsigned factor = 5;
#else
  const unsigned factor = 6;
#endif
  permute<<<1, 32>>>(data.data(), factor);
  return verdict(data.host()[5] == 11);
}
