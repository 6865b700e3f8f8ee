// SPDX-License-Identifier: MIT
// Entry points: graphs, their nodes' order, and what is known of them.
#include <algorithm>
#include <utility>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_graph_calls.hpp"

namespace kgate::emulator {

hip::Error find_dependencies(const Graph& graph, const hip::GraphNodeHandle* handles,
                             std::size_t count, std::vector<NodePointer>& nodes) {
  if (count != 0 && handles == nullptr) {
    return fail(hip::Error::hipErrorInvalidValue, "{} dependencies at a null pointer", count);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const NodePointer node = Runtime::get().graph_nodes.find(handles[i]);
    if (node == nullptr || !graph.has(*node) ||
        std::find(nodes.begin(), nodes.end(), node) != nodes.end()) {
      return fail(hip::Error::hipErrorInvalidValue,
                  "dependency {} is not a node of the graph, or is there twice", i);
    }
    nodes.push_back(node);
  }
  return hip::Error::hipSuccess;
}

}  // namespace kgate::emulator

namespace kgate::hip {
namespace {

using emulator::entry;
using emulator::Graph;
using emulator::GraphNode;
using emulator::NodePointer;
using emulator::Runtime;
using emulator::Work;

/// Runs `body(graph)` for a live graph.
template <class Body>
Error with_graph(GraphHandle handle, Body body) {
  return entry([&] {
    const std::shared_ptr<Graph> graph = Runtime::get().graphs.find(handle);
    return graph == nullptr
               ? emulator::fail(Error::hipErrorInvalidValue, "the graph handle is not a live graph")
               : body(*graph);
  });
}

/// HIP's way of returning a list: with a null place only the number, else as many as there is room
/// for, zeros behind them, and the number that were written.
Error give(const std::vector<GraphNodeHandle>& nodes, GraphNodeHandle* out, std::size_t* count) {
  if (count == nullptr) {
    return Error::hipErrorInvalidValue;
  }
  if (out != nullptr) {
    const std::size_t written = std::min(*count, nodes.size());
    std::copy_n(nodes.begin(), written, out);
    std::fill(out + written, out + *count, nullptr);
    *count = written;
  } else {
    *count = nodes.size();
  }
  return Error::hipSuccess;
}

std::vector<GraphNodeHandle> handles_of(std::span<const NodePointer> nodes) {
  std::vector<GraphNodeHandle> handles;
  handles.reserve(nodes.size());
  for (const NodePointer& node : nodes) handles.push_back(node->handle);
  return handles;
}

/// Pairs of `from` and `to`, all nodes of the graph.
Error find_edges(const Graph& graph, const GraphNodeHandle* from, const GraphNodeHandle* to,
                 std::size_t count, std::vector<std::pair<NodePointer, NodePointer>>& edges) {
  if (count != 0 && (from == nullptr || to == nullptr)) {
    return Error::hipErrorInvalidValue;
  }
  for (std::size_t i = 0; i < count; ++i) {
    edges.emplace_back(Runtime::get().graph_nodes.find(from[i]),
                       Runtime::get().graph_nodes.find(to[i]));
    const auto& [first, second] = edges.back();
    if (first == nullptr || second == nullptr || !graph.has(*first) || !graph.has(*second) ||
        first == second) {
      return emulator::fail(Error::hipErrorInvalidValue,
                            "dependency {} is not between two nodes of the graph", i);
    }
  }
  return Error::hipSuccess;
}

}  // namespace

KGATE_EXPORT Error hipGraphCreate(GraphHandle* graph, std::uint32_t flags) {
  return entry([&] {
    if (graph == nullptr || flags != 0) {
      return Error::hipErrorInvalidValue;
    }
    *graph = Runtime::get().graphs.insert(std::make_shared<Graph>());
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphDestroy(GraphHandle graph) {
  return entry([&] {
    return Runtime::get().graphs.remove(graph) == nullptr
               ? emulator::fail(Error::hipErrorInvalidValue, "the graph handle is not a live graph")
               : Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphClone(GraphHandle* clone, GraphHandle graph) {
  return with_graph(graph, [&](const Graph& original) {
    if (clone == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *clone = Runtime::get().graphs.insert(original.clone());
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphAddDependencies(GraphHandle graph, const GraphNodeHandle* from,
                                           const GraphNodeHandle* to, std::size_t count) {
  return with_graph(graph, [&](const Graph& owner) {
    std::vector<std::pair<NodePointer, NodePointer>> edges;
    if (const Error error = find_edges(owner, from, to, count, edges); error != Error::hipSuccess) {
      return error;
    }
    for (const auto& [first, second] : edges) {
      auto& after = second->after;
      if (std::find(after.begin(), after.end(), first) != after.end()) {
        return emulator::fail(Error::hipErrorInvalidValue, "the dependency exists already");
      }
      after.push_back(first);
    }
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphRemoveDependencies(GraphHandle graph, const GraphNodeHandle* from,
                                              const GraphNodeHandle* to, std::size_t count) {
  return with_graph(graph, [&](const Graph& owner) {
    std::vector<std::pair<NodePointer, NodePointer>> edges;
    if (const Error error = find_edges(owner, from, to, count, edges); error != Error::hipSuccess) {
      return error;
    }
    for (const auto& [first, second] : edges) {
      if (std::erase(second->after, first) == 0) {
        return emulator::fail(Error::hipErrorInvalidValue, "there is no such dependency");
      }
    }
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphGetNodes(GraphHandle graph, GraphNodeHandle* nodes, std::size_t* count) {
  return with_graph(graph,
                    [&](const Graph& g) { return give(handles_of(g.nodes()), nodes, count); });
}

KGATE_EXPORT Error hipGraphGetRootNodes(GraphHandle graph, GraphNodeHandle* nodes,
                                        std::size_t* count) {
  return with_graph(graph, [&](const Graph& g) {
    std::vector<GraphNodeHandle> roots;
    for (const NodePointer& node : g.nodes()) {
      if (node->after.empty()) roots.push_back(node->handle);
    }
    return give(roots, nodes, count);
  });
}

KGATE_EXPORT Error hipGraphGetEdges(GraphHandle graph, GraphNodeHandle* from, GraphNodeHandle* to,
                                    std::size_t* count) {
  return with_graph(graph, [&](const Graph& g) {
    if (count == nullptr || (from == nullptr) != (to == nullptr)) {
      return Error::hipErrorInvalidValue;
    }
    std::vector<GraphNodeHandle> firsts;
    std::vector<GraphNodeHandle> seconds;
    for (const NodePointer& node : g.nodes()) {
      for (const NodePointer& before : node->after) {
        firsts.push_back(before->handle);
        seconds.push_back(node->handle);
      }
    }
    std::size_t room = *count;
    static_cast<void>(give(firsts, from, &room));
    return give(seconds, to, count);
  });
}

KGATE_EXPORT Error hipGraphNodeGetDependencies(GraphNodeHandle node, GraphNodeHandle* dependencies,
                                               std::size_t* count) {
  return emulator::with_node<Work>(
      node, [&](const GraphNode& n) { return give(handles_of(n.after), dependencies, count); });
}

KGATE_EXPORT Error hipGraphNodeGetDependentNodes(GraphNodeHandle node, GraphNodeHandle* dependents,
                                                 std::size_t* count) {
  return emulator::with_node<Work>(node, [&](const GraphNode& n) {
    std::vector<GraphNodeHandle> found;
    if (const auto graph = n.graph.lock()) {
      for (const NodePointer& other : graph->nodes()) {
        for (const NodePointer& before : other->after) {
          if (before->handle == n.handle) found.push_back(other->handle);
        }
      }
    }
    return give(found, dependents, count);
  });
}

KGATE_EXPORT Error hipGraphNodeGetType(GraphNodeHandle node, std::uint32_t* type) {
  return emulator::with_node<Work>(node, [&](const GraphNode& n) {
    if (type == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *type = static_cast<std::uint32_t>(n.type());
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphDestroyNode(GraphNodeHandle node) {
  return entry([&] {
    const NodePointer found = Runtime::get().graph_nodes.find(node);
    const auto graph = found == nullptr ? nullptr : found->graph.lock();
    if (graph == nullptr) {
      return emulator::fail(Error::hipErrorInvalidValue,
                            "the node handle is not a node of a live graph");
    }
    graph->remove(found);
    return Error::hipSuccess;
  });
}

}  // namespace kgate::hip
