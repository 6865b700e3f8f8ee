// SPDX-License-Identifier: MIT
// A store through a pointer to a constant that the compiler placed beside the code.
// finding: write to read-only memory
// kernel: replace_first
#include "tests/gates/emulated_program/corpus_program.hpp"

const __device__ int kPrimes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

__global__ void replace_first(int* out, unsigned which) {
  const int* prime = &kPrimes[which];
#ifdef TWIN
  out[0] = *prime;
#else
  int* writable = const_cast<int*>(prime);
  asm volatile("" : "+v"(writable));
  *writable = 1;  // FAULT
  out[0] = *writable;
#endif
}

int main() {
  DeviceArray<int> out(1);
  replace_first<<<1, 1>>>(out.data(), 3);
  return verdict(out.host()[0] == 7);
}
