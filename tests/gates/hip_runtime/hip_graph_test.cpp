// SPDX-License-Identifier: MIT
// Graphs that are built node by node: order, replay, changed parameters, bad handles.
#include <algorithm>

#include "gates/emulator/hip/hip_graph_types.hpp"
#include "tests/gates/hip_runtime/graph_calls.hpp"
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;
using kgate::Dim3;

namespace {

using Ints = std::vector<int>;

/// add_value(in, out, count, value) as a node's parameters; the values must outlive the call.
struct AddValue {
  const int* in;
  int* out;
  int count;
  int value;
  std::array<void*, 4> pointers{&in, &out, &count, &value};

  AddValue(const int* in_, int* out_, int count_, int value_)
      : in(in_), out(out_), count(count_), value(value_) {}
  AddValue(const AddValue&) = delete;
  AddValue& operator=(const AddValue&) = delete;
  AddValue(AddValue&&) = delete;
  AddValue& operator=(AddValue&&) = delete;
  ~AddValue() = default;

  KernelNodeParams params(const Kernels& kernels) {
    return {{64, 1, 1}, nullptr, kernels["add_value"], {1, 1, 1}, pointers.data(), 0};
  }
};

struct TestGraph {
  GraphHandle graph = nullptr;
  TestGraph() { REQUIRE(hipGraphCreate(&graph, 0) == Error::hipSuccess); }
  ~TestGraph() { static_cast<void>(hipGraphDestroy(graph)); }
  TestGraph(const TestGraph&) = delete;
  TestGraph& operator=(const TestGraph&) = delete;
  TestGraph(TestGraph&&) = delete;
  TestGraph& operator=(TestGraph&&) = delete;

  [[nodiscard]] GraphExecHandle instantiate() const {
    GraphExecHandle executable = nullptr;
    REQUIRE(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0) == Error::hipSuccess);
    return executable;
  }
};

void launch_and_wait(GraphExecHandle executable) {
  REQUIRE(hipGraphLaunch(executable, nullptr) == Error::hipSuccess);
  REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
}

}  // namespace

TEST_CASE("a graph of a fill, a kernel and a copy runs in the order of its dependencies") {
  const Kernels kernels;
  const Buffer<int> data(16);
  Ints host(16, -1);
  const TestGraph test;
  // Added last first: only the dependencies give the order.
  GraphNodeHandle copy = nullptr;
  GraphNodeHandle kernel = nullptr;
  GraphNodeHandle fill = nullptr;
  REQUIRE(hipGraphAddMemcpyNode1D(&copy, test.graph, nullptr, 0, host.data(), data.get(),
                                  data.bytes(), MemcpyKind::device_to_host) == Error::hipSuccess);
  AddValue add(data.get(), data.get(), 16, 5);
  const KernelNodeParams params = add.params(kernels);
  REQUIRE(hipGraphAddKernelNode(&kernel, test.graph, nullptr, 0, &params) == Error::hipSuccess);
  const MemsetParams memset{data.get(), 4, 1, 0, 7, 16};
  REQUIRE(hipGraphAddMemsetNode(&fill, test.graph, nullptr, 0, &memset) == Error::hipSuccess);
  const std::array<GraphNodeHandle, 2> from{fill, kernel};
  const std::array<GraphNodeHandle, 2> to{kernel, copy};
  REQUIRE(hipGraphAddDependencies(test.graph, from.data(), to.data(), 2) == Error::hipSuccess);
  // The arguments were copied when the node was made.
  add.value = 1000;
  GraphExecHandle executable = test.instantiate();
  launch_and_wait(executable);
  CHECK(host == Ints(16, 12));
  std::fill(host.begin(), host.end(), 0);
  launch_and_wait(executable);
  CHECK(host == Ints(16, 12));
  CHECK(hipGraphExecDestroy(executable) == Error::hipSuccess);
}

TEST_CASE("parameters of an executable graph change without its graph") {
  const Kernels kernels;
  const Buffer<int> data(Ints(16, 1));
  const Buffer<int> out(Ints(16, 0));
  const TestGraph test;
  GraphNodeHandle node = nullptr;
  AddValue add(data.get(), out.get(), 16, 2);
  const KernelNodeParams params = add.params(kernels);
  REQUIRE(hipGraphAddKernelNode(&node, test.graph, nullptr, 0, &params) == Error::hipSuccess);
  GraphExecHandle executable = test.instantiate();
  AddValue other(data.get(), out.get(), 16, 40);
  const KernelNodeParams changed = other.params(kernels);
  REQUIRE(hipGraphExecKernelNodeSetParams(executable, node, &changed) == Error::hipSuccess);
  launch_and_wait(executable);
  CHECK(out.values() == Ints(16, 41));
  KernelNodeParams kept{};
  REQUIRE(hipGraphKernelNodeGetParams(node, &kept) == Error::hipSuccess);
  CHECK(*static_cast<int*>(kept.parameters[3]) == 2);
  CHECK(kept.block.x == 64);
  CHECK(kept.function == params.function);
  // The graph's own parameters are what an update brings back.
  GraphNodeHandle blamed = nullptr;
  std::uint32_t result = 9;
  REQUIRE(hipGraphExecUpdate(executable, test.graph, &blamed, &result) == Error::hipSuccess);
  CHECK(result == 0);
  launch_and_wait(executable);
  CHECK(out.values() == Ints(16, 3));
  CHECK(hipGraphExecDestroy(executable) == Error::hipSuccess);
}

TEST_CASE("a child graph runs between what it is behind and what is behind it") {
  const Buffer<int> data(Ints(8, 0));
  Ints host(8, -1);
  const TestGraph child;
  GraphNodeHandle inner = nullptr;
  const MemsetParams threes{data.get(), 4, 1, 0, 3, 4};
  REQUIRE(hipGraphAddMemsetNode(&inner, child.graph, nullptr, 0, &threes) == Error::hipSuccess);
  const TestGraph test;
  std::array<GraphNodeHandle, 3> nodes{};
  const MemsetParams ones{data.get(), 4, 1, 0, 1, 8};
  REQUIRE(hipGraphAddMemsetNode(&nodes[0], test.graph, nullptr, 0, &ones) == Error::hipSuccess);
  REQUIRE(hipGraphAddChildGraphNode(&nodes[1], test.graph, &nodes[0], 1, child.graph) ==
          Error::hipSuccess);
  REQUIRE(hipGraphAddMemcpyNode1D(&nodes[2], test.graph, &nodes[1], 1, host.data(), data.get(),
                                  data.bytes(), MemcpyKind::device_to_host) == Error::hipSuccess);
  std::uint32_t type = 0;
  CHECK(hipGraphNodeGetType(nodes[1], &type) == Error::hipSuccess);
  CHECK(type == 5);
  GraphExecHandle executable = test.instantiate();
  launch_and_wait(executable);
  CHECK(host == Ints{3, 3, 3, 3, 1, 1, 1, 1});
  CHECK(hipGraphExecDestroy(executable) == Error::hipSuccess);
}

TEST_CASE("host functions and empty nodes keep the order") {
  const TestGraph test;
  static Ints order;
  order.clear();
  std::array<int, 2> values{1, 2};
  const auto append = [](void* data) { order.push_back(*static_cast<int*>(data)); };
  const HostNodeParams first{append, &values[0]};
  const HostNodeParams second{append, &values[1]};
  std::array<GraphNodeHandle, 3> nodes{};
  REQUIRE(hipGraphAddHostNode(&nodes[2], test.graph, nullptr, 0, &second) == Error::hipSuccess);
  REQUIRE(hipGraphAddEmptyNode(&nodes[1], test.graph, nullptr, 0) == Error::hipSuccess);
  REQUIRE(hipGraphAddHostNode(&nodes[0], test.graph, nullptr, 0, &first) == Error::hipSuccess);
  REQUIRE(hipGraphAddDependencies(test.graph, nodes.data(), nodes.data() + 1, 2) ==
          Error::hipSuccess);
  GraphExecHandle executable = test.instantiate();
  launch_and_wait(executable);
  CHECK(order == Ints{1, 2});
  CHECK(hipGraphExecDestroy(executable) == Error::hipSuccess);
}

TEST_CASE("nodes, roots and edges of a graph are told as HIP tells lists") {
  const TestGraph test;
  std::array<GraphNodeHandle, 3> nodes{};
  REQUIRE(hipGraphAddEmptyNode(&nodes[0], test.graph, nullptr, 0) == Error::hipSuccess);
  REQUIRE(hipGraphAddEmptyNode(&nodes[1], test.graph, &nodes[0], 1) == Error::hipSuccess);
  REQUIRE(hipGraphAddEmptyNode(&nodes[2], test.graph, nodes.data(), 2) == Error::hipSuccess);
  std::size_t count = 0;
  REQUIRE(hipGraphGetNodes(test.graph, nullptr, &count) == Error::hipSuccess);
  CHECK(count == 3);
  std::array<GraphNodeHandle, 4> roots{};
  roots.fill(nodes[2]);
  count = roots.size();
  REQUIRE(hipGraphGetRootNodes(test.graph, roots.data(), &count) == Error::hipSuccess);
  CHECK(count == 1);
  CHECK(roots == std::array<GraphNodeHandle, 4>{nodes[0], nullptr, nullptr, nullptr});
  REQUIRE(hipGraphGetEdges(test.graph, nullptr, nullptr, &count) == Error::hipSuccess);
  CHECK(count == 3);
  REQUIRE(hipGraphNodeGetDependencies(nodes[2], nullptr, &count) == Error::hipSuccess);
  CHECK(count == 2);
  REQUIRE(hipGraphDestroyNode(nodes[1]) == Error::hipSuccess);
  REQUIRE(hipGraphNodeGetDependencies(nodes[2], nullptr, &count) == Error::hipSuccess);
  CHECK(count == 1);
}

TEST_CASE("cycles, foreign nodes and dead handles are refused") {
  const TestGraph test;
  const TestGraph other;
  std::array<GraphNodeHandle, 2> nodes{};
  REQUIRE(hipGraphAddEmptyNode(&nodes[0], test.graph, nullptr, 0) == Error::hipSuccess);
  REQUIRE(hipGraphAddEmptyNode(&nodes[1], test.graph, &nodes[0], 1) == Error::hipSuccess);
  GraphNodeHandle node = nullptr;
  CHECK(hipGraphAddEmptyNode(&node, other.graph, nodes.data(), 1) == Error::hipErrorInvalidValue);
  CHECK(hipGraphAddDependencies(test.graph, nodes.data(), nodes.data() + 1, 1) ==
        Error::hipErrorInvalidValue);
  REQUIRE(hipGraphAddDependencies(test.graph, nodes.data() + 1, nodes.data(), 1) ==
          Error::hipSuccess);
  GraphExecHandle executable = nullptr;
  CHECK(hipGraphInstantiate(&executable, test.graph, nullptr, nullptr, 0) ==
        Error::hipErrorInvalidValue);
  GraphHandle gone = nullptr;
  REQUIRE(hipGraphCreate(&gone, 0) == Error::hipSuccess);
  REQUIRE(hipGraphAddEmptyNode(&node, gone, nullptr, 0) == Error::hipSuccess);
  REQUIRE(hipGraphDestroy(gone) == Error::hipSuccess);
  CHECK(hipGraphDestroy(gone) == Error::hipErrorInvalidValue);
  std::uint32_t type = 0;
  CHECK(hipGraphNodeGetType(node, &type) == Error::hipErrorInvalidValue);
  CHECK(hipGraphLaunch(nullptr, nullptr) == Error::hipErrorInvalidValue);
}
