// SPDX-License-Identifier: MIT
// Recursive device functions: Ackermann's function, and permutations counted by depth first search.
#include "tests/gates/emulated_program/corpus_program.hpp"

__host__ __device__ __attribute__((noinline)) unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

// Ways to place queens on the rows from `row` on.
__host__ __device__ __attribute__((noinline)) unsigned queens(unsigned size, unsigned row,
                                                              unsigned columns, unsigned down,
                                                              unsigned up) {
  if (row == size) return 1;
  unsigned ways = 0;
  for (unsigned column = 0; column < size; ++column) {
    const unsigned here = 1U << column;
    if (((columns | down | up) & here) != 0) continue;
    ways += queens(size, row + 1, columns | here, (down | here) << 1, (up | here) >> 1);
  }
  return ways;
}

__global__ void compute(unsigned* out) {
  const unsigned i = threadIdx.x;
  out[i] = i < 6 ? ackermann(2, i) : queens(i - 5, 0, 0, 0, 0);
}

int main() {
  constexpr unsigned kCount = 11;
  DeviceArray<unsigned> out(kCount);
  compute<<<1, kCount>>>(out.data());
  const std::vector<unsigned> result = out.host();
  bool right = result[5] == 13 && result[10] == 10;
  for (unsigned i = 0; i < kCount; ++i) {
    right &= result[i] == (i < 6 ? ackermann(2, i) : queens(i - 5, 0, 0, 0, 0));
  }
  return verdict(right);
}
