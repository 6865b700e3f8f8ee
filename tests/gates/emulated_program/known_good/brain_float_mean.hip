// SPDX-License-Identifier: MIT
// Column means of a matrix in bf16, through the conversions of hip_bfloat16.
#include <hip/hip_bfloat16.h>

#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void column_means(const hip_bfloat16* in, hip_bfloat16* out, int rows, int columns) {
  const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (column >= columns) return;
  float sum = 0.0F;
  for (int row = 0; row < rows; ++row) sum += static_cast<float>(in[row * columns + column]);
  out[column] = hip_bfloat16(sum / static_cast<float>(rows));
}

int main() {
  constexpr int kRows = 32;
  constexpr int kColumns = 100;
  std::vector<hip_bfloat16> values(kRows * kColumns);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = hip_bfloat16(static_cast<float>(i % 37) - 11.0F);
  }
  DeviceArray<hip_bfloat16> in(values);
  DeviceArray<hip_bfloat16> out(kColumns);
  column_means<<<2, 64>>>(in.data(), out.data(), kRows, kColumns);
  const std::vector<hip_bfloat16> result = out.host();
  bool right = true;
  for (int column = 0; column < kColumns; ++column) {
    float sum = 0.0F;
    for (int row = 0; row < kRows; ++row)
      sum += static_cast<float>(values[row * kColumns + column]);
    right &= result[column].data == hip_bfloat16(sum / kRows).data;
  }
  return verdict(right);
}
