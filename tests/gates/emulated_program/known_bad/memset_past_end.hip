// SPDX-License-Identifier: MIT
// hipMemset counts bytes, hipMemsetD32 dwords.
// finding: out of bounds
// call: hipMemsetD32
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  DeviceArray<int> data(64);
#ifdef TWIN
  const std::size_t count = 64;
#else
  const std::size_t count = 64 * sizeof(int);
#endif
  static_cast<void>(hipMemsetD32(reinterpret_cast<hipDeviceptr_t>(data.data()), 0x01020304, count));
  return verdict(true);
}
