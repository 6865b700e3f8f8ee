// SPDX-License-Identifier: MIT
// Distances in a graph, level by level: claims by compare and swap, a queue by atomic tickets.
#include <deque>
#include <utility>

#include "tests/gates/emulated_program/corpus_program.hpp"

constexpr int kNodes = 300;
constexpr int kEdges = 4;

__global__ void expand(const int* edges, int* distances, const int* queue, int count, int* next,
                       int* next_count, int level) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  for (int edge = 0; edge < kEdges; ++edge) {
    const int other = edges[queue[i] * kEdges + edge];
    if (atomicCAS(&distances[other], -1, level) == -1) next[atomicAdd(next_count, 1)] = other;
  }
}

int main() {
  std::vector<int> edges(kNodes * kEdges);
  for (int node = 0; node < kNodes; ++node) {
    edges[node * kEdges] = (node + 1) % kNodes;
    edges[node * kEdges + 1] = node * 7 % kNodes;
    edges[node * kEdges + 2] = (node * node + 3) % kNodes;
    edges[node * kEdges + 3] = node / 2;
  }
  std::vector<int> expected(kNodes, -1);
  std::deque<int> waiting{1};
  expected[1] = 0;
  while (!waiting.empty()) {
    const int node = waiting.front();
    waiting.pop_front();
    for (int edge = 0; edge < kEdges; ++edge) {
      const int other = edges[node * kEdges + edge];
      if (expected[other] != -1) continue;
      expected[other] = expected[node] + 1;
      waiting.push_back(other);
    }
  }
  std::vector<int> start(kNodes, -1);
  start[1] = 0;
  DeviceArray<int> device_edges(edges);
  DeviceArray<int> distances(start);
  DeviceArray<int> queue_a(std::vector<int>(kNodes, 1));
  DeviceArray<int> queue_b(kNodes);
  DeviceArray<int> next_count(1);
  int* from = queue_a.data();
  int* to = queue_b.data();
  int count = 1;
  for (int level = 1; count > 0; ++level) {
    HIP_CHECK(hipMemset(next_count.data(), 0, sizeof(int)));
    expand<<<(count + 31) / 32, 32>>>(device_edges.data(), distances.data(), from, count, to,
                                      next_count.data(), level);
    count = next_count.host()[0];
    std::swap(from, to);
  }
  return verdict(distances.host() == expected);
}
