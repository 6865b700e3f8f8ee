// SPDX-License-Identifier: MIT
// A number is read from the middle of a packed record.
// finding: misaligned access
// kernel: values_of
// options: --strict-alignment
#include "tests/gates/emulated_program/corpus_program.hpp"

struct Record {
#ifdef TWIN
  char tag[4];
#else
  char tag[3];
#endif
  char value[4];
};

__global__ void values_of(const Record* records, int* out) {
  out[threadIdx.x] = *reinterpret_cast<const int*>(records[threadIdx.x].value);  // FAULT
}

int main() {
  DeviceArray<Record> records(std::vector<Record>(8, Record{{}, {1, 0, 0, 0}}));
  DeviceArray<int> out(8);
  values_of<<<1, 8>>>(records.data(), out.data());
  return verdict(out.host()[7] == 1);
}
