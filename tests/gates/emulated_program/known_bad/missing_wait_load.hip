// SPDX-License-Identifier: MIT
// A loaded value is used before the wait for it.
// finding: missing wait
// kernel: increment
// options: --hazards
// says: no s_waitcnt vmcnt
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void increment(const int* in, int* out) {
  const int* address = in + threadIdx.x;
  int value;
  asm volatile("global_load_b32 %0, %1, off" : "=&v"(value) : "v"(address));  // SECOND
#ifdef TWIN
  asm volatile("s_waitcnt vmcnt(0)" : "+v"(value));
#endif
  asm volatile("v_add_nc_u32 %0, 1, %0" : "+v"(value));  // FAULT
  out[threadIdx.x] = value;
}

int main() {
  DeviceArray<int> in(std::vector<int>(32, 4));
  DeviceArray<int> out(32);
  increment<<<1, 32>>>(in.data(), out.data());
  return verdict(out.host()[31] == 5);
}
