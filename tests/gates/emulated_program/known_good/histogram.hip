// SPDX-License-Identifier: MIT
// Byte counts: atomics on LDS inside a workgroup, on global memory between them.
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void histogram(const unsigned char* data, unsigned count, unsigned* bins) {
  __shared__ unsigned mine[256];
  for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) mine[bin] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    atomicAdd(&mine[data[i]], 1U);
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
    if (mine[bin] != 0) atomicAdd(&bins[bin], mine[bin]);
  }
}

int main() {
  std::vector<unsigned char> bytes(6000);
  std::vector<unsigned> expected(256, 0);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(i * i >> 3);
    ++expected[bytes[i]];
  }
  DeviceArray<unsigned char> data(bytes);
  DeviceArray<unsigned> bins(std::vector<unsigned>(256, 0));
  histogram<<<4, 128>>>(data.data(), static_cast<unsigned>(bytes.size()), bins.data());
  return verdict(bins.host() == expected);
}
