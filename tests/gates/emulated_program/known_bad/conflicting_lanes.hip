// SPDX-License-Identifier: MIT
// All lanes of a wave store the index that they found, where only one may.
// finding: conflicting lanes
// kernel: find
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void find(const int* data, int wanted, int* where) {
  if (data[threadIdx.x] == wanted) {
#ifdef TWIN
    atomicMin(where, static_cast<int>(threadIdx.x));
#else
    *where = static_cast<int>(threadIdx.x);  // FAULT
#endif
  }
}

int main() {
  std::vector<int> values(32, 0);
  values[5] = values[9] = 1;
  DeviceArray<int> data(values);
  DeviceArray<int> where(std::vector<int>{1000});
  find<<<1, 32>>>(data.data(), 1, where.data());
  return verdict(where.host()[0] == 5);
}
