// SPDX-License-Identifier: MIT
// Keeps graphs and orders their nodes.
#include "gates/emulator/hip/hip_graph.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace kgate::emulator {

NodeType GraphNode::type() const {
  constexpr std::array<NodeType, std::variant_size_v<Work>> kTypes{
      NodeType::empty, NodeType::kernel,       NodeType::copy,       NodeType::fill,
      NodeType::host,  NodeType::event_record, NodeType::wait_event, NodeType::graph};
  return kTypes.at(work.index());
}

Graph::~Graph() {
  for (const NodePointer& node : nodes_) {
    Runtime::get().graph_nodes.remove(node->handle);
    node->after.clear();
  }
}

NodePointer Graph::add(Work work, std::vector<NodePointer> after) {
  auto node = std::make_shared<GraphNode>();
  node->work = std::move(work);
  node->after = std::move(after);
  node->graph = weak_from_this();
  node->handle = Runtime::get().graph_nodes.insert(node);
  nodes_.push_back(node);
  return node;
}

void Graph::remove(const NodePointer& node) {
  std::erase(nodes_, node);
  for (const NodePointer& other : nodes_) std::erase(other->after, node);
  node->after.clear();
  Runtime::get().graph_nodes.remove(node->handle);
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>();
  std::map<const GraphNode*, NodePointer> copies;
  for (const NodePointer& node : nodes_) copies[node.get()] = copy->add(node->work, {});
  for (const NodePointer& node : nodes_) {
    for (const NodePointer& before : node->after) {
      copies[node.get()]->after.push_back(copies.at(before.get()));
    }
  }
  return copy;
}

bool topological_order(const Graph& graph, std::vector<NodePointer>& order) {
  std::map<const GraphNode*, std::size_t> waiting;
  std::map<const GraphNode*, std::vector<NodePointer>> dependents;
  std::vector<NodePointer> ready;
  for (const NodePointer& node : graph.nodes()) {
    waiting[node.get()] = node->after.size();
    for (const NodePointer& before : node->after) dependents[before.get()].push_back(node);
    if (node->after.empty()) ready.push_back(node);
  }
  order.clear();
  for (std::size_t next = 0; next < ready.size(); ++next) {
    order.push_back(ready[next]);
    for (const NodePointer& node : dependents[ready[next].get()]) {
      if (--waiting[node.get()] == 0) ready.push_back(node);
    }
  }
  return order.size() == graph.nodes().size();
}

}  // namespace kgate::emulator
