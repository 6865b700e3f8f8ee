// SPDX-License-Identifier: MIT
// __any, __all, __ballot and shuffles from a chosen lane decide a loop that lanes leave one by one.
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void collatz(const unsigned* starts, unsigned* steps, unsigned* longest) {
  unsigned value = starts[threadIdx.x];
  unsigned mine = 0;
  while (__any(value != 1)) {
    if (value != 1) {
      value = value % 2 == 0 ? value / 2 : 3 * value + 1;
      ++mine;
    }
  }
  steps[threadIdx.x] = mine;
  unsigned most = mine;
  for (int step = 16; step > 0; step /= 2) {
    const unsigned other = __shfl_xor(most, step, 32);
    most = other > most ? other : most;
  }
  if (threadIdx.x % 32 == 0) longest[threadIdx.x / 32] = most;
  if (!__all(value == 1)) steps[threadIdx.x] = 0;
}

int main() {
  std::vector<unsigned> starts(64);
  for (unsigned i = 0; i < 64; ++i) starts[i] = i + 1;
  DeviceArray<unsigned> in(starts);
  DeviceArray<unsigned> steps(64);
  DeviceArray<unsigned> longest(2);
  collatz<<<1, 64>>>(in.data(), steps.data(), longest.data());
  const std::vector<unsigned> result = steps.host();
  bool right = longest.host()[0] == 111;
  for (unsigned i = 0; i < 64; ++i) {
    unsigned count = 0;
    for (unsigned value = i + 1; value != 1; ++count) {
      value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    }
    right &= result[i] == count;
  }
  return verdict(right);
}
