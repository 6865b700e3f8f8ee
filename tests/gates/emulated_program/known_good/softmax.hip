// SPDX-License-Identifier: MIT
// Softmax of rows: the maximum, the sum of exponentials and the division, one workgroup a row.
#include <algorithm>
#include <cmath>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kColumns = 300;
constexpr int kThreads = 64;

template <class Join>
__device__ float reduce(float value, Join join) {
  __shared__ float tile[kThreads];
  tile[threadIdx.x] = value;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) tile[threadIdx.x] = join(tile[threadIdx.x], tile[threadIdx.x + half]);
    __syncthreads();
  }
  const float result = tile[0];
  __syncthreads();
  return result;
}

__global__ void softmax(const float* in, float* out) {
  const float* const row = in + blockIdx.x * kColumns;
  float high = -INFINITY;
  for (int i = static_cast<int>(threadIdx.x); i < kColumns; i += kThreads)
    high = fmaxf(high, row[i]);
  high = reduce(high, [](float a, float b) { return fmaxf(a, b); });
  float sum = 0.0F;
  for (int i = static_cast<int>(threadIdx.x); i < kColumns; i += kThreads) {
    sum += expf(row[i] - high);
  }
  sum = reduce(sum, [](float a, float b) { return a + b; });
  for (int i = static_cast<int>(threadIdx.x); i < kColumns; i += kThreads) {
    out[blockIdx.x * kColumns + i] = expf(row[i] - high) / sum;
  }
}

int main() {
  constexpr int kRows = 5;
  std::vector<float> values(kRows * kColumns);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 0.1F * static_cast<float>(static_cast<int>(i * 193 % 401) - 200);
  }
  DeviceArray<float> in(values);
  DeviceArray<float> out(values.size());
  softmax<<<kRows, kThreads>>>(in.data(), out.data());
  const std::vector<float> result = out.host();
  bool right = true;
  for (int row = 0; row < kRows; ++row) {
    const float* const x = values.data() + row * kColumns;
    const double high = *std::max_element(x, x + kColumns);
    double sum = 0.0;
    for (int i = 0; i < kColumns; ++i) sum += std::exp(x[i] - high);
    for (int i = 0; i < kColumns; ++i) {
      const double expected = std::exp(x[i] - high) / sum;
      right &= std::abs(result[row * kColumns + i] - expected) <= 1e-5 * expected + 1e-30;
    }
  }
  return verdict(right);
}
