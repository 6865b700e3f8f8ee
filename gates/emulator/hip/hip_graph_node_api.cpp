// SPDX-License-Identifier: MIT
// Entry points: nodes of every kind, and their parameters.
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_graph_calls.hpp"
#include "gates/emulator/hip/hip_registration.hpp"

namespace kgate::hip {
namespace {

using emulator::add_node;
using emulator::CopyShape;
using emulator::CopyWork;
using emulator::FillShape;
using emulator::GraphNode;
using emulator::HostWork;
using emulator::KernelWork;
using emulator::Runtime;
using emulator::Work;

CopyShape linear(void* destination, const void* source, std::size_t size, MemcpyKind kind) {
  return {destination, size, source, size, size, 1, kind};
}

/// A copy of nothing is no node in HIP.
Error linear_work(void* destination, const void* source, std::size_t size, MemcpyKind kind,
                  Work& work) {
  return size == 0 ? Error::hipErrorInvalidValue
                   : emulator::copy_work(linear(destination, source, size, kind), work);
}

Error event_of(EventHandle event, std::shared_ptr<emulator::EventState>& state) {
  state = Runtime::get().events.find(event);
  return state != nullptr
             ? Error::hipSuccess
             : emulator::fail(Error::hipErrorInvalidValue, "the event handle is not a live event");
}

/// A part of a registered variable, as a place for a copy.
Error place_in_symbol(const void* symbol, std::size_t size, std::size_t offset, void*& place) {
  emulator::Variable variable;
  if (const Error error =
          emulator::Registry::get().variable(symbol, emulator::thread_state().device, variable);
      error != Error::hipSuccess) {
    return error;
  }
  if (offset > variable.size || size > variable.size - offset) {
    return emulator::fail(Error::hipErrorInvalidValue, "{} bytes at {} are beyond a variable of {}",
                          size, offset, variable.size);
  }
  place = Runtime::get().memory.host(variable.address + offset);
  return Error::hipSuccess;
}

}  // namespace

KGATE_EXPORT Error hipGraphAddKernelNode(GraphNodeHandle* node, GraphHandle graph,
                                         const GraphNodeHandle* dependencies, std::size_t count,
                                         const KernelNodeParams* params) {
  return add_node(node, graph, dependencies, count,
                  [&](Work& work) { return emulator::kernel_work(params, work); });
}

KGATE_EXPORT Error hipGraphAddMemcpyNode(GraphNodeHandle* node, GraphHandle graph,
                                         const GraphNodeHandle* dependencies, std::size_t count,
                                         const Memcpy3DParams* params) {
  return add_node(node, graph, dependencies, count,
                  [&](Work& work) { return emulator::copy_work(params, work); });
}

KGATE_EXPORT Error hipGraphAddMemcpyNode1D(GraphNodeHandle* node, GraphHandle graph,
                                           const GraphNodeHandle* dependencies, std::size_t count,
                                           void* destination, const void* source, std::size_t size,
                                           MemcpyKind kind) {
  return add_node(node, graph, dependencies, count,
                  [&](Work& work) { return linear_work(destination, source, size, kind, work); });
}

KGATE_EXPORT Error hipGraphAddMemcpyNodeToSymbol(GraphNodeHandle* node, GraphHandle graph,
                                                 const GraphNodeHandle* dependencies,
                                                 std::size_t count, const void* symbol,
                                                 const void* source, std::size_t size,
                                                 std::size_t offset, MemcpyKind kind) {
  return add_node(node, graph, dependencies, count, [&](Work& work) {
    void* place = nullptr;
    const Error error = place_in_symbol(symbol, size, offset, place);
    return error == Error::hipSuccess ? linear_work(place, source, size, kind, work) : error;
  });
}

KGATE_EXPORT Error hipGraphAddMemcpyNodeFromSymbol(GraphNodeHandle* node, GraphHandle graph,
                                                   const GraphNodeHandle* dependencies,
                                                   std::size_t count, void* destination,
                                                   const void* symbol, std::size_t size,
                                                   std::size_t offset, MemcpyKind kind) {
  return add_node(node, graph, dependencies, count, [&](Work& work) {
    void* place = nullptr;
    const Error error = place_in_symbol(symbol, size, offset, place);
    return error == Error::hipSuccess ? linear_work(destination, place, size, kind, work) : error;
  });
}

KGATE_EXPORT Error hipGraphAddMemsetNode(GraphNodeHandle* node, GraphHandle graph,
                                         const GraphNodeHandle* dependencies, std::size_t count,
                                         const MemsetParams* params) {
  return add_node(node, graph, dependencies, count,
                  [&](Work& work) { return emulator::fill_work(params, work); });
}

KGATE_EXPORT Error hipGraphAddHostNode(GraphNodeHandle* node, GraphHandle graph,
                                       const GraphNodeHandle* dependencies, std::size_t count,
                                       const HostNodeParams* params) {
  return add_node(node, graph, dependencies, count,
                  [&](Work& work) { return emulator::host_work(params, work); });
}

KGATE_EXPORT Error hipGraphAddEmptyNode(GraphNodeHandle* node, GraphHandle graph,
                                        const GraphNodeHandle* dependencies, std::size_t count) {
  return add_node(node, graph, dependencies, count,
                  [](Work& /*work*/) { return Error::hipSuccess; });
}

KGATE_EXPORT Error hipGraphAddEventRecordNode(GraphNodeHandle* node, GraphHandle graph,
                                              const GraphNodeHandle* dependencies,
                                              std::size_t count, EventHandle event) {
  return add_node(node, graph, dependencies, count, [&](Work& work) {
    emulator::RecordWork record;
    const Error error = event_of(event, record.event);
    work = std::move(record);
    return error;
  });
}

KGATE_EXPORT Error hipGraphAddEventWaitNode(GraphNodeHandle* node, GraphHandle graph,
                                            const GraphNodeHandle* dependencies, std::size_t count,
                                            EventHandle event) {
  return add_node(node, graph, dependencies, count, [&](Work& work) {
    emulator::WaitWork wait;
    const Error error = event_of(event, wait.event);
    work = std::move(wait);
    return error;
  });
}

/// The child is copied: what is added to it later does not change this graph.
KGATE_EXPORT Error hipGraphAddChildGraphNode(GraphNodeHandle* node, GraphHandle graph,
                                             const GraphNodeHandle* dependencies, std::size_t count,
                                             GraphHandle child) {
  return add_node(node, graph, dependencies, count, [&](Work& work) {
    const auto inner = Runtime::get().graphs.find(child);
    if (inner == nullptr || child == graph) {
      return emulator::fail(Error::hipErrorInvalidValue, "the child is not another live graph");
    }
    std::vector<emulator::NodePointer> order;
    if (!emulator::topological_order(*inner, order)) {
      return emulator::fail(Error::hipErrorInvalidValue, "the child's dependencies have a cycle");
    }
    auto list = std::make_shared<emulator::WorkList>();
    for (const auto& item : order) list->items.push_back(item->work);
    work = emulator::NestedWork{std::move(list)};
    return Error::hipSuccess;
  });
}

/// The pointers to the arguments are valid until the node is asked again, changed or destroyed.
KGATE_EXPORT Error hipGraphKernelNodeGetParams(GraphNodeHandle node, KernelNodeParams* params) {
  return emulator::with_node<KernelWork>(node, [&](GraphNode& n) {
    if (params == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    auto& kernel = std::get<KernelWork>(n.work);
    n.parameters.clear();
    for (const auto& argument : kernel.function.kernel->metadata.arguments) {
      if (!argument.hidden()) n.parameters.push_back(kernel.kernarg.data() + argument.offset);
    }
    *params = {kernel.shape.block,
               nullptr,
               const_cast<void*>(kernel.host),
               kernel.shape.grid,
               n.parameters.data(),
               static_cast<std::uint32_t>(kernel.shape.dynamic_lds)};
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphKernelNodeSetParams(GraphNodeHandle node,
                                               const KernelNodeParams* params) {
  return emulator::with_node<KernelWork>(
      node, [&](GraphNode& n) { return emulator::kernel_work(params, n.work); });
}

KGATE_EXPORT Error hipGraphMemsetNodeGetParams(GraphNodeHandle node, MemsetParams* params) {
  return emulator::with_node<FillShape>(node, [&](const GraphNode& n) {
    if (params == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    const auto& fill = std::get<FillShape>(n.work);
    *params = {fill.destination, static_cast<std::uint32_t>(fill.element),
               fill.height,      fill.pitch,
               fill.pattern,     fill.count};
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphMemsetNodeSetParams(GraphNodeHandle node, const MemsetParams* params) {
  return emulator::with_node<FillShape>(
      node, [&](GraphNode& n) { return emulator::fill_work(params, n.work); });
}

KGATE_EXPORT Error hipGraphMemcpyNodeSetParams(GraphNodeHandle node, const Memcpy3DParams* params) {
  return emulator::with_node<CopyWork>(
      node, [&](GraphNode& n) { return emulator::copy_work(params, n.work); });
}

KGATE_EXPORT Error hipGraphMemcpyNodeSetParams1D(GraphNodeHandle node, void* destination,
                                                 const void* source, std::size_t size,
                                                 MemcpyKind kind) {
  return emulator::with_node<CopyWork>(
      node, [&](GraphNode& n) { return linear_work(destination, source, size, kind, n.work); });
}

KGATE_EXPORT Error hipGraphHostNodeGetParams(GraphNodeHandle node, HostNodeParams* params) {
  return emulator::with_node<HostWork>(node, [&](const GraphNode& n) {
    if (params == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    const auto& [function, data] = std::get<HostWork>(n.work);
    *params = {function, data};
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGraphHostNodeSetParams(GraphNodeHandle node, const HostNodeParams* params) {
  return emulator::with_node<HostWork>(
      node, [&](GraphNode& n) { return emulator::host_work(params, n.work); });
}

}  // namespace kgate::hip
