// SPDX-License-Identifier: MIT
// Memory that host and device share is no larger on the device.
// finding: out of bounds
// kernel: prefix
// says: hipMallocManaged
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void prefix(int* sums, int count) {
  for (int i = 1; i <= count; ++i) {
    sums[i] = sums[i - 1] + i;  // FAULT
  }
}

int main() {
  constexpr int kCount = 20;
  int* sums = nullptr;
#ifdef TWIN
  HIP_CHECK(hipMallocManaged(reinterpret_cast<void**>(&sums), (kCount + 1) * sizeof(int)));
#else
  HIP_CHECK(hipMallocManaged(reinterpret_cast<void**>(&sums), kCount * sizeof(int)));
#endif
  sums[0] = 0;
  prefix<<<1, 1>>>(sums, kCount);
  HIP_CHECK(hipDeviceSynchronize());
  const bool right = sums[kCount - 1] == kCount * (kCount - 1) / 2;
  HIP_CHECK(hipFree(sums));
  return verdict(right);
}
