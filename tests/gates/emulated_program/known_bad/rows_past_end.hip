// SPDX-License-Identifier: MIT
// A 2D copy with rows and columns exchanged.
// finding: out of bounds
// call: hipMemcpy2D
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  constexpr std::size_t kRows = 4;
  constexpr std::size_t kBytes = 64;
  std::vector<char> host(kBytes * kBytes, 'x');
  DeviceArray<char> device(kRows * kBytes);
#ifdef TWIN
  static_cast<void>(hipMemcpy2D(device.data(), kBytes, host.data(), kBytes, kBytes, kRows,
                                hipMemcpyHostToDevice));
#else
  static_cast<void>(hipMemcpy2D(device.data(), kBytes, host.data(), kBytes, kRows, kBytes,
                                hipMemcpyHostToDevice));
#endif
  return verdict(true);
}
