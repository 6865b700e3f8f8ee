// SPDX-License-Identifier: MIT
// A stencil in place: a workgroup reads the element before its own, which another one writes.
// finding: data race
// kernel: smooth
// options: --hazards
// says: nothing orders two workgroups
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void smooth(const float* in, float* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i > 0) out[i] = 0.5F * (in[i - 1] + in[i]);  // FAULT
}

int main() {
  std::vector<float> values(256);
  for (int i = 0; i < 256; ++i) values[i] = static_cast<float>(i * i);
  DeviceArray<float> data(values);
  DeviceArray<float> other(256);
#ifdef TWIN
  float* const out = other.data();
#else
  float* const out = data.data();
#endif
  smooth<<<8, 32>>>(data.data(), out);
  return verdict((out == data.data() ? data : other).host()[100] == 9900.5F);
}
