// SPDX-License-Identifier: MIT
// Keeps the positive elements in order: ballots number them inside 32 lanes, LDS between them.
#include <algorithm>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr unsigned kThreads = 128;

__global__ void compact(const int* in, int* out, unsigned* kept) {
  __shared__ unsigned counts[kThreads / 32];
  const int value = in[threadIdx.x];
  const unsigned lane = threadIdx.x % 32;
  const unsigned shift = __lane_id() & ~31U;
  const auto votes = static_cast<unsigned>(__ballot(value > 0) >> shift);
  const unsigned before = static_cast<unsigned>(__popc(votes & ((1U << lane) - 1)));
  if (lane == 0) counts[threadIdx.x / 32] = static_cast<unsigned>(__popc(votes));
  __syncthreads();
  unsigned offset = 0;
  for (unsigned i = 0; i < threadIdx.x / 32; ++i) offset += counts[i];
  if (value > 0) out[offset + before] = value;
  if (threadIdx.x == kThreads - 1) *kept = offset + before + (value > 0 ? 1 : 0);
}

int main() {
  std::vector<int> values(kThreads);
  for (unsigned i = 0; i < kThreads; ++i) values[i] = static_cast<int>(i * 37 % 101) - 50;
  DeviceArray<int> in(values);
  DeviceArray<int> out(std::vector<int>(kThreads, 0));
  DeviceArray<unsigned> kept(1);
  compact<<<1, kThreads>>>(in.data(), out.data(), kept.data());
  std::vector<int> expected;
  std::copy_if(values.begin(), values.end(), std::back_inserter(expected),
               [](int value) { return value > 0; });
  std::vector<int> result = out.host();
  const bool all = kept.host()[0] == expected.size();
  result.resize(expected.size());
  return verdict(all && result == expected);
}
