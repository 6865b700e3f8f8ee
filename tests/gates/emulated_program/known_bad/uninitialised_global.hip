// SPDX-License-Identifier: MIT
// The sums start from whatever the memory holds.
// finding: uninitialised read
// kernel: accumulate
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void accumulate(const int* values, int* sums) {
  sums[threadIdx.x] += values[threadIdx.x];  // FAULT
}

int main() {
  DeviceArray<int> values(std::vector<int>(64, 6));
  DeviceArray<int> sums(64);
#ifdef TWIN
  HIP_CHECK(hipMemset(sums.data(), 0, 64 * sizeof(int)));
#endif
  accumulate<<<1, 64>>>(values.data(), sums.data());
  accumulate<<<1, 64>>>(values.data(), sums.data());
  return verdict(sums.host()[63] == 12);
}
