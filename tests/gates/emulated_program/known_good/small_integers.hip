// SPDX-License-Identifier: MIT
// Arithmetic of 8 and 16 bits: saturation, products of bytes, packed vectors, sign extension.
#include <algorithm>
#include <cstdint>

#include "tests/gates/emulated_program/corpus_program.hpp"

__global__ void compute(const char4* a, const char4* b, int* dots, short2* sums, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const char4 x = a[i];
  const char4 y = b[i];
  dots[i] = x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  const int wide = x.x * 300 + y.x * 200;
  const int clamped = wide > 32767 ? 32767 : (wide < -32768 ? -32768 : wide);
  sums[i] = make_short2(static_cast<short>(clamped),
                        static_cast<short>(static_cast<std::uint16_t>(x.z) >> 3));
}

int main() {
  constexpr int kCount = 150;
  std::vector<char4> a(kCount);
  std::vector<char4> b(kCount);
  for (int i = 0; i < kCount; ++i) {
    const auto byte = [&](int k) { return static_cast<signed char>(i * k + 77 * k); };
    a[i] = make_char4(byte(3), byte(5), byte(7), byte(11));
    b[i] = make_char4(byte(13), byte(17), byte(19), byte(23));
  }
  DeviceArray<char4> device_a(a);
  DeviceArray<char4> device_b(b);
  DeviceArray<int> dots(kCount);
  DeviceArray<short2> sums(kCount);
  compute<<<3, 64>>>(device_a.data(), device_b.data(), dots.data(), sums.data(), kCount);
  const std::vector<int> dot = dots.host();
  const std::vector<short2> sum = sums.host();
  bool right = true;
  for (int i = 0; i < kCount; ++i) {
    right &= dot[i] == a[i].x * b[i].x + a[i].y * b[i].y + a[i].z * b[i].z + a[i].w * b[i].w;
    right &= sum[i].x == std::clamp(a[i].x * 300 + b[i].x * 200, -32768, 32767);
    right &= sum[i].y == static_cast<short>(static_cast<std::uint16_t>(a[i].z) >> 3);
  }
  return verdict(right);
}
