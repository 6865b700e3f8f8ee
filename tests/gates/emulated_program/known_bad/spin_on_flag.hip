// SPDX-License-Identifier: MIT
// A workgroup waits for a flag that nobody sets.
// finding: runaway wave
// kernel: wait_for
// options: --limit 200000
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void wait_for(const volatile int* flag, int* out) {
  while (*flag == 0) {  // FAULT
  }
  *out = 1;
}

int main() {
#ifdef TWIN
  DeviceArray<int> flag(std::vector<int>{1});
#else
  DeviceArray<int> flag(std::vector<int>{0});
#endif
  DeviceArray<int> out(1);
  wait_for<<<1, 1>>>(flag.data(), out.data());
  return verdict(out.host()[0] == 1);
}
