// SPDX-License-Identifier: MIT
// An atomic on a counter inside a byte buffer, after a header of odd length.
// finding: misaligned access
// kernel: count
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void count(char* buffer, int header) {
  atomicAdd(reinterpret_cast<unsigned*>(buffer + header), 1U);  // FAULT
}

int main() {
  DeviceArray<char> buffer(std::vector<char>(64, 0));
#ifdef TWIN
  const int header = 8;
#else
  const int header = 10;
#endif
  count<<<2, 32>>>(buffer.data(), header);
  return verdict(buffer.host()[8] == 64);
}
