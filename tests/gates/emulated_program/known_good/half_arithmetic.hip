// SPDX-License-Identifier: MIT
// Half-precision operators and packed intrinsics, each against float rounded once.
#include <hip/hip_fp16.h>

#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void compute(const __half* a, const __half* b, __half* out, int count) {
  const int i = static_cast<int>(threadIdx.x);
  out[i] = __hadd(a[i], b[i]);
  out[count + i] = __hmul(a[i], b[i]);
  out[2 * count + i] = __hsub(a[i], b[i]);
  out[3 * count + i] = __hgt(a[i], b[i]) ? a[i] : b[i];
  const __half2 sum = __hadd2(__halves2half2(a[i], b[i]), __halves2half2(b[i], b[i]));
  out[4 * count + i] = __high2half(sum);
}

int main() {
  constexpr int kCount = 64;
  std::vector<__half> a(kCount);
  std::vector<__half> b(kCount);
  for (int i = 0; i < kCount; ++i) {
    a[i] = __float2half(0.37F * static_cast<float>(i - 20));
    b[i] = __float2half(1.0F / static_cast<float>(i + 3));
  }
  DeviceArray<__half> device_a(a);
  DeviceArray<__half> device_b(b);
  DeviceArray<__half> out(5 * kCount);
  compute<<<1, kCount>>>(device_a.data(), device_b.data(), out.data(), kCount);
  const std::vector<__half> result = out.host();
  bool right = true;
  for (int i = 0; i < kCount; ++i) {
    const float x = __half2float(a[i]);
    const float y = __half2float(b[i]);
    const float expected[] = {x + y, x * y, x - y, x > y ? x : y, y + y};
    for (int k = 0; k < 5; ++k) {
      right &= __half2float(result[k * kCount + i]) == __half2float(__float2half(expected[k]));
    }
  }
  return verdict(right);
}
