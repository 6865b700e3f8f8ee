// SPDX-License-Identifier: MIT
// Memory is freed in stream order before the launch that uses it.
// finding: use after free
// kernel: bump
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void bump(int* data) {
  data[threadIdx.x] += 1;  // FAULT
}

int main() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  void* memory = nullptr;
  HIP_CHECK(hipMallocAsync(&memory, 128, stream));
  HIP_CHECK(hipMemsetAsync(memory, 0, 128, stream));
  bump<<<1, 32, 0, stream>>>(static_cast<int*>(memory));
#ifdef TWIN
  bump<<<1, 32, 0, stream>>>(static_cast<int*>(memory));
  HIP_CHECK(hipFreeAsync(memory, stream));
#else
  HIP_CHECK(hipFreeAsync(memory, stream));
  bump<<<1, 32, 0, stream>>>(static_cast<int*>(memory));
#endif
  HIP_CHECK(hipStreamSynchronize(stream));
  HIP_CHECK(hipStreamDestroy(stream));
  return verdict(true);
}
