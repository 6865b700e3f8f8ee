// SPDX-License-Identifier: MIT
// A recursion without its end.
// finding: out of bounds
// kernel: depth
// says: scratch
#include "tests/gates/emulated_program/corpus_program.hpp"

__device__ __attribute__((noinline)) int descend(const int* next, int at, int depth) {  // FAULT
  volatile int frame[32];
  frame[depth & 31] = depth;
#ifdef TWIN
  if (depth == 8) return depth;
#endif
  if (at < 0) return depth;
  const int below = descend(next, next[at], depth + 1);
  return below + frame[depth & 31] - depth;
}

__global__ void depth(const int* next, int* out) { *out = descend(next, 0, 0); }

int main() {
  DeviceArray<int> next(std::vector<int>{0});
  DeviceArray<int> out(1);
  depth<<<1, 1>>>(next.data(), out.data());
  return verdict(out.host()[0] == 8);
}
