// SPDX-License-Identifier: MIT
// Sums of workgroups by a tree in LDS, then of the sums, until one is left.
#include <numeric>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr unsigned kThreads = 128;

__global__ void sum_groups(const int* in, int* out, unsigned count) {
  __shared__ int tile[kThreads];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < count ? in[i] : 0;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = tile[0];
}

int main() {
  std::vector<int> values(5000);
  std::iota(values.begin(), values.end(), -100);
  DeviceArray<int> in(values);
  DeviceArray<int> sums(kThreads);
  DeviceArray<int> sum(1);
  const auto count = static_cast<unsigned>(values.size());
  const unsigned groups = (count + kThreads - 1) / kThreads;
  sum_groups<<<groups, kThreads>>>(in.data(), sums.data(), count);
  sum_groups<<<1, kThreads>>>(sums.data(), sum.data(), groups);
  return verdict(sum.host()[0] == std::accumulate(values.begin(), values.end(), 0));
}
