// SPDX-License-Identifier: MIT
// Rows are taken to be as long as the pitch in bytes, in elements.
// finding: out of bounds
// kernel: row_sums
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void row_sums(const int* matrix, std::size_t pitch, int columns, int* sums) {
  int sum = 0;
  for (int column = 0; column < columns; ++column) {
#ifdef TWIN
    const auto* row =
        reinterpret_cast<const int*>(reinterpret_cast<const char*>(matrix) + threadIdx.x * pitch);
    sum += row[column];
#else
    sum += matrix[threadIdx.x * pitch + column];  // FAULT
#endif
  }
  sums[threadIdx.x] = sum;
}

int main() {
  constexpr int kRows = 32;
  constexpr int kColumns = 20;
  void* matrix = nullptr;
  std::size_t pitch = 0;
  HIP_CHECK(hipMallocPitch(&matrix, &pitch, kColumns * sizeof(int), kRows));
  HIP_CHECK(hipMemset2D(matrix, pitch, 1, kColumns * sizeof(int), kRows));
  DeviceArray<int> sums(kRows);
  row_sums<<<1, kRows>>>(static_cast<const int*>(matrix), pitch, kColumns, sums.data());
  const bool right = sums.host().back() == kColumns * 0x01010101;
  HIP_CHECK(hipFree(matrix));
  return verdict(right);
}
