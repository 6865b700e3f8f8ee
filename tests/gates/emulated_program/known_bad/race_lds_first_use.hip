// SPDX-License-Identifier: MIT
// No barrier between the stores to a tile and the loads of what other waves stored. In the order of
// this run a wave reads what nobody has stored yet.
// finding: uninitialised LDS read
// kernel: reverse
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void reverse(int* data) {
  __shared__ int tile[128];
  tile[threadIdx.x] = data[threadIdx.x];
#ifdef TWIN
  __syncthreads();
#endif
  data[threadIdx.x] = tile[127 - threadIdx.x];  // FAULT
}

int main() {
  std::vector<int> values(128);
  for (int i = 0; i < 128; ++i) values[i] = i;
  DeviceArray<int> data(values);
  reverse<<<1, 128>>>(data.data());
  return verdict(data.host()[0] == 127);
}
