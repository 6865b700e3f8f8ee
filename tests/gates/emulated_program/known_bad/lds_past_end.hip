// SPDX-License-Identifier: MIT
// The halo of a tile has one element on each side, its array only on one.
// finding: LDS out of bounds
// kernel: smooth
#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kCount = 64;

__global__ void smooth(const int* in, int* out) {
#ifdef TWIN
  __shared__ int tile[kCount + 2];
#else
  __shared__ int tile[kCount + 1];
#endif
  const int i = static_cast<int>(threadIdx.x);
  tile[i + 1] = in[i];
  if (i == 0) tile[0] = 0;
  if (i == kCount - 1) {
    tile[i + 2] = 0;  // FAULT
  }
  __syncthreads();
  out[i] = tile[i] + tile[i + 1] + tile[i + 2];
}

int main() {
  DeviceArray<int> in(std::vector<int>(kCount, 5));
  DeviceArray<int> out(kCount);
  smooth<<<1, kCount>>>(in.data(), out.data());
  const std::vector<int> result = out.host();
  return verdict(result[0] == 10 && result[1] == 15 && result[kCount - 1] == 10);
}
