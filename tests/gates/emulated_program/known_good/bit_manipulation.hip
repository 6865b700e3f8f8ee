// SPDX-License-Identifier: MIT
// Counting, finding, reversing and permuting bits, rotations, and packed bytes.
#include <cstdint>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kResults = 8;

__global__ void compute(const unsigned* in, unsigned* out, int count) {
  const int i = static_cast<int>(threadIdx.x);
  const unsigned x = in[i];
  const unsigned values[kResults] = {static_cast<unsigned>(__popc(x)),
                                     static_cast<unsigned>(__clz(static_cast<int>(x))),
                                     static_cast<unsigned>(__ffs(x)),
                                     __brev(x),
                                     __byte_perm(x, 0x12345678, 0x6174),
                                     x << 5 | x >> 27,
                                     __umulhi(x, 0xDEADBEEF),
                                     static_cast<unsigned>(__umul24(x, 0x10203))};
  for (int k = 0; k < kResults; ++k) out[k * count + i] = values[k];
}

unsigned reversed(unsigned x) {
  unsigned result = 0;
  for (int bit = 0; bit < 32; ++bit) result |= (x >> bit & 1U) << (31 - bit);
  return result;
}

int main() {
  std::vector<unsigned> values(64);
  for (unsigned i = 0; i < 64; ++i) values[i] = (i * 2654435761U + 1) >> (i / 2);
  DeviceArray<unsigned> in(values);
  DeviceArray<unsigned> out(kResults * values.size());
  compute<<<1, 64>>>(in.data(), out.data(), 64);
  const std::vector<unsigned> result = out.host();
  bool right = true;
  for (int i = 0; i < 64; ++i) {
    const unsigned x = values[i];
    // Bytes 0 to 3 are the first operand's, 4 to 7 the second's: 6, 1, 7, 4.
    const unsigned permuted = 0x34U << 24 | (x >> 8 & 0xFFU) << 16 | 0x12U << 8 | 0x78U;
    const unsigned expected[kResults] = {
        static_cast<unsigned>(__builtin_popcount(x)),
        x == 0 ? 32U : static_cast<unsigned>(__builtin_clz(x)),
        static_cast<unsigned>(__builtin_ffs(static_cast<int>(x))),
        reversed(x),
        permuted,
        x << 5 | x >> 27,
        static_cast<unsigned>(std::uint64_t{x} * 0xDEADBEEFU >> 32),
        (x & 0xFFFFFFU) * 0x10203U};
    for (int k = 0; k < kResults; ++k) right &= result[k * 64 + i] == expected[k];
  }
  return verdict(right);
}
