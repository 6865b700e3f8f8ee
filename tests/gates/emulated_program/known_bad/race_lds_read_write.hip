// SPDX-License-Identifier: MIT
// The tile is filled again while slower waves still read it.
// finding: data race
// kernel: mirror_tiles
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void mirror_tiles(int* data, int tiles) {
  __shared__ int tile[128];
  for (int t = 0; t < tiles; ++t) {
    int* mine = data + t * 128;
    tile[threadIdx.x] = mine[threadIdx.x];  // FAULT
    __syncthreads();
    mine[threadIdx.x] = tile[127 - threadIdx.x];  // SECOND
#ifdef TWIN
    __syncthreads();
#endif
  }
}

int main() {
  std::vector<int> values(3 * 128);
  for (int i = 0; i < 3 * 128; ++i) values[i] = i;
  DeviceArray<int> data(values);
  mirror_tiles<<<1, 128>>>(data.data(), 3);
  const std::vector<int> result = data.host();
  return verdict(result[0] == 127 && result[383] == 256);
}
