// SPDX-License-Identifier: MIT
// Each work-item also reads its right neighbour; the last has none.
// finding: out of bounds
// kernel: add_neighbour
// says: read of
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void add_neighbour(const float* in, float* out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
#ifdef TWIN
  const float right = i + 1 < count ? in[i + 1] : 0.0F;
#else
  const float right = in[i + 1];  // FAULT
#endif
  out[i] = in[i] + right;
}

int main() {
  constexpr int kCount = 256;
  std::vector<float> values(kCount, 1.5F);
  DeviceArray<float> in(values);
  DeviceArray<float> out(kCount);
  add_neighbour<<<2, 128>>>(in.data(), out.data(), kCount);
  const std::vector<float> result = out.host();
  return verdict(result.front() == 3.0F && result.back() == 1.5F);
}
