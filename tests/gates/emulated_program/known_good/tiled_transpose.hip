// SPDX-License-Identifier: MIT
// A transpose through LDS tiles with a padded row, for sizes that no tile divides.
#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr unsigned kTile = 32;
constexpr unsigned kStep = 8;

template <class T>
__global__ void transpose(const T* in, T* out, unsigned rows, unsigned columns) {
  __shared__ T tile[kTile][kTile + 1];
  const unsigned column = blockIdx.x * kTile + threadIdx.x;
  for (unsigned y = threadIdx.y; y < kTile; y += kStep) {
    const unsigned row = blockIdx.y * kTile + y;
    if (row < rows && column < columns) tile[y][threadIdx.x] = in[row * columns + column];
  }
  __syncthreads();
  const unsigned out_column = blockIdx.y * kTile + threadIdx.x;
  for (unsigned y = threadIdx.y; y < kTile; y += kStep) {
    const unsigned out_row = blockIdx.x * kTile + y;
    if (out_row < columns && out_column < rows) {
      out[out_row * rows + out_column] = tile[threadIdx.x][y];
    }
  }
}

template <class T>
bool transposes(unsigned rows, unsigned columns) {
  std::vector<T> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i * 3);
  DeviceArray<T> in(values);
  DeviceArray<T> out(values.size());
  const dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  transpose<<<grid, dim3(kTile, kStep)>>>(in.data(), out.data(), rows, columns);
  const std::vector<T> result = out.host();
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned column = 0; column < columns; ++column) {
      if (result[column * rows + row] != values[row * columns + column]) return false;
    }
  }
  return true;
}

int main() {
  return verdict(transposes<float>(70, 45) && transposes<unsigned char>(33, 64) &&
                 transposes<double>(16, 50));
}
