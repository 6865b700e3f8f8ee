// SPDX-License-Identifier: MIT
// A counter steps over its end.
// finding: runaway wave
// kernel: every_second
// options: --limit 200000
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void every_second(unsigned* data, unsigned count) {
  unsigned sum = 0;
#ifdef TWIN
  for (unsigned i = 0; i < count; i += 2) sum ^= sum * 3 + data[i & 7];
#else
  for (unsigned i = 0; i != count; i += 2) sum ^= sum * 3 + data[i & 7];  // FAULT
#endif
  data[threadIdx.x] = sum;
}

int main() {
  DeviceArray<unsigned> data(std::vector<unsigned>(8, 0));
  every_second<<<1, 1>>>(data.data(), 7);
  return verdict(data.host()[0] == 0);
}
