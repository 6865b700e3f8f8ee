// SPDX-License-Identifier: MIT
// A result of two words is stored to pinned memory of one.
// finding: out of bounds
// kernel: minimum_and_maximum
// says: hipHostMalloc
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void minimum_and_maximum(const int* data, int count, int* result) {
  int low = data[0];
  int high = data[0];
  for (int i = 1; i < count; ++i) {
    low = data[i] < low ? data[i] : low;
    high = data[i] > high ? data[i] : high;
  }
  volatile int* out = result;
  out[0] = low;
  out[1] = high;  // FAULT
}

int main() {
  DeviceArray<int> data(std::vector<int>{4, -3, 9, 0});
  int* result = nullptr;
#ifdef TWIN
  const std::size_t bytes = 2 * sizeof(int);
#else
  const std::size_t bytes = sizeof(int);
#endif
  HIP_CHECK(hipHostMalloc(reinterpret_cast<void**>(&result), bytes));
  minimum_and_maximum<<<1, 1>>>(data.data(), 4, result);
  HIP_CHECK(hipDeviceSynchronize());
  const bool right = result[0] == -3;
  HIP_CHECK(hipHostFree(result));
  return verdict(right);
}
