// SPDX-License-Identifier: MIT
// A function that takes any pointer runs past an array in LDS.
// finding: LDS out of bounds
// kernel: longest
#include "tests/gates/emulated_program/corpus_program.hpp"

__device__ __attribute__((noinline)) int length_of(const char* text) {
  int length = 0;
  while (text[length] != 0) {  // FAULT
    ++length;
  }
  return length;
}

__global__ void longest(const char* text, int* out) {
  __shared__ char copy[16];
  copy[threadIdx.x] = text[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) *out = length_of(copy) + length_of(text);
}

int main() {
#ifdef TWIN
  const char* const text = "fifteen letters";
#else
  const char* const text = "sixteen letters!";
#endif
  std::vector<char> bytes(text, text + 16);
  bytes.push_back('\0');
  DeviceArray<char> device(bytes);
  DeviceArray<int> out(1);
  longest<<<1, 16>>>(device.data(), out.data());
  return verdict(out.host()[0] == 30);
}
