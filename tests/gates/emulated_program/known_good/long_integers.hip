// SPDX-License-Identifier: MIT
// 64-bit integers: products, quotients, shifts, powers modulo a prime, bit counts.
#include <cstdint>

#include "tests/gates/emulated_program/corpus_program.hpp"

__host__ __device__ inline std::uint64_t power(std::uint64_t base, std::uint64_t exponent,
                                               std::uint64_t modulus) {
  std::uint64_t result = 1;
  for (base %= modulus; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = result * base % modulus;
    base = base * base % modulus;
  }
  return result;
}

__host__ __device__ inline std::uint64_t mix(std::uint64_t x, std::int64_t y) {
  std::uint64_t value = power(x, 77, 4294967291U);
  value ^= x * 0x9E3779B97F4A7C15U;
  value += static_cast<std::uint64_t>(y / 1000003) ^ static_cast<std::uint64_t>(y % 977);
  value ^= (x << (y & 63)) | (x >> (y & 31));
  value -= static_cast<std::uint64_t>(y >> 17);
  return x > value ? value - x : value + x;
}

__global__ void compute(const std::uint64_t* x, const std::int64_t* y, std::uint64_t* out,
                        int* bits) {
  const unsigned i = threadIdx.x;
  out[i] = mix(x[i], y[i]);
  bits[i] = __popcll(x[i]) + 100 * __clzll(static_cast<long long>(x[i])) +
            10000 * __ffsll(static_cast<unsigned long long>(x[i]));
}

int main() {
  constexpr int kCount = 64;
  std::vector<std::uint64_t> x(kCount);
  std::vector<std::int64_t> y(kCount);
  std::uint64_t state = 88172645463325252U;
  for (int i = 0; i < kCount; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    x[i] = state >> (i / 2);
    y[i] = static_cast<std::int64_t>(state * 3);
  }
  DeviceArray<std::uint64_t> device_x(x);
  DeviceArray<std::int64_t> device_y(y);
  DeviceArray<std::uint64_t> out(kCount);
  DeviceArray<int> bits(kCount);
  compute<<<1, kCount>>>(device_x.data(), device_y.data(), out.data(), bits.data());
  const std::vector<std::uint64_t> result = out.host();
  const std::vector<int> counts = bits.host();
  bool right = true;
  for (int i = 0; i < kCount; ++i) {
    right &= result[i] == mix(x[i], y[i]);
    right &= counts[i] == __builtin_popcountll(x[i]) + 100 * __builtin_clzll(x[i]) +
                              10000 * __builtin_ffsll(static_cast<long long>(x[i]));
  }
  return verdict(right);
}
