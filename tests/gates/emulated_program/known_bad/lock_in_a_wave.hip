// SPDX-License-Identifier: MIT
// Lanes of one wave wait for a lock that another of its lanes holds: the loop of the others never
// lets it run on.
// finding: runaway wave
// kernel: increment
// options: --limit 200000
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void increment(int* lock, int* value) {
#ifdef TWIN
  atomicAdd(value, 1);
#else
  while (atomicCAS(lock, 0, 1) != 0) {  // FAULT
  }
  *value += 1;
  atomicExch(lock, 0);
#endif
}

int main() {
  DeviceArray<int> lock(std::vector<int>{0});
  DeviceArray<int> value(std::vector<int>{0});
  increment<<<1, 32>>>(lock.data(), value.data());
  return verdict(value.host()[0] == 32);
}
