// SPDX-License-Identifier: MIT
// Single precision functions as the device library computes them, to their documented accuracy.
#include <cmath>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kFunctions = 10;

__global__ void compute(const float* in, float* out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const float x = in[i];
  const float values[kFunctions] = {expf(x),  logf(x),  sinf(x),       cosf(x),   tanf(x),
                                    tanhf(x), atanf(x), powf(x, 0.3F), rsqrtf(x), erff(x)};
  for (int f = 0; f < kFunctions; ++f) out[f * count + i] = values[f];
}

int main() {
  constexpr int kCount = 100;
  std::vector<float> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = 0.01F + 0.17F * static_cast<float>(i);
  DeviceArray<float> in(values);
  DeviceArray<float> out(kFunctions * kCount);
  compute<<<2, 64>>>(in.data(), out.data(), kCount);
  const std::vector<float> result = out.host();
  bool right = true;
  for (int i = 0; i < kCount; ++i) {
    const double x = values[i];
    const double expected[kFunctions] = {
        std::exp(x),  std::log(x),  std::sin(x),       std::cos(x),        std::tan(x),
        std::tanh(x), std::atan(x), std::pow(x, 0.3F), 1.0 / std::sqrt(x), std::erf(x)};
    for (int f = 0; f < kFunctions; ++f) {
      const double error = std::abs(result[f * kCount + i] - expected[f]);
      right &= error <= 5.0 * 1.2e-7 * std::abs(expected[f]);
    }
  }
  return verdict(right);
}
