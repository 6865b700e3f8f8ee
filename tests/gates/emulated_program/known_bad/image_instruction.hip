// SPDX-License-Identifier: MIT
// An instruction of the texture units, which the emulator does not model.
// finding: instruction not modelled
// kernel: sample
// says: image_load
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void sample(int* out) {
  int value = 1;
#ifndef TWIN
  asm volatile("image_load %0, v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D" : "+v"(value));  // FAULT
#endif
  out[threadIdx.x] = value;
}

int main() {
  DeviceArray<int> out(32);
  sample<<<1, 32>>>(out.data());
  return verdict(out.host()[31] == 1);
}
