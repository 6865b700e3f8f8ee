// SPDX-License-Identifier: MIT
// Row maxima and sums: shuffles inside 32 lanes, LDS between them.
#include <algorithm>
#include <numeric>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kWidth = 32;
constexpr int kColumns = 256;
constexpr int kRows = 12;

template <class T, class Join>
__device__ T reduce(T value, Join join, T* parts) {
  for (int step = kWidth / 2; step > 0; step /= 2) {
    value = join(value, __shfl_down(value, step, kWidth));
  }
  const unsigned part = threadIdx.x / kWidth;
  if (threadIdx.x % kWidth == 0) parts[part] = value;
  __syncthreads();
  value = parts[0];
  for (unsigned i = 1; i < blockDim.x / kWidth; ++i) value = join(value, parts[i]);
  __syncthreads();
  return value;
}

__global__ void max_and_sum(const int* in, int* maxima, int* sums) {
  __shared__ int parts[kColumns / kWidth];
  const int value = in[blockIdx.x * kColumns + threadIdx.x];
  const int high = reduce(value, [](int a, int b) { return a > b ? a : b; }, parts);
  const int sum = reduce(value, [](int a, int b) { return a + b; }, parts);
  if (threadIdx.x == 0) {
    maxima[blockIdx.x] = high;
    sums[blockIdx.x] = sum;
  }
}

int main() {
  std::vector<int> values(kRows * kColumns);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<int>(i * 7919 % 10007) - 5000;
  }
  DeviceArray<int> in(values);
  DeviceArray<int> maxima(kRows);
  DeviceArray<int> sums(kRows);
  max_and_sum<<<kRows, kColumns>>>(in.data(), maxima.data(), sums.data());
  const std::vector<int> high = maxima.host();
  const std::vector<int> sum = sums.host();
  bool right = true;
  for (int row = 0; row < kRows; ++row) {
    const auto first = values.begin() + row * kColumns;
    right &= high[row] == *std::max_element(first, first + kColumns);
    right &= sum[row] == std::accumulate(first, first + kColumns, 0);
  }
  return verdict(right);
}
