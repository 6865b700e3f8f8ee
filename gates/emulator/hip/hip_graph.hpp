// SPDX-License-Identifier: MIT
// Graphs of work: nodes with dependencies, and the list of work that an executable graph launches.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "gates/emulator/hip/hip_work.hpp"

namespace kgate::emulator {

/// hipGraphNodeType.
enum class NodeType : std::uint32_t {
  kernel = 1,
  copy = 2,
  fill = 3,
  host = 4,
  graph = 5,
  empty = 6,
  wait_event = 7,
  event_record = 8,
};

class Graph;

struct GraphNode {
  hip::GraphNodeHandle handle = nullptr;
  Work work;
  std::vector<std::shared_ptr<GraphNode>> after;  ///< direct dependencies, all of the same graph
  std::weak_ptr<Graph> graph;
  std::vector<void*> parameters;  ///< what hipGraphKernelNodeGetParams handed out

  [[nodiscard]] NodeType type() const;
};
using NodePointer = std::shared_ptr<GraphNode>;

/// Thread-safe for everything but two threads that change one graph, which HIP forbids as well.
class Graph : public std::enable_shared_from_this<Graph> {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  Graph(Graph&&) = delete;
  Graph& operator=(Graph&&) = delete;
  /// Ends the handles of its nodes.
  ~Graph();

  /// Adds a node behind `after`, which must be nodes of this graph.
  NodePointer add(Work work, std::vector<NodePointer> after);
  /// Takes a node out, and out of what depends on it.
  void remove(const NodePointer& node);
  /// A graph of the same work and dependencies. `copies[i]` is the copy of `nodes()[i]`.
  [[nodiscard]] std::shared_ptr<Graph> clone() const;

  [[nodiscard]] std::span<const NodePointer> nodes() const { return nodes_; }
  [[nodiscard]] bool has(const GraphNode& node) const { return node.graph.lock().get() == this; }

 private:
  std::vector<NodePointer> nodes_;  ///< in the order of their adding
};

/// The nodes in an order in which each is behind its dependencies, otherwise as they were added.
/// False for a graph with a cycle.
bool topological_order(const Graph& graph, std::vector<NodePointer>& order);

/// An instantiated graph: what it launches does not change with the graph it was made from.
struct GraphExecutable {
  std::mutex mutex;
  WorkList list;
  std::vector<hip::GraphNodeHandle> sources;  ///< the node each item was made from
};

}  // namespace kgate::emulator
