// SPDX-License-Identifier: MIT
// The first workgroup publishes its result with a plain flag, and the others look at it.
// finding: data race
// kernel: publish
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void publish(int* result, int* ready, int* seen) {
  if (blockIdx.x == 0) {
    *result = 42;
    __threadfence();
    *ready = 1;  // SECOND
  }
#ifndef TWIN
  else {
    seen[blockIdx.x] = *ready != 0 ? *result : -1;  // FAULT
  }
#endif
}

__global__ void look(const int* result, const int* ready, int* seen) {
  seen[threadIdx.x] = *ready != 0 ? *result : -1;
}

int main() {
  DeviceArray<int> result(std::vector<int>{0});
  DeviceArray<int> ready(std::vector<int>{0});
  DeviceArray<int> seen(std::vector<int>(4, 0));
  publish<<<4, 1>>>(result.data(), ready.data(), seen.data());
  look<<<1, 4>>>(result.data(), ready.data(), seen.data());
  return verdict(seen.host()[3] == 42);
}
