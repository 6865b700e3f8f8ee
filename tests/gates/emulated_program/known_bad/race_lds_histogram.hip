// SPDX-License-Identifier: MIT
// Counters of a histogram in LDS are incremented without atomics.
// finding: data race
// kernel: histogram
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void histogram(const unsigned char* data, unsigned* counts) {
  __shared__ unsigned bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
#ifdef TWIN
  atomicAdd(&bins[data[threadIdx.x] & 15], 1U);
#else
  ++bins[data[threadIdx.x] & 15];  // FAULT
#endif
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  DeviceArray<unsigned char> data(std::vector<unsigned char>(256, 5));
  DeviceArray<unsigned> counts(16);
  histogram<<<1, 256>>>(data.data(), counts.data());
  const std::vector<unsigned> result = counts.host();
  return verdict(result[5] == 256 && result[4] == 0);
}
