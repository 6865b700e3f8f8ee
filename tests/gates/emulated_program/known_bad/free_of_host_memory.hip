// SPDX-License-Identifier: MIT
// The copy on the host is freed as if it were the one on the device.
// finding: invalid free
// call: hipFree
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  std::vector<int> host(64, 1);
  int* device = nullptr;
  HIP_CHECK(hipMalloc(&device, host.size() * sizeof(int)));
  HIP_CHECK(hipMemcpy(device, host.data(), host.size() * sizeof(int), hipMemcpyHostToDevice));
#ifdef TWIN
  static_cast<void>(hipFree(device));
#else
  static_cast<void>(hipFree(host.data()));
#endif
  return verdict(host[63] == 1);
}
