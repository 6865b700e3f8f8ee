// SPDX-License-Identifier: MIT
// The destination of a load is written before the load has returned, which then overwrites it.
// finding: missing wait
// kernel: first_or_zero
// options: --hazards
// says: overwritten while
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void first_or_zero(const int* in, int* out) {
  const int* address = in + threadIdx.x;
  int value;
  asm volatile("global_load_b32 %0, %1, off" : "=&v"(value) : "v"(address));  // SECOND
#ifdef TWIN
  asm volatile("s_waitcnt vmcnt(0)" : "+v"(value));
#endif
  asm volatile("v_mov_b32 %0, 0" : "+v"(value));  // FAULT
  asm volatile("s_waitcnt vmcnt(0)" : "+v"(value));
  out[threadIdx.x] = value;
}

int main() {
  DeviceArray<int> in(std::vector<int>(32, 4));
  DeviceArray<int> out(32);
  first_or_zero<<<1, 32>>>(in.data(), out.data());
  return verdict(out.host()[31] == 0);
}
