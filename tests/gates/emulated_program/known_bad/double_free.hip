// SPDX-License-Identifier: MIT
// Two owners free the same memory.
// finding: double free
// call: hipFree
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  void* memory = nullptr;
  HIP_CHECK(hipMalloc(&memory, 256));
  HIP_CHECK(hipFree(memory));
#ifndef TWIN
  static_cast<void>(hipFree(memory));
#endif
  return verdict(true);
}
