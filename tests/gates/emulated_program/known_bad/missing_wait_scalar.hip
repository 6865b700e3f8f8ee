// SPDX-License-Identifier: MIT
// A scalar load is waited for with a count: scalar loads return in any order.
// finding: missing wait
// kernel: add_pair
// options: --hazards
// says: no s_waitcnt lgkmcnt
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void add_pair(const int* pair, int* sum) {
  int first;
  int second;
  asm volatile("s_load_b32 %0, %1, 0x0" : "=&s"(first) : "s"(pair));  // SECOND
  asm volatile("s_load_b32 %0, %1, 0x4" : "=&s"(second) : "s"(pair));
#ifdef TWIN
  asm volatile("s_waitcnt lgkmcnt(0)" : "+s"(first), "+s"(second));
#else
  asm volatile("s_waitcnt lgkmcnt(1)" : "+s"(first));
#endif
  asm volatile("s_add_i32 %0, %0, 1" : "+s"(first) : : "scc");  // FAULT
  asm volatile("s_waitcnt lgkmcnt(0)" : "+s"(second));
  *sum = first + second;
}

int main() {
  DeviceArray<int> pair(std::vector<int>{30, 11});
  DeviceArray<int> sum(1);
  add_pair<<<1, 1>>>(pair.data(), sum.data());
  return verdict(sum.host()[0] == 42);
}
