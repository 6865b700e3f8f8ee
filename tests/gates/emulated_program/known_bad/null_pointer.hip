// SPDX-License-Identifier: MIT
// An optional output is written without looking whether there is one.
// finding: out of bounds
// kernel: square_roots
// says: null pointer
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void square_roots(const float* in, float* roots) {
#ifdef TWIN
  if (roots == nullptr) return;
#endif
  roots[threadIdx.x] = sqrtf(in[threadIdx.x]);  // FAULT
}

int main() {
  DeviceArray<float> in(std::vector<float>(32, 3.0F));
  square_roots<<<1, 32>>>(in.data(), nullptr);
  return verdict(in.host()[31] == 3.0F);
}
