// SPDX-License-Identifier: MIT
// Two arrays of different types in dynamic LDS, their sizes known at the launch.
#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void sort_by_key(const float* keys, const int* values, int* out, int count) {
  extern __shared__ char memory[];
  auto* const key = reinterpret_cast<float*>(memory);
  auto* const value = reinterpret_cast<short*>(key + count);
  const int i = static_cast<int>(threadIdx.x);
  if (i < count) {
    key[i] = keys[i];
    value[i] = static_cast<short>(values[i]);
  }
  __syncthreads();
  if (i < count) {
    int rank = 0;
    for (int j = 0; j < count; ++j) rank += key[j] < key[i] || (key[j] == key[i] && j < i) ? 1 : 0;
    out[rank] = value[i];
  }
}

int main() {
  bool right = true;
  for (const int count : {1, 33, 100}) {
    std::vector<float> keys(count);
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) {
      values[i] = i * 17 % count;
      keys[i] = static_cast<float>(values[i]) * 0.5F;
    }
    DeviceArray<float> device_keys(keys);
    DeviceArray<int> device_values(values);
    DeviceArray<int> out(count);
    const std::size_t bytes = count * (sizeof(float) + sizeof(short));
    sort_by_key<<<1, 128, bytes>>>(device_keys.data(), device_values.data(), out.data(), count);
    const std::vector<int> result = out.host();
    for (int i = 1; i < count; ++i) right &= result[i - 1] <= result[i];
  }
  return verdict(right);
}
