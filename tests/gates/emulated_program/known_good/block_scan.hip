// SPDX-License-Identifier: MIT
// An exclusive prefix sum over many workgroups in three launches.
#include <numeric>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr unsigned kThreads = 64;

// Kogge and Stone's scan of one workgroup; returns what is before this work-item.
__device__ unsigned scan_group(unsigned value, unsigned* tile) {
  tile[threadIdx.x] = value;
  __syncthreads();
  for (unsigned step = 1; step < kThreads; step *= 2) {
    const unsigned before = threadIdx.x >= step ? tile[threadIdx.x - step] : 0;
    __syncthreads();
    tile[threadIdx.x] += before;
    __syncthreads();
  }
  return tile[threadIdx.x] - value;
}

__global__ void scan_groups(const unsigned* in, unsigned* out, unsigned* totals, unsigned count) {
  __shared__ unsigned tile[kThreads];
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  const unsigned value = i < count ? in[i] : 0;
  const unsigned before = scan_group(value, tile);
  if (i < count) out[i] = before;
  if (threadIdx.x == kThreads - 1 && totals != nullptr) totals[blockIdx.x] = before + value;
}

__global__ void add_offsets(unsigned* out, const unsigned* offsets, unsigned count) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i < count) out[i] += offsets[blockIdx.x];
}

int main() {
  constexpr unsigned kCount = 3001;
  constexpr unsigned kGroups = (kCount + kThreads - 1) / kThreads;
  static_assert(kGroups <= kThreads);
  std::vector<unsigned> values(kCount);
  for (unsigned i = 0; i < kCount; ++i) values[i] = i * i % 13;
  DeviceArray<unsigned> in(values);
  DeviceArray<unsigned> out(kCount);
  DeviceArray<unsigned> totals(kGroups);
  scan_groups<<<kGroups, kThreads>>>(in.data(), out.data(), totals.data(), kCount);
  scan_groups<<<1, kThreads>>>(totals.data(), totals.data(), nullptr, kGroups);
  add_offsets<<<kGroups, kThreads>>>(out.data(), totals.data(), kCount);
  std::vector<unsigned> expected(kCount);
  std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0U);
  return verdict(out.host() == expected);
}
