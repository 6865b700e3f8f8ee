// SPDX-License-Identifier: MIT
// The program ends without waiting for the kernel that fails.
// finding: out of bounds
// kernel: clear
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void clear(char* data) {
  data[threadIdx.x] = 0;  // FAULT
}

int main() {
  void* data = nullptr;
#ifdef TWIN
  HIP_CHECK(hipMalloc(&data, 64));
#else
  HIP_CHECK(hipMalloc(&data, 60));
#endif
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  clear<<<1, 64, 0, stream>>>(static_cast<char*>(data));
  static_cast<void>(hipStreamDestroy(stream));
  return verdict(true);
}
