// SPDX-License-Identifier: MIT
// Variables of the device: counters, a table another kernel reads, a pointer between launches.
#include "tests/gates/emulated_program/corpus_program.hpp"

__device__ unsigned long long calls = 0;
__device__ int squares[64];
__device__ int* destination = nullptr;
__managed__ int scale = 3;

__global__ void fill_squares() {
  squares[threadIdx.x] = static_cast<int>(threadIdx.x * threadIdx.x);
  atomicAdd(&calls, 1ULL);
}

__global__ void set_destination(int* to) { destination = to; }

__global__ void store_scaled() {
  destination[threadIdx.x] = scale * squares[63 - threadIdx.x];
  atomicAdd(&calls, 1ULL);
}

int main() {
  DeviceArray<int> out(64);
  fill_squares<<<1, 64>>>();
  set_destination<<<1, 1>>>(out.data());
  HIP_CHECK(hipDeviceSynchronize());
  scale = 5;
  store_scaled<<<1, 64>>>();
  const std::vector<int> result = out.host();
  unsigned long long count = 0;
  HIP_CHECK(hipMemcpyFromSymbol(&count, HIP_SYMBOL(calls), sizeof(count)));
  int seven = 0;
  HIP_CHECK(hipMemcpyFromSymbol(&seven, HIP_SYMBOL(squares), sizeof(int), 7 * sizeof(int)));
  bool right = count == 128 && seven == 49;
  for (int i = 0; i < 64; ++i) right &= result[i] == 5 * (63 - i) * (63 - i);
  return verdict(right);
}
