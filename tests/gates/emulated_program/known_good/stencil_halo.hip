// SPDX-License-Identifier: MIT
// Steps of a five-point stencil with halos in LDS, two buffers exchanged after each step.
#include <utility>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kTile = 16;
constexpr int kSize = 40;

__global__ void step(const float* in, float* out) {
  __shared__ float tile[kTile + 2][kTile + 2];
  const int first_x = static_cast<int>(blockIdx.x) * kTile - 1;
  const int first_y = static_cast<int>(blockIdx.y) * kTile - 1;
  const int lane = static_cast<int>(threadIdx.y * kTile + threadIdx.x);
  for (int i = lane; i < (kTile + 2) * (kTile + 2); i += kTile * kTile) {
    const int x = first_x + i % (kTile + 2);
    const int y = first_y + i / (kTile + 2);
    const bool inside = x >= 0 && x < kSize && y >= 0 && y < kSize;
    tile[i / (kTile + 2)][i % (kTile + 2)] = inside ? in[y * kSize + x] : 0.0F;
  }
  __syncthreads();
  const int tx = static_cast<int>(threadIdx.x) + 1;
  const int ty = static_cast<int>(threadIdx.y) + 1;
  const int x = first_x + tx;
  const int y = first_y + ty;
  if (x < kSize && y < kSize) {
    const float around = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1];
    out[y * kSize + x] = 0.5F * tile[ty][tx] + 0.125F * around;
  }
}

int main() {
  std::vector<float> grid(kSize * kSize, 0.0F);
  grid[20 * kSize + 20] = 4096.0F;
  grid[0] = 512.0F;
  DeviceArray<float> a(grid);
  DeviceArray<float> b(grid.size());
  float* from = a.data();
  float* to = b.data();
  constexpr int kGroups = (kSize + kTile - 1) / kTile;
  for (int i = 0; i < 4; ++i) {
    step<<<dim3(kGroups, kGroups), dim3(kTile, kTile)>>>(from, to);
    std::swap(from, to);
    std::vector<float> next(grid.size());
    const auto at = [&](int x, int y) {
      return x >= 0 && x < kSize && y >= 0 && y < kSize ? grid[y * kSize + x] : 0.0F;
    };
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        const float around = at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y);
        next[y * kSize + x] = 0.5F * at(x, y) + 0.125F * around;
      }
    }
    grid = next;
  }
  // Powers of two times few bits: every sum is exact.
  return verdict(a.host() == grid);
}
