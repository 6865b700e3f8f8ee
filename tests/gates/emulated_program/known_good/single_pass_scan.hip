// SPDX-License-Identifier: MIT
// A prefix sum in one launch: workgroups take tickets and look back at the sums of earlier ones.
#include <numeric>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr unsigned kThreads = 64;
constexpr unsigned kHasSum = 1U << 30;
constexpr unsigned kHasPrefix = 2U << 30;
constexpr unsigned kValue = kHasSum - 1;

__device__ unsigned prefix_before(unsigned* states, unsigned ticket) {
  unsigned prefix = 0;
  for (unsigned other = ticket; other > 0;) {
    const unsigned state = atomicAdd(&states[other - 1], 0U);
    if (state == 0) continue;
    prefix += state & kValue;
    if ((state & kHasPrefix) != 0) break;
    --other;
  }
  return prefix;
}

__global__ void scan(const unsigned* in, unsigned* out, unsigned* tickets, unsigned* states) {
  __shared__ unsigned tile[kThreads];
  __shared__ unsigned ticket;
  __shared__ unsigned offset;
  if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1U);
  __syncthreads();
  const unsigned i = ticket * kThreads + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  for (unsigned step = 1; step < kThreads; step *= 2) {
    const unsigned before = threadIdx.x >= step ? tile[threadIdx.x - step] : 0;
    __syncthreads();
    tile[threadIdx.x] += before;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const unsigned sum = tile[kThreads - 1];
    atomicExch(&states[ticket], kHasSum | sum);
    offset = prefix_before(states, ticket);
    atomicExch(&states[ticket], kHasPrefix | (offset + sum));
  }
  __syncthreads();
  out[i] = offset + tile[threadIdx.x];
}

int main() {
  constexpr unsigned kGroups = 24;
  constexpr unsigned kCount = kGroups * kThreads;
  std::vector<unsigned> values(kCount);
  for (unsigned i = 0; i < kCount; ++i) values[i] = i % 17;
  DeviceArray<unsigned> in(values);
  DeviceArray<unsigned> out(kCount);
  DeviceArray<unsigned> tickets(std::vector<unsigned>{0});
  DeviceArray<unsigned> states(std::vector<unsigned>(kGroups, 0));
  scan<<<kGroups, kThreads>>>(in.data(), out.data(), tickets.data(), states.data());
  std::vector<unsigned> expected(kCount);
  std::partial_sum(values.begin(), values.end(), expected.begin());
  return verdict(out.host() == expected);
}
