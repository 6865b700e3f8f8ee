// SPDX-License-Identifier: MIT
// Inline assembly returns a register that it does not write.
// finding: uninitialised register
// kernel: double_all
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void double_all(const int* in, int* out) {
  const int value = in[threadIdx.x];
  int doubled;
#ifdef TWIN
  asm volatile("v_lshlrev_b32 %0, 1, %1" : "=v"(doubled) : "v"(value));
#else
  asm volatile("v_add_nc_u32 %0, v77, %1" : "=v"(doubled) : "v"(value) : "v77");
#endif
  out[threadIdx.x] = doubled;  // FAULT
}

int main() {
  DeviceArray<int> in(std::vector<int>(32, 21));
  DeviceArray<int> out(32);
  double_all<<<1, 32>>>(in.data(), out.data());
  return verdict(out.host()[31] == 42);
}
