// SPDX-License-Identifier: MIT
// Managed memory: the host looks at every generation without a copy.
#include <utility>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kSize = 24;

__host__ __device__ inline unsigned char lives(const unsigned char* cells, int x, int y) {
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int column = (x + dx + kSize) % kSize;
      const int row = (y + dy + kSize) % kSize;
      if (dx != 0 || dy != 0) neighbours += cells[row * kSize + column];
    }
  }
  return neighbours == 3 || (neighbours == 2 && cells[y * kSize + x] != 0) ? 1 : 0;
}

__global__ void next_generation(const unsigned char* cells, unsigned char* next) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  next[y * kSize + x] = lives(cells, x, y);
}

int main() {
  unsigned char* cells = nullptr;
  unsigned char* next = nullptr;
  HIP_CHECK(hipMallocManaged(reinterpret_cast<void**>(&cells), kSize * kSize));
  HIP_CHECK(hipMallocManaged(reinterpret_cast<void**>(&next), kSize * kSize));
  for (int i = 0; i < kSize * kSize; ++i) cells[i] = i * 7 % 11 < 4 ? 1 : 0;
  bool right = true;
  int alive = 0;
  for (int generation = 0; generation < 5; ++generation) {
    next_generation<<<dim3(3, 3), dim3(8, 8)>>>(cells, next);
    HIP_CHECK(hipDeviceSynchronize());
    alive = 0;
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        right &= next[y * kSize + x] == lives(cells, x, y);
        alive += next[y * kSize + x];
      }
    }
    std::swap(cells, next);
  }
  HIP_CHECK(hipFree(cells));
  HIP_CHECK(hipFree(next));
  return verdict(right && alive > 0);
}
