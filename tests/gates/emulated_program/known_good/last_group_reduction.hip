// SPDX-License-Identifier: MIT
// One launch that sums: the workgroup that finishes last adds the sums of all.
#include <numeric>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr unsigned kThreads = 64;
constexpr unsigned kGroups = 16;

__device__ unsigned finished = 0;

__device__ int sum_of_group(int value) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();
  }
  const int sum = tile[0];
  __syncthreads();
  return sum;
}

__global__ void total(const int* data, int* sums, int* result) {
  __shared__ bool last;
  const int mine = sum_of_group(data[blockIdx.x * kThreads + threadIdx.x]);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = mine;
    __threadfence();
    last = atomicAdd(&finished, 1U) == kGroups - 1;
    if (last) finished = 0;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    const int all = sum_of_group(threadIdx.x < kGroups ? sums[threadIdx.x] : 0);
    if (threadIdx.x == 0) *result = all;
  }
}

int main() {
  std::vector<int> values(kGroups * kThreads);
  std::iota(values.begin(), values.end(), 5);
  DeviceArray<int> data(values);
  DeviceArray<int> sums(kGroups);
  DeviceArray<int> result(1);
  const int expected = std::accumulate(values.begin(), values.end(), 0);
  bool right = true;
  for (int round = 0; round < 2; ++round) {
    total<<<kGroups, kThreads>>>(data.data(), sums.data(), result.data());
    right &= result.host()[0] == expected;
  }
  return verdict(right);
}
