// SPDX-License-Identifier: MIT
// The product of a row number and a row length does not fit 32 bits.
// finding: out of bounds
// kernel: middle_of_row
#include "tests/gates/emulated_program/corpus_program.hpp"

#ifdef TWIN
using Index = long long;
#else
using Index = int;
#endif

// One byte in `step` of the matrix is kept.
__global__ void middle_of_row(const char* kept, char* out, Index row_length, Index step) {
  const Index row = static_cast<Index>(threadIdx.x);
  const Index at = row * row_length + row_length / 2;
  out[threadIdx.x] = kept[at / step];  // FAULT
}

int main() {
  constexpr int kRows = 64;
  std::vector<char> bytes(2 * kRows);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i);
  DeviceArray<char> kept(bytes);
  DeviceArray<char> out(kRows);
  middle_of_row<<<1, kRows>>>(kept.data(), out.data(), 1 << 26, 1 << 25);
  return verdict(out.host()[40] == 81);
}
