// SPDX-License-Identifier: MIT
// Entry points: executable graphs.
#include <algorithm>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_graph_calls.hpp"

namespace kgate::hip {
namespace {

using emulator::CopyWork;
using emulator::entry;
using emulator::FillShape;
using emulator::Graph;
using emulator::GraphExecutable;
using emulator::HostWork;
using emulator::KernelWork;
using emulator::NodePointer;
using emulator::replace_work;
using emulator::Runtime;
using emulator::Work;

/// hipGraphExecUpdateResult.
enum class UpdateResult : std::uint32_t { success = 0, topology_changed = 2, type_changed = 3 };

Error not_a_graph() {
  return emulator::fail(Error::hipErrorInvalidValue, "the handle is not a live graph");
}

Error not_executable() {
  return emulator::fail(Error::hipErrorInvalidValue, "the handle is not a live executable graph");
}

Error order_of(const Graph& graph, std::vector<NodePointer>& order) {
  return emulator::topological_order(graph, order)
             ? Error::hipSuccess
             : emulator::fail(Error::hipErrorInvalidValue, "the dependencies have a cycle");
}

void fill_executable(const std::vector<NodePointer>& order, GraphExecutable& executable) {
  executable.list.items.clear();
  executable.sources.clear();
  for (const NodePointer& node : order) {
    executable.list.items.push_back(node->work);
    executable.sources.push_back(node->handle);
  }
}

}  // namespace

KGATE_EXPORT Error hipGraphInstantiateWithFlags(GraphExecHandle* executable, GraphHandle graph,
                                                unsigned long long /*flags*/) {
  return entry([&] {
    const auto source = Runtime::get().graphs.find(graph);
    if (executable == nullptr || source == nullptr) {
      return not_a_graph();
    }
    std::vector<NodePointer> order;
    if (const Error error = order_of(*source, order); error != Error::hipSuccess) {
      return error;
    }
    auto made = std::make_shared<GraphExecutable>();
    fill_executable(order, *made);
    *executable = Runtime::get().graph_executables.insert(std::move(made));
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphInstantiate(GraphExecHandle* executable, GraphHandle graph,
                                       void* /*error_node*/, char* log, std::size_t log_size) {
  if (log != nullptr && log_size != 0) {
    *log = '\0';
  }
  return hipGraphInstantiateWithFlags(executable, graph, 0);
}

KGATE_EXPORT Error hipGraphExecDestroy(GraphExecHandle executable) {
  return entry([&] {
    return Runtime::get().graph_executables.remove(executable) == nullptr ? not_executable()
                                                                          : Error::hipSuccess;
  });
}

/// Queues the nodes one behind the other, an order that their dependencies allow.
KGATE_EXPORT Error hipGraphLaunch(GraphExecHandle executable, StreamHandle stream) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const auto found = runtime.graph_executables.find(executable);
    if (found == nullptr) {
      return not_executable();
    }
    const auto queue = runtime.stream(stream);
    if (queue == nullptr) {
      return emulator::fail(Error::hipErrorInvalidValue, "the stream handle is not a live stream");
    }
    std::shared_ptr<emulator::WorkList> list;
    {
      const std::scoped_lock lock(found->mutex);
      list = std::make_shared<emulator::WorkList>(found->list);
    }
    return emulator::issue_work(queue, emulator::NestedWork{std::move(list)});
  });
}

/// Nothing is ahead to be uploaded: checks its arguments.
KGATE_EXPORT Error hipGraphUpload(GraphExecHandle executable, StreamHandle stream) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    return runtime.graph_executables.find(executable) == nullptr ||
                   runtime.stream(stream) == nullptr
               ? not_executable()
               : Error::hipSuccess;
  });
}

/// Takes the work of a graph with the same nodes in the same order; their types must be equal.
KGATE_EXPORT Error hipGraphExecUpdate(GraphExecHandle executable, GraphHandle graph,
                                      GraphNodeHandle* error_node, std::uint32_t* result) {
  return entry([&] {
    const auto found = Runtime::get().graph_executables.find(executable);
    const auto source = Runtime::get().graphs.find(graph);
    if (found == nullptr || source == nullptr || error_node == nullptr || result == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    std::vector<NodePointer> order;
    if (const Error error = order_of(*source, order); error != Error::hipSuccess) {
      return error;
    }
    const std::scoped_lock lock(found->mutex);
    *error_node = nullptr;
    const auto refuse = [&](UpdateResult why) {
      *result = static_cast<std::uint32_t>(why);
      return Error::hipErrorGraphExecUpdateFailure;
    };
    if (order.size() != found->list.items.size()) {
      return refuse(UpdateResult::topology_changed);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i]->work.index() != found->list.items[i].index()) {
        *error_node = order[i]->handle;
        return refuse(UpdateResult::type_changed);
      }
    }
    // Later changes still name the nodes that the executable graph was made from.
    for (std::size_t i = 0; i < order.size(); ++i) found->list.items[i] = order[i]->work;
    *result = static_cast<std::uint32_t>(UpdateResult::success);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphExecKernelNodeSetParams(GraphExecHandle executable, GraphNodeHandle node,
                                                   const KernelNodeParams* params) {
  return replace_work<KernelWork>(executable, node,
                                  [&](Work& work) { return emulator::kernel_work(params, work); });
}

KGATE_EXPORT Error hipGraphExecMemsetNodeSetParams(GraphExecHandle executable, GraphNodeHandle node,
                                                   const MemsetParams* params) {
  return replace_work<FillShape>(executable, node,
                                 [&](Work& work) { return emulator::fill_work(params, work); });
}

KGATE_EXPORT Error hipGraphExecMemcpyNodeSetParams(GraphExecHandle executable, GraphNodeHandle node,
                                                   const Memcpy3DParams* params) {
  return replace_work<CopyWork>(executable, node,
                                [&](Work& work) { return emulator::copy_work(params, work); });
}

KGATE_EXPORT Error hipGraphExecMemcpyNodeSetParams1D(GraphExecHandle executable,
                                                     GraphNodeHandle node, void* destination,
                                                     const void* source, std::size_t size,
                                                     MemcpyKind kind) {
  return replace_work<CopyWork>(executable, node, [&](Work& work) {
    return emulator::copy_work(emulator::CopyShape{destination, size, source, size, size, 1, kind},
                               work);
  });
}

KGATE_EXPORT Error hipGraphExecHostNodeSetParams(GraphExecHandle executable, GraphNodeHandle node,
                                                 const HostNodeParams* params) {
  return replace_work<HostWork>(executable, node,
                                [&](Work& work) { return emulator::host_work(params, work); });
}

}  // namespace kgate::hip
