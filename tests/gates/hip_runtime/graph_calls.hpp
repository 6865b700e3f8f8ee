// SPDX-License-Identifier: MIT
// Entry points of graphs and capture beyond the seam's table, as a program's header declares them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gates/emulator/hip/hip_graph_types.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::hip {
extern "C" {
Error hipGraphCreate(GraphHandle* graph, std::uint32_t flags);
Error hipGraphAddKernelNode(GraphNodeHandle* node, GraphHandle graph,
                            const GraphNodeHandle* dependencies, std::size_t count,
                            const KernelNodeParams* params);
Error hipGraphAddMemcpyNode1D(GraphNodeHandle* node, GraphHandle graph,
                              const GraphNodeHandle* dependencies, std::size_t count,
                              void* destination, const void* source, std::size_t size,
                              MemcpyKind kind);
Error hipGraphAddMemcpyNode(GraphNodeHandle* node, GraphHandle graph,
                            const GraphNodeHandle* dependencies, std::size_t count,
                            const Memcpy3DParams* params);
Error hipGraphAddMemsetNode(GraphNodeHandle* node, GraphHandle graph,
                            const GraphNodeHandle* dependencies, std::size_t count,
                            const MemsetParams* params);
Error hipGraphAddHostNode(GraphNodeHandle* node, GraphHandle graph,
                          const GraphNodeHandle* dependencies, std::size_t count,
                          const HostNodeParams* params);
Error hipGraphAddEmptyNode(GraphNodeHandle* node, GraphHandle graph,
                           const GraphNodeHandle* dependencies, std::size_t count);
Error hipGraphAddChildGraphNode(GraphNodeHandle* node, GraphHandle graph,
                                const GraphNodeHandle* dependencies, std::size_t count,
                                GraphHandle child);
Error hipGraphAddEventRecordNode(GraphNodeHandle* node, GraphHandle graph,
                                 const GraphNodeHandle* dependencies, std::size_t count,
                                 EventHandle event);
Error hipGraphAddDependencies(GraphHandle graph, const GraphNodeHandle* from,
                              const GraphNodeHandle* to, std::size_t count);
Error hipGraphRemoveDependencies(GraphHandle graph, const GraphNodeHandle* from,
                                 const GraphNodeHandle* to, std::size_t count);
Error hipGraphGetNodes(GraphHandle graph, GraphNodeHandle* nodes, std::size_t* count);
Error hipGraphGetRootNodes(GraphHandle graph, GraphNodeHandle* nodes, std::size_t* count);
Error hipGraphGetEdges(GraphHandle graph, GraphNodeHandle* from, GraphNodeHandle* to,
                       std::size_t* count);
Error hipGraphNodeGetDependencies(GraphNodeHandle node, GraphNodeHandle* dependencies,
                                  std::size_t* count);
Error hipGraphNodeGetType(GraphNodeHandle node, std::uint32_t* type);
Error hipGraphDestroyNode(GraphNodeHandle node);
Error hipGraphClone(GraphHandle* clone, GraphHandle graph);
Error hipGraphKernelNodeGetParams(GraphNodeHandle node, KernelNodeParams* params);
Error hipGraphExecUpdate(GraphExecHandle executable, GraphHandle graph, GraphNodeHandle* error_node,
                         std::uint32_t* result);
Error hipGraphExecKernelNodeSetParams(GraphExecHandle executable, GraphNodeHandle node,
                                      const KernelNodeParams* params);
Error hipStreamIsCapturing(StreamHandle stream, std::uint32_t* status);
Error hipThreadExchangeStreamCaptureMode(std::uint32_t* mode);
}
}  // namespace kgate::hip
