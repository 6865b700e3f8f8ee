// SPDX-License-Identifier: MIT
// The first work-item has no left neighbour.
// finding: out of bounds
// kernel: difference
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void difference(const int* in, int* out) {
  const int i = static_cast<int>(threadIdx.x);
#ifdef TWIN
  const int left = i > 0 ? in[i - 1] : 0;
#else
  const int left = in[i - 1];  // FAULT
#endif
  out[i] = in[i] - left;
}

int main() {
  std::vector<int> squares(64);
  for (int i = 0; i < 64; ++i) squares[i] = i * i;
  DeviceArray<int> in(squares);
  DeviceArray<int> out(64);
  difference<<<1, 64>>>(in.data(), out.data());
  return verdict(out.host()[63] == 2 * 63 - 1);
}
