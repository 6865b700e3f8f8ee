// SPDX-License-Identifier: MIT
// The results are fetched after their memory was given back.
// finding: use after free
// call: hipMemcpy
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  std::vector<int> values(16, 8);
  int* memory = nullptr;
  HIP_CHECK(hipMalloc(&memory, 64));
  HIP_CHECK(hipMemset(memory, 0, 64));
#ifdef TWIN
  HIP_CHECK(hipMemcpy(values.data(), memory, 64, hipMemcpyDeviceToHost));
  HIP_CHECK(hipFree(memory));
  return verdict(values[15] == 0);
#else
  HIP_CHECK(hipFree(memory));
  static_cast<void>(hipMemcpy(values.data(), memory, 64, hipMemcpyDeviceToHost));
  return verdict(values[15] == 8);
#endif
}
