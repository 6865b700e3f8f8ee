// SPDX-License-Identifier: MIT
// What the entry points of graphs share: finding graphs and nodes by handle, and adding nodes.
#pragma once

#include "gates/emulator/hip/hip_graph_nodes.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {

/// The nodes of `handles`, each of `graph` and none twice; `InvalidValue` otherwise.
hip::Error find_dependencies(const Graph& graph, const hip::GraphNodeHandle* handles,
                             std::size_t count, std::vector<NodePointer>& nodes);

/// Adds a node of the work that `prepare(work)` makes to a live graph.
template <class Prepare>
hip::Error add_node(hip::GraphNodeHandle* node, hip::GraphHandle handle,
                    const hip::GraphNodeHandle* dependencies, std::size_t count, Prepare prepare) {
  return entry([&] {
    const auto graph = Runtime::get().graphs.find(handle);
    if (node == nullptr || graph == nullptr) {
      return fail(hip::Error::hipErrorInvalidValue,
                  "the graph handle is not a live graph, or the "
                  "place for the node is null");
    }
    std::vector<NodePointer> after;
    hip::Error error = find_dependencies(*graph, dependencies, count, after);
    Work work;
    if (error == hip::Error::hipSuccess) error = prepare(work);
    if (error == hip::Error::hipSuccess) {
      *node = graph->add(std::move(work), std::move(after))->handle;
    }
    return error;
  });
}

/// Runs `body(node)` for a live node, of work `Kind` unless that is Work itself.
template <class Kind, class Body>
hip::Error with_node(hip::GraphNodeHandle handle, Body body) {
  return entry([&] {
    const NodePointer node = Runtime::get().graph_nodes.find(handle);
    if (node == nullptr) {
      return fail(hip::Error::hipErrorInvalidValue,
                  "the node handle is not a node of a live graph");
    }
    if constexpr (!std::is_same_v<Kind, Work>) {
      if (!std::holds_alternative<Kind>(node->work)) {
        return fail(hip::Error::hipErrorInvalidValue, "the node is of another type");
      }
    }
    return body(*node);
  });
}

/// Replaces the work that an executable graph made from a node, which must be of the kind `Kind`.
template <class Kind, class Prepare>
hip::Error replace_work(hip::GraphExecHandle handle, hip::GraphNodeHandle node, Prepare prepare) {
  return entry([&] {
    const auto executable = Runtime::get().graph_executables.find(handle);
    if (executable == nullptr) {
      return fail(hip::Error::hipErrorInvalidValue, "the handle is not a live executable graph");
    }
    Work work;
    if (const hip::Error error = prepare(work); error != hip::Error::hipSuccess) return error;
    const std::scoped_lock lock(executable->mutex);
    for (std::size_t i = 0; i < executable->sources.size(); ++i) {
      if (executable->sources[i] != node ||
          !std::holds_alternative<Kind>(executable->list.items[i])) {
        continue;
      }
      executable->list.items[i] = std::move(work);
      return hip::Error::hipSuccess;
    }
    return fail(hip::Error::hipErrorInvalidValue,
                "the executable graph has no such node of this type");
  });
}

}  // namespace kgate::emulator
