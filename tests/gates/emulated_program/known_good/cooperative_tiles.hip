// SPDX-License-Identifier: MIT
// Cooperative groups: a workgroup, tiles of it, and a reduction by the shuffles of a tile.
#include <hip/hip_cooperative_groups.h>

#include "tests/gates/emulated_program/corpus_program.hpp"

namespace groups = cooperative_groups;

__global__ void tile_sums(const int* in, int* out) {
  groups::thread_block block = groups::this_thread_block();
  auto tile = groups::tiled_partition<16>(block);
  int value = in[block.group_index().x * block.size() + block.thread_rank()];
  for (unsigned step = tile.size() / 2; step > 0; step /= 2) value += tile.shfl_down(value, step);
  __shared__ int sums[8];
  if (tile.thread_rank() == 0) sums[block.thread_rank() / tile.size()] = value;
  block.sync();
  if (block.thread_rank() < 8)
    out[block.group_index().x * 8 + block.thread_rank()] = sums[block.thread_rank()];
}

int main() {
  std::vector<int> values(3 * 128);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i * i % 101);
  DeviceArray<int> in(values);
  DeviceArray<int> out(24);
  tile_sums<<<3, 128>>>(in.data(), out.data());
  const std::vector<int> result = out.host();
  bool right = true;
  for (int tile = 0; tile < 24; ++tile) {
    int sum = 0;
    for (int i = 0; i < 16; ++i) sum += values[tile * 16 + i];
    right &= result[tile] == sum;
  }
  return verdict(right);
}
