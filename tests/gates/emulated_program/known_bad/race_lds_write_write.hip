// SPDX-License-Identifier: MIT
// Every wave stores its own count to one variable of the workgroup.
// finding: data race
// kernel: count_positive
// options: --hazards
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void count_positive(const int* data, int* count) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  const int mine = __popcll(__ballot(data[threadIdx.x] > 0));
  if (threadIdx.x % 32 == 0) {
#ifdef TWIN
    atomicAdd(&total, mine);
#else
    total = mine + static_cast<int>(threadIdx.x);  // FAULT
#endif
  }
  __syncthreads();
  if (threadIdx.x == 0) *count = total;
}

int main() {
  DeviceArray<int> data(std::vector<int>(128, 1));
  DeviceArray<int> count(1);
  count_positive<<<1, 128>>>(data.data(), count.data());
  return verdict(count.host()[0] == 128);
}
