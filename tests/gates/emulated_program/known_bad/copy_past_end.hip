// SPDX-License-Identifier: MIT
// A copy of more bytes than the device has.
// finding: out of bounds
// call: hipMemcpy
// says: destination
#include "tests/gates/emulated_program/corpus_program.hpp"

int main() {
  std::vector<double> host(100, 2.0);
#ifdef TWIN
  DeviceArray<double> device(host.size());
#else
  DeviceArray<float> device(host.size());
#endif
  static_cast<void>(
      hipMemcpy(device.data(), host.data(), host.size() * sizeof(double), hipMemcpyHostToDevice));
  return verdict(true);
}
