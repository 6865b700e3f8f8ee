// SPDX-License-Identifier: MIT
// Atomics on float and double, and a maximum of floats by compare and swap.
#include <algorithm>

#include "tests/gates/emulated_program/corpus_program.hpp"

__device__ void atomic_max(float* address, float value) {
  auto* const bits = reinterpret_cast<unsigned*>(address);
  unsigned seen = __float_as_uint(*static_cast<volatile float*>(address));
  while (__uint_as_float(seen) < value) {
    const unsigned before = atomicCAS(bits, seen, __float_as_uint(value));
    if (before == seen) return;
    seen = before;
  }
}

struct Totals {
  double sum;
  float sum_of_squares;
  float high;
  unsigned minimum;
};

__global__ void collect(const float* data, Totals* totals) {
  const float value = data[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&totals->sum, static_cast<double>(value));
  atomicAdd(&totals->sum_of_squares, value * value);
  atomicMin(&totals->minimum, static_cast<unsigned>(value + 100.0F));
  atomic_max(&totals->high, value);
}

int main() {
  // Whole numbers of few bits: the sums are exact in every order.
  std::vector<float> values(512);
  Totals expected{0.0, 0.0F, -1000.0F, 1000};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(static_cast<int>(i * 91 % 61) - 30);
    expected.sum += values[i];
    expected.sum_of_squares += values[i] * values[i];
    expected.high = std::max(expected.high, values[i]);
    expected.minimum = std::min(expected.minimum, static_cast<unsigned>(values[i] + 100.0F));
  }
  DeviceArray<float> data(values);
  DeviceArray<Totals> totals(std::vector<Totals>{{0.0, 0.0F, -1000.0F, 1000}});
  collect<<<8, 64>>>(data.data(), totals.data());
  const Totals result = totals.host()[0];
  return verdict(result.sum == expected.sum && result.high == expected.high &&
                 result.sum_of_squares == expected.sum_of_squares &&
                 result.minimum == expected.minimum);
}
