// SPDX-License-Identifier: MIT
// The launch passes the number of elements where bytes are asked for.
// finding: LDS out of bounds
// kernel: reverse
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void reverse(float* data) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = data[threadIdx.x];  // FAULT
  __syncthreads();
  data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  constexpr unsigned kCount = 64;
  std::vector<float> values(kCount, 0.0F);
  values[3] = 7.0F;
  DeviceArray<float> data(values);
#ifdef TWIN
  const std::size_t bytes = kCount * sizeof(float);
#else
  const std::size_t bytes = kCount;
#endif
  reverse<<<1, kCount, bytes>>>(data.data());
  return verdict(data.host()[kCount - 4] == 7.0F);
}
