// SPDX-License-Identifier: MIT
// Rows of the output overlap: the row length is not the one the array was made for.
// finding: data race
// kernel: number_rows
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void number_rows(int* out, unsigned stride) {
  out[blockIdx.x * stride + threadIdx.x] = static_cast<int>(blockIdx.x + 1);  // FAULT
}

int main() {
  DeviceArray<int> out(std::vector<int>(8 * 64, 0));
#ifdef TWIN
  const unsigned stride = 64;
#else
  const unsigned stride = 60;
#endif
  number_rows<<<8, 64>>>(out.data(), stride);
  return verdict(out.host()[8 * 64 - 1] == 8);
}
