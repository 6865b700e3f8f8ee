// SPDX-License-Identifier: MIT
// A branch by a scalar register that nothing set.
// finding: uninitialised register
// kernel: choose
// options: --hazards
// says: decides a branch
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void choose(int* out, int flag) {
  int chosen;
#ifdef TWIN
  asm volatile("s_mov_b32 s40, %0" : : "s"(flag) : "s40");
#endif
  asm volatile(  // FAULT
      "v_mov_b32 %0, 1\n"
      "s_cmp_eq_u32 s40, 1\n"
      "s_cbranch_scc1 1f\n"
      "v_mov_b32 %0, 2\n"
      "1:"
      : "=v"(chosen)
      :
      : "s40", "scc");
  out[threadIdx.x] = chosen;
}

int main() {
  DeviceArray<int> out(32);
  choose<<<1, 32>>>(out.data(), 1);
  return verdict(out.host()[31] == 1);
}
