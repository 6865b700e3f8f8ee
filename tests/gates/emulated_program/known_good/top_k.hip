// SPDX-License-Identifier: MIT
// The k greatest of a row with their places: a private heap a lane, merged by one work-item.
#include <algorithm>
#include <numeric>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kBest = 5;
constexpr int kThreads = 32;

struct Entry {
  float value;
  int place;
};

__device__ bool precedes(Entry a, Entry b) {
  return a.value > b.value || (a.value == b.value && a.place < b.place);
}

__device__ void insert(Entry* best, Entry entry) {
  for (int i = 0; i < kBest; ++i) {
    if (precedes(entry, best[i])) {
      const Entry pushed = best[i];
      best[i] = entry;
      entry = pushed;
    }
  }
}

__global__ void top(const float* in, int count, Entry* out) {
  __shared__ Entry all[kThreads * kBest];
  Entry best[kBest];
  for (Entry& entry : best) entry = {-1e30F, 1 << 30};
  for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) insert(best, {in[i], i});
  for (int i = 0; i < kBest; ++i) all[threadIdx.x * kBest + i] = best[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = kBest; i < kThreads * kBest; ++i) insert(best, all[i]);
    for (int i = 0; i < kBest; ++i) out[i] = best[i];
  }
}

int main() {
  std::vector<float> values(700);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * 271 % 333);
  DeviceArray<float> in(values);
  DeviceArray<Entry> out(kBest);
  top<<<1, kThreads>>>(in.data(), 700, out.data());
  std::vector<int> places(values.size());
  std::iota(places.begin(), places.end(), 0);
  std::sort(places.begin(), places.end(), [&](int a, int b) {
    return values[a] > values[b] || (values[a] == values[b] && a < b);
  });
  const std::vector<Entry> result = out.host();
  bool right = true;
  for (int i = 0; i < kBest; ++i) {
    right &= result[i].place == places[i] && result[i].value == values[places[i]];
  }
  return verdict(right);
}
