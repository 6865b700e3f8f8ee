// SPDX-License-Identifier: MIT
// The table is freed before the launch that reads it.
// finding: use after free
// kernel: gather
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void gather(const int* table, int* out) {
  out[threadIdx.x] = table[31 - threadIdx.x];  // FAULT
}

int main() {
  std::vector<int> values(32, 4);
  int* table = nullptr;
  HIP_CHECK(hipMalloc(&table, values.size() * sizeof(int)));
  HIP_CHECK(hipMemcpy(table, values.data(), values.size() * sizeof(int), hipMemcpyHostToDevice));
  DeviceArray<int> out(32);
#ifndef TWIN
  HIP_CHECK(hipFree(table));
#endif
  gather<<<1, 32>>>(table, out.data());
  const bool right = out.host() == values;
#ifdef TWIN
  HIP_CHECK(hipFree(table));
#endif
  return verdict(right);
}
