// SPDX-License-Identifier: MIT
// Memory of the device is freed as if it were pinned host memory.
// finding: invalid free
// call: hipHostFree
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  void* memory = nullptr;
  HIP_CHECK(hipMalloc(&memory, 4096));
#ifdef TWIN
  static_cast<void>(hipFree(memory));
#else
  static_cast<void>(hipHostFree(memory));
#endif
  return verdict(true);
}
