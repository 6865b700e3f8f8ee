// SPDX-License-Identifier: MIT
// A bitonic sort: steps within a workgroup in LDS, longer ones in global memory.
#include <algorithm>
#include <utility>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr unsigned kThreads = 64;

template <class T>
__device__ void order(T& a, T& b, bool up) {
  if ((b < a) == up) {
    const T other = a;
    a = b;
    b = other;
  }
}

template <class T>
__global__ void sort_in_lds(T* data, unsigned first_size, unsigned last_size, unsigned stride) {
  __shared__ T tile[2 * kThreads];
  T* const mine = data + blockIdx.x * 2 * kThreads;
  tile[threadIdx.x] = mine[threadIdx.x];
  tile[threadIdx.x + kThreads] = mine[threadIdx.x + kThreads];
  for (unsigned size = first_size; size <= last_size; size *= 2) {
    for (unsigned step = size / 2 < stride ? size / 2 : stride; step > 0; step /= 2) {
      __syncthreads();
      const unsigned at = 2 * threadIdx.x - (threadIdx.x & (step - 1));
      const bool up = ((blockIdx.x * 2 * kThreads + at) & size) == 0;
      if ((tile[at + step] < tile[at]) == up) order(tile[at], tile[at + step], up);
    }
  }
  __syncthreads();
  mine[threadIdx.x] = tile[threadIdx.x];
  mine[threadIdx.x + kThreads] = tile[threadIdx.x + kThreads];
}

template <class T>
__global__ void sort_step(T* data, unsigned size, unsigned step) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned at = 2 * i - (i & (step - 1));
  order(data[at], data[at + step], (at & size) == 0);
}

template <class T>
bool sorts(std::vector<T> values) {
  const auto count = static_cast<unsigned>(values.size());
  DeviceArray<T> data(values);
  sort_in_lds<<<count / (2 * kThreads), kThreads>>>(data.data(), 2U, 2 * kThreads, kThreads);
  for (unsigned size = 4 * kThreads; size <= count; size *= 2) {
    for (unsigned step = size / 2; step > kThreads; step /= 2) {
      sort_step<<<count / (2 * kThreads), kThreads>>>(data.data(), size, step);
    }
    sort_in_lds<<<count / (2 * kThreads), kThreads>>>(data.data(), size, size, kThreads);
  }
  std::sort(values.begin(), values.end());
  return data.host() == values;
}

int main() {
  std::vector<int> ints(1024);
  std::vector<double> doubles(512);
  for (unsigned i = 0; i < 1024; ++i) ints[i] = static_cast<int>(i * 2654435761U >> 7);
  for (unsigned i = 0; i < 512; ++i) doubles[i] = static_cast<double>(i * 7919 % 1009) / 7.0;
  return verdict(sorts(ints) && sorts(doubles));
}
