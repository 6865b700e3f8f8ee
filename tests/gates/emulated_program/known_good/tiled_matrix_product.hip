// SPDX-License-Identifier: MIT
// A matrix product through LDS tiles; whole numbers in float, so that the sums are exact.
#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int row = static_cast<int>(blockIdx.y) * kTile + static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(blockIdx.x) * kTile + static_cast<int>(threadIdx.x);
  float sum = 0.0F;
  for (int first = 0; first < k; first += kTile) {
    a_tile[threadIdx.y][threadIdx.x] = a[row * k + first + static_cast<int>(threadIdx.x)];
    b_tile[threadIdx.y][threadIdx.x] = b[(first + static_cast<int>(threadIdx.y)) * n + column];
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  constexpr int kM = 32;
  constexpr int kN = 48;
  constexpr int kK = 64;
  std::vector<float> a(kM * kK);
  std::vector<float> b(kK * kN);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 11) - 5.0F;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 7) - 3.0F;
  DeviceArray<float> device_a(a);
  DeviceArray<float> device_b(b);
  DeviceArray<float> device_c(kM * kN);
  multiply<<<dim3(kN / kTile, kM / kTile), dim3(kTile, kTile)>>>(device_a.data(), device_b.data(),
                                                                 device_c.data(), kN, kK);
  const std::vector<float> c = device_c.host();
  bool right = true;
  for (int row = 0; row < kM; ++row) {
    for (int column = 0; column < kN; ++column) {
      float sum = 0.0F;
      for (int i = 0; i < kK; ++i) sum += a[row * kK + i] * b[i * kN + column];
      right &= c[row * kN + column] == sum;
    }
  }
  return verdict(right);
}
