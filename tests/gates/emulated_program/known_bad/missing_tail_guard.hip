// SPDX-License-Identifier: MIT
// The grid is rounded up to whole workgroups, and the last writes behind the array.
// finding: out of bounds
// kernel: scale
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void scale(float* data, int count, float factor) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
#ifdef TWIN
  if (i >= count) return;
#endif
  data[i] = factor * static_cast<float>(i);  // FAULT
}

int main() {
  constexpr int kCount = 300;
  DeviceArray<float> data(kCount);
  scale<<<(kCount + 127) / 128, 128>>>(data.data(), kCount, 0.5F);
  const std::vector<float> result = data.host();
  return verdict(result[1] == 0.5F && result[299] == 149.5F);
}
