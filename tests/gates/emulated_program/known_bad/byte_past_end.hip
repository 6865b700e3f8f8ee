// SPDX-License-Identifier: MIT
// A string is copied with the terminator that its buffer has no room for.
// finding: out of bounds
// kernel: copy_text
// says: write of 1 bytes
#include <cstring>

#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void copy_text(const char* from, char* to, int length) {
  const int i = static_cast<int>(threadIdx.x);
  if (i <= length) {
    to[i] = from[i];  // FAULT
  }
}

int main() {
  const std::string text = "thirteen characters and more";
  const std::vector<char> bytes(text.c_str(), text.c_str() + text.size() + 1);
  DeviceArray<char> from(bytes);
#ifdef TWIN
  DeviceArray<char> to(text.size() + 1);
#else
  DeviceArray<char> to(text.size());
#endif
  copy_text<<<1, 64>>>(from.data(), to.data(), static_cast<int>(text.size()));
  const std::vector<char> copy = to.host();
  return verdict(std::memcmp(copy.data(), text.c_str(), copy.size()) == 0);
}
