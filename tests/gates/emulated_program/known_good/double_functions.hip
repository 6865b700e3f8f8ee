// SPDX-License-Identifier: MIT
// Double precision: exact operators to the bit, functions of the device library to a few ulp.
#include <cmath>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kFunctions = 7;

__global__ void compute(const double* in, double* out, double* exact, int count) {
  const int i = static_cast<int>(threadIdx.x);
  const double x = in[i];
  exact[i] = fma(x, x, 1.0 / (x + 0.5)) - sqrt(x) + floor(x * 3.0) + fmin(x, 2.0);
  const double values[kFunctions] = {exp(x),       log(x),  sin(x), cos(x),
                                     pow(x, 1.75), tanh(x), cbrt(x)};
  for (int f = 0; f < kFunctions; ++f) out[f * count + i] = values[f];
}

int main() {
  constexpr int kCount = 64;
  std::vector<double> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = 0.07 + 0.31 * i;
  DeviceArray<double> in(values);
  DeviceArray<double> out(kFunctions * kCount);
  DeviceArray<double> exact(kCount);
  compute<<<1, kCount>>>(in.data(), out.data(), exact.data(), kCount);
  const std::vector<double> result = out.host();
  const std::vector<double> exact_result = exact.host();
  bool right = true;
  for (int i = 0; i < kCount; ++i) {
    const double x = values[i];
    right &= exact_result[i] == std::fma(x, x, 1.0 / (x + 0.5)) - std::sqrt(x) +
                                    std::floor(x * 3.0) + std::fmin(x, 2.0);
    const double expected[kFunctions] = {std::exp(x),       std::log(x),  std::sin(x), std::cos(x),
                                         std::pow(x, 1.75), std::tanh(x), std::cbrt(x)};
    for (int f = 0; f < kFunctions; ++f) {
      const double error = std::abs(result[f * kCount + i] - expected[f]);
      right &= error <= 4.0 * 2.3e-16 * std::abs(expected[f]) + 1e-300;
    }
  }
  return verdict(right);
}
