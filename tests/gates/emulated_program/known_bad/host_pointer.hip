// SPDX-License-Identifier: MIT
// A kernel is given the address of a variable on the host's stack.
// finding: out of bounds
// kernel: store
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void store(int* result) {
  *result = 7;  // FAULT
}

int main() {
  int result = 0;
#ifdef TWIN
  DeviceArray<int> device(1);
  store<<<1, 1>>>(device.data());
  result = device.host()[0];
#else
  store<<<1, 1>>>(&result);
  HIP_CHECK(hipDeviceSynchronize());
#endif
  return verdict(result == 7);
}
