// SPDX-License-Identifier: MIT
// A length that is no multiple of four is read four elements at a time.
// finding: out of bounds
// kernel: sums_of_four
// says: read of 16 bytes
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void sums_of_four(const float4* data, float* sums) {
  const float4 four = data[threadIdx.x];  // FAULT
  sums[threadIdx.x] = four.x + four.y + four.z + four.w;
}

int main() {
#ifdef TWIN
  DeviceArray<float> data(std::vector<float>(32, 0.25F));
#else
  DeviceArray<float> data(std::vector<float>(30, 0.25F));
#endif
  DeviceArray<float> sums(8);
  sums_of_four<<<1, 8>>>(reinterpret_cast<const float4*>(data.data()), sums.data());
  return verdict(sums.host()[7] == 1.0F);
}
