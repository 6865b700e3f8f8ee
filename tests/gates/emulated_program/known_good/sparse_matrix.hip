// SPDX-License-Identifier: MIT
// A sparse matrix in compressed rows times a vector, eight lanes a row.
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void multiply(const int* begins, const int* columns, const double* values,
                         const double* x, double* y, int rows) {
  const int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / 8;
  const int lane = static_cast<int>(threadIdx.x % 8);
  double sum = 0.0;
  if (row < rows) {
    for (int i = begins[row] + lane; i < begins[row + 1]; i += 8) sum += values[i] * x[columns[i]];
  }
  for (int step = 4; step > 0; step /= 2) sum += __shfl_down(sum, step, 8);
  if (row < rows && lane == 0) y[row] = sum;
}

int main() {
  constexpr int kRows = 61;
  std::vector<int> begins{0};
  std::vector<int> columns;
  std::vector<double> values;
  std::vector<double> x(kRows);
  for (int row = 0; row < kRows; ++row) {
    x[row] = 0.5 * row - 7.0;
    for (int i = 0; i < row % 20; ++i) {
      columns.push_back((row * 7 + i * 11) % kRows);
      values.push_back(0.25 * (i - 4));
    }
    begins.push_back(static_cast<int>(columns.size()));
  }
  DeviceArray<int> device_begins(begins);
  DeviceArray<int> device_columns(columns);
  DeviceArray<double> device_values(values);
  DeviceArray<double> device_x(x);
  DeviceArray<double> y(kRows);
  multiply<<<(kRows * 8 + 63) / 64, 64>>>(device_begins.data(), device_columns.data(),
                                          device_values.data(), device_x.data(), y.data(), kRows);
  const std::vector<double> result = y.host();
  bool right = true;
  for (int row = 0; row < kRows; ++row) {
    double sum = 0.0;
    for (int i = begins[row]; i < begins[row + 1]; ++i) sum += values[i] * x[columns[i]];
    right &= result[row] == sum;
  }
  return verdict(right);
}
