// SPDX-License-Identifier: MIT
// A step of a reduction reads what another wave writes in the same step.
// finding: data race
// kernel: sum_of_group
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void sum_of_group(const int* data, int* sum) {
  __shared__ int tile[128];
  const unsigned i = threadIdx.x;
  tile[i] = data[i];
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2) {
    if (i < half) {
      tile[i] += tile[i + half];  // FAULT
    }
#ifdef TWIN
    __syncthreads();
#endif
  }
  if (i == 0) *sum = tile[0];
}

int main() {
  DeviceArray<int> data(std::vector<int>(128, 3));
  DeviceArray<int> sum(1);
  sum_of_group<<<1, 128>>>(data.data(), sum.data());
  return verdict(sum.host()[0] == 384);
}
