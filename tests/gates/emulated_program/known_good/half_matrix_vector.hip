// SPDX-License-Identifier: MIT
// A matrix in half precision times a vector, two elements at a time, summed in float.
#include <hip/hip_fp16.h>

#include <cmath>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kColumns = 128;
constexpr int kRows = 40;

__global__ void multiply(const __half2* matrix, const __half2* vector, __half* out) {
  const int row = static_cast<int>(blockIdx.x * blockDim.y + threadIdx.y);
  float sum = 0.0F;
  for (unsigned i = threadIdx.x; i < kColumns / 2; i += 32) {
    const float2 a = __half22float2(matrix[row * (kColumns / 2) + i]);
    const float2 b = __half22float2(vector[i]);
    sum += a.x * b.x + a.y * b.y;
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor(sum, step, 32);
  if (threadIdx.x == 0) out[row] = __float2half(sum);
}

int main() {
  std::vector<__half> matrix(kRows * kColumns);
  std::vector<__half> vector(kColumns);
  // Quarters: products and sums of these are exact in float.
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    matrix[i] = __float2half(static_cast<float>(i % 19) * 0.25F - 2.0F);
  }
  for (std::size_t i = 0; i < vector.size(); ++i) {
    vector[i] = __float2half(static_cast<float>(i % 5) * 0.25F - 0.5F);
  }
  DeviceArray<__half> device_matrix(matrix);
  DeviceArray<__half> device_vector(vector);
  DeviceArray<__half> out(kRows);
  multiply<<<kRows / 4, dim3(32, 4)>>>(reinterpret_cast<const __half2*>(device_matrix.data()),
                                       reinterpret_cast<const __half2*>(device_vector.data()),
                                       out.data());
  const std::vector<__half> result = out.host();
  bool right = true;
  for (int row = 0; row < kRows; ++row) {
    float sum = 0.0F;
    for (int i = 0; i < kColumns; ++i) {
      sum += __half2float(matrix[row * kColumns + i]) * __half2float(vector[i]);
    }
    right &= __half2float(result[row]) == __half2float(__float2half(sum));
  }
  return verdict(right);
}
