// SPDX-License-Identifier: MIT
// A kernel writes whole groups of four; the next one reads the rest too.
// finding: uninitialised read
// kernel: total
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void fill_by_four(int* data, int count) {
  const int first = static_cast<int>(threadIdx.x) * 4;
  if (first + 4 <= count) {
    for (int i = 0; i < 4; ++i) data[first + i] = first + i;
  }
#ifdef TWIN
  else {
    for (int i = first; i < count; ++i) data[i] = i;
  }
#endif
}

__global__ void total(const int* data, int count, int* sum) {
  int mine = 0;
  for (int i = 0; i < count; ++i) {
    mine += data[i];  // FAULT
  }
  *sum = mine;
}

int main() {
  constexpr int kCount = 102;
  DeviceArray<int> data(kCount);
  DeviceArray<int> sum(1);
  fill_by_four<<<1, 32>>>(data.data(), kCount);
  total<<<1, 1>>>(data.data(), kCount, sum.data());
  return verdict(sum.host()[0] == kCount * (kCount - 1) / 2);
}
