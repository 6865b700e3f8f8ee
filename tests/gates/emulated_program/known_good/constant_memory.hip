// SPDX-License-Identifier: MIT
// A filter in constant memory, changed between launches; one part through its symbol's address.
#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kTaps = 9;

__constant__ float taps[kTaps];
__constant__ int rounds = 2;

__global__ void filter(const float* in, float* out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  float sum = 0.0F;
  for (int round = 0; round < rounds; ++round) {
    for (int tap = 0; tap < kTaps; ++tap) {
      const int at = i + tap - kTaps / 2;
      if (at >= 0 && at < count) sum += taps[tap] * in[at];
    }
  }
  out[i] = sum;
}

int main() {
  constexpr int kCount = 200;
  std::vector<float> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = static_cast<float>(i % 23);
  DeviceArray<float> in(values);
  DeviceArray<float> out(kCount);
  bool right = true;
  float host_taps[kTaps] = {};
  for (int pass = 0; pass < 3; ++pass) {
    for (int tap = 0; tap < kTaps; ++tap) host_taps[tap] = static_cast<float>(tap * pass - 3);
    HIP_CHECK(hipMemcpyToSymbol(HIP_SYMBOL(taps), host_taps, sizeof(host_taps)));
    if (pass == 2) {
      void* address = nullptr;
      host_taps[4] = 100.0F;
      HIP_CHECK(hipGetSymbolAddress(&address, HIP_SYMBOL(taps)));
      HIP_CHECK(hipMemcpy(static_cast<float*>(address) + 4, &host_taps[4], sizeof(float),
                          hipMemcpyHostToDevice));
    }
    filter<<<4, 64>>>(in.data(), out.data(), kCount);
    const std::vector<float> result = out.host();
    for (int i = 0; i < kCount; ++i) {
      float sum = 0.0F;
      for (int tap = 0; tap < kTaps; ++tap) {
        const int at = i + tap - kTaps / 2;
        if (at >= 0 && at < kCount) sum += host_taps[tap] * values[at];
      }
      right &= result[i] == 2.0F * sum;
    }
  }
  return verdict(right);
}
