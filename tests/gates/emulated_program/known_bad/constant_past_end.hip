// SPDX-License-Identifier: MIT
// A table in constant memory is indexed by the places of rows, of which it has one.
// finding: out of bounds
// kernel: look_up
#include "tests/gates/emulated_program/corpus_program.hpp"

__constant__ int table[16];

__global__ void look_up(const int* which, int* out) {
  out[threadIdx.x] = table[which[threadIdx.x]];  // FAULT
}

int main() {
  std::vector<int> values(16);
  std::vector<int> indices(16);
  for (int i = 0; i < 16; ++i) {
    values[i] = 100 + i;
#ifdef TWIN
    indices[i] = i;
#else
    indices[i] = i * 1024;
#endif
  }
  HIP_CHECK(hipMemcpyToSymbol(HIP_SYMBOL(table), values.data(), sizeof(table)));
  DeviceArray<int> which(indices);
  DeviceArray<int> out(16);
  look_up<<<1, 16>>>(which.data(), out.data());
  return verdict(out.host()[15] == 115);
}
