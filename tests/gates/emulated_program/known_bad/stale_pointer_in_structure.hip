// SPDX-License-Identifier: MIT
// A list on the device still links a node whose memory was freed.
// finding: use after free
// kernel: sum_list
#include "tests/gates/emulated_program/corpus_program.hpp"

struct Node {
  int value;
  Node* next;
};

__global__ void sum_list(const Node* node, int* sum) {
  int mine = 0;
  while (node != nullptr) {
    mine += node->value;  // FAULT
    node = node->next;
  }
  *sum = mine;
}

int main() {
  DeviceArray<Node> first(1);
  DeviceArray<int> sum(1);
  Node* second = nullptr;
  HIP_CHECK(hipMalloc(&second, sizeof(Node)));
  Node node{20, nullptr};
  HIP_CHECK(hipMemcpy(second, &node, sizeof(node), hipMemcpyHostToDevice));
#ifdef TWIN
  node = {1, nullptr};
#else
  node = {1, second};
#endif
  HIP_CHECK(hipMemcpy(first.data(), &node, sizeof(node), hipMemcpyHostToDevice));
  HIP_CHECK(hipFree(second));
  sum_list<<<1, 1>>>(first.data(), sum.data());
  return verdict(sum.host()[0] == 1);
}
