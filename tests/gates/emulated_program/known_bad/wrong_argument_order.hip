// SPDX-License-Identifier: MIT
// Two arguments of one type are exchanged: the input is written.
// finding: uninitialised read
// kernel: saxpy
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void saxpy(float a, const float* x, float* y) {
  y[threadIdx.x] = a * x[threadIdx.x];  // FAULT
}

int main() {
  DeviceArray<float> x(std::vector<float>(64, 2.0F));
  DeviceArray<float> y(64);
#ifdef TWIN
  saxpy<<<1, 64>>>(1.5F, x.data(), y.data());
  return verdict(y.host()[63] == 3.0F);
#else
  saxpy<<<1, 64>>>(1.5F, y.data(), x.data());
  return verdict(x.host()[63] == 3.0F);
#endif
}
