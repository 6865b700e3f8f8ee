// SPDX-License-Identifier: MIT
// Prefix maxima inside groups of 16 lanes, by shuffles up, for several types.
#include <algorithm>

#include "tests/gates/emulated_program/corpus_program.hpp"

template <class T>
__global__ void prefix_maxima(const T* in, T* out) {
  T value = in[threadIdx.x];
  for (unsigned step = 1; step < 16; step *= 2) {
    const T before = __shfl_up(value, step, 16);
    if (threadIdx.x % 16 >= step && before > value) value = before;
  }
  out[threadIdx.x] = value;
}

template <class T>
bool is_right() {
  std::vector<T> values(64);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i * 29 % 31);
  DeviceArray<T> in(values);
  DeviceArray<T> out(values.size());
  prefix_maxima<<<1, 64>>>(in.data(), out.data());
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (i % 16 != 0) values[i] = std::max(values[i], values[i - 1]);
  }
  return out.host() == values;
}

int main() { return verdict(is_right<int>() && is_right<float>() && is_right<double>()); }
