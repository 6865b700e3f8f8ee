// SPDX-License-Identifier: MIT
// A stable radix sort of keys with values, four bits a pass, counts scanned on the device.
#include <algorithm>
#include <utility>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr unsigned kThreads = 64;
constexpr unsigned kDigits = 16;

__global__ void count_digits(const unsigned* keys, unsigned* counts, unsigned shift) {
  __shared__ unsigned mine[kDigits];
  if (threadIdx.x < kDigits) mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&mine[keys[blockIdx.x * kThreads + threadIdx.x] >> shift & 15], 1U);
  __syncthreads();
  // Digit by digit, so that a scan of all counts gives places.
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}

__global__ void scan_counts(unsigned* counts, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned value = counts[i];
    counts[i] = sum;
    sum += value;
  }
}

__global__ void scatter(const unsigned* keys, const unsigned* values, unsigned* out_keys,
                        unsigned* out_values, const unsigned* places, unsigned shift) {
  __shared__ unsigned char digits[kThreads];
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  const unsigned digit = keys[i] >> shift & 15;
  digits[threadIdx.x] = static_cast<unsigned char>(digit);
  __syncthreads();
  unsigned before = 0;
  for (unsigned j = 0; j < threadIdx.x; ++j) before += digits[j] == digit ? 1 : 0;
  const unsigned place = places[digit * gridDim.x + blockIdx.x] + before;
  out_keys[place] = keys[i];
  out_values[place] = values[i];
}

int main() {
  constexpr unsigned kGroups = 8;
  constexpr unsigned kCount = kGroups * kThreads;
  std::vector<std::pair<unsigned, unsigned>> pairs(kCount);
  std::vector<unsigned> keys(kCount);
  std::vector<unsigned> values(kCount);
  for (unsigned i = 0; i < kCount; ++i) {
    keys[i] = i * 40503U % 65536 & 0xFF0F;
    values[i] = i;
    pairs[i] = {keys[i], i};
  }
  DeviceArray<unsigned> keys_a(keys);
  DeviceArray<unsigned> values_a(values);
  DeviceArray<unsigned> keys_b(kCount);
  DeviceArray<unsigned> values_b(kCount);
  DeviceArray<unsigned> counts(kDigits * kGroups);
  unsigned* from[] = {keys_a.data(), values_a.data()};
  unsigned* to[] = {keys_b.data(), values_b.data()};
  for (unsigned shift = 0; shift < 16; shift += 4) {
    count_digits<<<kGroups, kThreads>>>(from[0], counts.data(), shift);
    scan_counts<<<1, 1>>>(counts.data(), kDigits * kGroups);
    scatter<<<kGroups, kThreads>>>(from[0], from[1], to[0], to[1], counts.data(), shift);
    std::swap(from, to);
  }
  std::sort(pairs.begin(), pairs.end());
  const std::vector<unsigned> sorted_keys = keys_a.host();
  const std::vector<unsigned> sorted_values = values_a.host();
  bool right = true;
  for (unsigned i = 0; i < kCount; ++i) {
    right &= sorted_keys[i] == pairs[i].first && sorted_values[i] == pairs[i].second;
  }
  return verdict(right);
}
