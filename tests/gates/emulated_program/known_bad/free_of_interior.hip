// SPDX-License-Identifier: MIT
// A pointer that was moved along is freed.
// finding: invalid free
// call: hipFree
// says: it is in hipMalloc #0
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  int* memory = nullptr;
  HIP_CHECK(hipMalloc(&memory, 64 * sizeof(int)));
  int* cursor = memory;
  for (int i = 0; i < 4; ++i) {
    HIP_CHECK(hipMemset(cursor, i, 16 * sizeof(int)));
    cursor += 16;
  }
#ifdef TWIN
  static_cast<void>(hipFree(memory));
#else
  static_cast<void>(hipFree(cursor - 16));
#endif
  return verdict(true);
}
