// SPDX-License-Identifier: MIT
// Streams, events and graphs of the CUDA driver under HIP's names.
#include "gates/hip_on_cuda/cuda_driver.hpp"

using kgate::hip::Error;
using kgate::hip::EventHandle;
using kgate::hip::GraphExecHandle;
using kgate::hip::GraphHandle;
using kgate::hip::StreamHandle;
using kgate::hip_on_cuda::Driver;
using kgate::hip_on_cuda::with_context;

extern "C" {

[[gnu::visibility("default")]] Error hipStreamCreateWithFlags(StreamHandle* stream,
                                                              std::uint32_t flags) {
  return with_context([&](const Driver& cuda) { return cuda.stream_create(stream, flags); });
}

[[gnu::visibility("default")]] Error hipStreamDestroy(StreamHandle stream) {
  return with_context([&](const Driver& cuda) { return cuda.stream_destroy(stream); });
}

[[gnu::visibility("default")]] Error hipStreamSynchronize(StreamHandle stream) {
  return with_context([&](const Driver& cuda) { return cuda.stream_synchronize(stream); });
}

[[gnu::visibility("default")]] Error hipStreamQuery(StreamHandle stream) {
  return with_context([&](const Driver& cuda) { return cuda.stream_query(stream); });
}

[[gnu::visibility("default")]] Error hipStreamWaitEvent(StreamHandle stream, EventHandle event,
                                                        std::uint32_t flags) {
  return with_context([&](const Driver& cuda) { return cuda.stream_wait(stream, event, flags); });
}

[[gnu::visibility("default")]] Error hipEventCreateWithFlags(EventHandle* event,
                                                             std::uint32_t flags) {
  return with_context([&](const Driver& cuda) { return cuda.event_create(event, flags); });
}

[[gnu::visibility("default")]] Error hipEventDestroy(EventHandle event) {
  return with_context([&](const Driver& cuda) { return cuda.event_destroy(event); });
}

[[gnu::visibility("default")]] Error hipEventRecord(EventHandle event, StreamHandle stream) {
  return with_context([&](const Driver& cuda) { return cuda.event_record(event, stream); });
}

[[gnu::visibility("default")]] Error hipEventSynchronize(EventHandle event) {
  return with_context([&](const Driver& cuda) { return cuda.event_synchronize(event); });
}

[[gnu::visibility("default")]] Error hipEventQuery(EventHandle event) {
  return with_context([&](const Driver& cuda) { return cuda.event_query(event); });
}

[[gnu::visibility("default")]] Error hipEventElapsedTime(float* milliseconds, EventHandle start,
                                                         EventHandle stop) {
  return with_context(
      [&](const Driver& cuda) { return cuda.event_elapsed(milliseconds, start, stop); });
}

[[gnu::visibility("default")]] Error hipStreamBeginCapture(StreamHandle stream, int mode) {
  return with_context([&](const Driver& cuda) { return cuda.capture_begin(stream, mode); });
}

[[gnu::visibility("default")]] Error hipStreamEndCapture(StreamHandle stream, GraphHandle* graph) {
  return with_context([&](const Driver& cuda) { return cuda.capture_end(stream, graph); });
}

/// The error node and log of the HIP signature belong to an interface the driver has dropped.
[[gnu::visibility("default")]] Error hipGraphInstantiate(GraphExecHandle* executable,
                                                         GraphHandle graph, void* /*error_node*/,
                                                         char* /*log*/, std::size_t /*log_size*/) {
  return with_context(
      [&](const Driver& cuda) { return cuda.graph_instantiate(executable, graph, 0); });
}

[[gnu::visibility("default")]] Error hipGraphLaunch(GraphExecHandle executable,
                                                    StreamHandle stream) {
  return with_context([&](const Driver& cuda) { return cuda.graph_launch(executable, stream); });
}

[[gnu::visibility("default")]] Error hipGraphDestroy(GraphHandle graph) {
  return with_context([&](const Driver& cuda) { return cuda.graph_destroy(graph); });
}

[[gnu::visibility("default")]] Error hipGraphExecDestroy(GraphExecHandle executable) {
  return with_context([&](const Driver& cuda) { return cuda.graph_exec_destroy(executable); });
}
}
