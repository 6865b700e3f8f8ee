// SPDX-License-Identifier: MIT
// Layer norm with Welford's running mean and variance, merged by shuffles.
#include <cmath>

#include "tests/gates/emulated_program/corpus_program.hpp"

struct Moments {
  float mean;
  float squares;
  float count;
};

__device__ Moments merge(Moments a, Moments b) {
  const float count = a.count + b.count;
  if (count == 0.0F) return a;
  const float delta = b.mean - a.mean;
  return {a.mean + delta * b.count / count,
          a.squares + b.squares + delta * delta * a.count * b.count / count, count};
}

__global__ void layer_norm(const float* in, const float* gain, const float* bias, float* out,
                           int columns, float epsilon) {
  const float* const row = in + static_cast<int>(blockIdx.x) * columns;
  Moments mine{0.0F, 0.0F, 0.0F};
  for (int i = static_cast<int>(threadIdx.x); i < columns; i += 32) {
    mine = merge(mine, {row[i], 0.0F, 1.0F});
  }
  for (int step = 16; step > 0; step /= 2) {
    mine = merge(mine, {__shfl_xor(mine.mean, step, 32), __shfl_xor(mine.squares, step, 32),
                        __shfl_xor(mine.count, step, 32)});
  }
  const float scale = rsqrtf(mine.squares / mine.count + epsilon);
  for (int i = static_cast<int>(threadIdx.x); i < columns; i += 32) {
    out[static_cast<int>(blockIdx.x) * columns + i] =
        (row[i] - mine.mean) * scale * gain[i] + bias[i];
  }
}

int main() {
  constexpr int kRows = 4;
  constexpr int kColumns = 150;
  std::vector<float> values(kRows * kColumns);
  std::vector<float> gain(kColumns);
  std::vector<float> bias(kColumns);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = std::sin(0.37F * static_cast<float>(i));
  for (int i = 0; i < kColumns; ++i) {
    gain[i] = 1.0F + 0.01F * static_cast<float>(i);
    bias[i] = -0.5F;
  }
  DeviceArray<float> in(values);
  DeviceArray<float> device_gain(gain);
  DeviceArray<float> device_bias(bias);
  DeviceArray<float> out(values.size());
  layer_norm<<<kRows, 32>>>(in.data(), device_gain.data(), device_bias.data(), out.data(), kColumns,
                            1e-5F);
  const std::vector<float> result = out.host();
  bool right = true;
  for (int row = 0; row < kRows; ++row) {
    double mean = 0.0;
    double square = 0.0;
    for (int i = 0; i < kColumns; ++i) mean += values[row * kColumns + i];
    mean /= kColumns;
    for (int i = 0; i < kColumns; ++i) square += std::pow(values[row * kColumns + i] - mean, 2.0);
    for (int i = 0; i < kColumns; ++i) {
      const double normal =
          (values[row * kColumns + i] - mean) / std::sqrt(square / kColumns + 1e-5);
      right &= std::abs(result[row * kColumns + i] - (normal * gain[i] + bias[i])) < 2e-5;
    }
  }
  return verdict(right);
}
