// SPDX-License-Identifier: MIT
// A check in the kernel ends the wave.
// finding: trap
// kernel: divide
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void divide(const int* numerators, const int* denominators, int* out) {
  const int denominator = denominators[threadIdx.x];
  if (denominator == 0) {
    __builtin_trap();  // FAULT
  }
  out[threadIdx.x] = numerators[threadIdx.x] / denominator;
}

int main() {
  std::vector<int> denominators(32, 3);
#ifndef TWIN
  denominators[20] = 0;
#endif
  DeviceArray<int> numerators(std::vector<int>(32, 12));
  DeviceArray<int> below(denominators);
  DeviceArray<int> out(32);
  divide<<<1, 32>>>(numerators.data(), below.data(), out.data());
  return verdict(out.host()[31] == 4);
}
