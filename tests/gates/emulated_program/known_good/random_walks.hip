// SPDX-License-Identifier: MIT
// Monte Carlo with a generator a work-item: a walk each, counted by atomics, on a 3D grid of
// groups.
#include <cstdint>

#include "tests/gates/emulated_program/corpus_program.hpp"

__host__ __device__ inline std::uint32_t next(std::uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

__host__ __device__ inline int walk(std::uint32_t seed) {
  int place = 0;
  for (int step = 0; step < 40; ++step) {
    switch (next(seed) & 3U) {
      case 0:
        ++place;
        break;
      case 1:
        --place;
        break;
      case 2:
        place += 2;
        break;
      default:
        place = place / 2;
    }
  }
  return place;
}

__global__ void count_ends(unsigned* ends) {
  const unsigned group = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned i = group * blockDim.x * blockDim.y * blockDim.z + thread;
  atomicAdd(&ends[static_cast<unsigned>(walk(i * 747796405U + 1U)) & 31U], 1U);
}

int main() {
  DeviceArray<unsigned> ends(std::vector<unsigned>(32, 0));
  count_ends<<<dim3(2, 2, 3), dim3(5, 4, 3)>>>(ends.data());
  std::vector<unsigned> expected(32, 0);
  for (unsigned i = 0; i < 12 * 60; ++i) {
    ++expected[static_cast<unsigned>(walk(i * 747796405U + 1U)) & 31U];
  }
  return verdict(ends.host() == expected);
}
