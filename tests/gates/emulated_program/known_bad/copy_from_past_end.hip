// SPDX-License-Identifier: MIT
// Results are read back with a size in elements of another type.
// finding: out of bounds
// call: hipMemcpy
// says: source
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  std::vector<long long> host(50, -1);
  DeviceArray<int> device(std::vector<int>(50, 3));
#ifdef TWIN
  const std::size_t bytes = 50 * sizeof(int);
#else
  const std::size_t bytes = 50 * sizeof(long long);
#endif
  static_cast<void>(hipMemcpy(host.data(), device.data(), bytes, hipMemcpyDeviceToHost));
  return verdict(host[0] == 0x0000000300000003LL);
}
