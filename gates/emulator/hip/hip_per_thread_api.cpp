// SPDX-License-Identifier: MIT
// Entry points of programs compiled with -fgpu-default-stream=per-thread: a null stream in them is
// the calling thread's own.
#include "gates/emulator/hip/hip_exports.hpp"

namespace kgate::hip {

// Defined with their likes.
KGATE_EXPORT Error hipMemcpyWithStream(void*, const void*, std::size_t, MemcpyKind, StreamHandle);
KGATE_EXPORT Error hipMemcpy2DAsync(void*, std::size_t, const void*, std::size_t, std::size_t,
                                    std::size_t, MemcpyKind, StreamHandle);
KGATE_EXPORT Error hipMemset2DAsync(void*, std::size_t, int, std::size_t, std::size_t,
                                    StreamHandle);
KGATE_EXPORT Error hipMemcpyToSymbolAsync(const void*, const void*, std::size_t, std::size_t,
                                          MemcpyKind, StreamHandle);
KGATE_EXPORT Error hipMemcpyFromSymbolAsync(void*, const void*, std::size_t, std::size_t,
                                            MemcpyKind, StreamHandle);
KGATE_EXPORT Error hipStreamGetFlags(StreamHandle, std::uint32_t*);
KGATE_EXPORT Error hipStreamGetPriority(StreamHandle, int*);
KGATE_EXPORT Error hipStreamIsCapturing(StreamHandle, std::uint32_t*);
KGATE_EXPORT Error hipStreamAddCallback(StreamHandle, void (*)(StreamHandle, Error, void*), void*,
                                        std::uint32_t);
KGATE_EXPORT Error hipLaunchHostFunc(StreamHandle, void (*)(void*), void*);
KGATE_EXPORT Error hipLaunchKernel(const void*, Dim3, Dim3, void**, std::size_t, StreamHandle);
KGATE_EXPORT Error hipLaunchCooperativeKernel(const void*, Dim3, Dim3, void**, std::uint32_t,
                                              StreamHandle);

namespace {

StreamHandle own(StreamHandle stream) { return stream == nullptr ? kStreamPerThread : stream; }

/// Waits for the calling thread's stream after a call that was issued on it.
Error then_wait(Error error) {
  return error == Error::hipSuccess ? hipStreamSynchronize(kStreamPerThread) : error;
}

}  // namespace

KGATE_EXPORT Error hipMemcpy_spt(void* destination, const void* source, std::size_t size,
                                 MemcpyKind kind) {
  return hipMemcpyWithStream(destination, source, size, kind, kStreamPerThread);
}

KGATE_EXPORT Error hipMemcpyAsync_spt(void* destination, const void* source, std::size_t size,
                                      MemcpyKind kind, StreamHandle stream) {
  return hipMemcpyAsync(destination, source, size, kind, own(stream));
}

KGATE_EXPORT Error hipMemcpy2D_spt(void* destination, std::size_t destination_pitch,
                                   const void* source, std::size_t source_pitch, std::size_t width,
                                   std::size_t height, MemcpyKind kind) {
  return then_wait(hipMemcpy2DAsync(destination, destination_pitch, source, source_pitch, width,
                                    height, kind, kStreamPerThread));
}

KGATE_EXPORT Error hipMemcpy2DAsync_spt(void* destination, std::size_t destination_pitch,
                                        const void* source, std::size_t source_pitch,
                                        std::size_t width, std::size_t height, MemcpyKind kind,
                                        StreamHandle stream) {
  return hipMemcpy2DAsync(destination, destination_pitch, source, source_pitch, width, height, kind,
                          own(stream));
}

KGATE_EXPORT Error hipMemcpyToSymbolAsync_spt(const void* symbol, const void* source,
                                              std::size_t size, std::size_t offset, MemcpyKind kind,
                                              StreamHandle stream) {
  return hipMemcpyToSymbolAsync(symbol, source, size, offset, kind, own(stream));
}

KGATE_EXPORT Error hipMemcpyToSymbol_spt(const void* symbol, const void* source, std::size_t size,
                                         std::size_t offset, MemcpyKind kind) {
  return then_wait(hipMemcpyToSymbolAsync_spt(symbol, source, size, offset, kind, nullptr));
}

KGATE_EXPORT Error hipMemcpyFromSymbolAsync_spt(void* destination, const void* symbol,
                                                std::size_t size, std::size_t offset,
                                                MemcpyKind kind, StreamHandle stream) {
  return hipMemcpyFromSymbolAsync(destination, symbol, size, offset, kind, own(stream));
}

KGATE_EXPORT Error hipMemcpyFromSymbol_spt(void* destination, const void* symbol, std::size_t size,
                                           std::size_t offset, MemcpyKind kind) {
  return then_wait(hipMemcpyFromSymbolAsync_spt(destination, symbol, size, offset, kind, nullptr));
}

KGATE_EXPORT Error hipMemset_spt(void* destination, int value, std::size_t size) {
  return hipMemsetAsync(destination, value, size, kStreamPerThread);
}

KGATE_EXPORT Error hipMemsetAsync_spt(void* destination, int value, std::size_t size,
                                      StreamHandle stream) {
  return hipMemsetAsync(destination, value, size, own(stream));
}

KGATE_EXPORT Error hipMemset2D_spt(void* destination, std::size_t pitch, int value,
                                   std::size_t width, std::size_t height) {
  return hipMemset2DAsync(destination, pitch, value, width, height, kStreamPerThread);
}

KGATE_EXPORT Error hipMemset2DAsync_spt(void* destination, std::size_t pitch, int value,
                                        std::size_t width, std::size_t height,
                                        StreamHandle stream) {
  return hipMemset2DAsync(destination, pitch, value, width, height, own(stream));
}

KGATE_EXPORT Error hipStreamSynchronize_spt(StreamHandle stream) {
  return hipStreamSynchronize(own(stream));
}

KGATE_EXPORT Error hipStreamQuery_spt(StreamHandle stream) { return hipStreamQuery(own(stream)); }

KGATE_EXPORT Error hipStreamGetFlags_spt(StreamHandle stream, std::uint32_t* flags) {
  return hipStreamGetFlags(own(stream), flags);
}

KGATE_EXPORT Error hipStreamGetPriority_spt(StreamHandle stream, int* priority) {
  return hipStreamGetPriority(own(stream), priority);
}

KGATE_EXPORT Error hipStreamWaitEvent_spt(StreamHandle stream, EventHandle event,
                                          std::uint32_t flags) {
  return hipStreamWaitEvent(own(stream), event, flags);
}

KGATE_EXPORT Error hipStreamAddCallback_spt(StreamHandle stream,
                                            void (*callback)(StreamHandle, Error, void*),
                                            void* data, std::uint32_t flags) {
  return hipStreamAddCallback(own(stream), callback, data, flags);
}

KGATE_EXPORT Error hipLaunchHostFunc_spt(StreamHandle stream, void (*function)(void*), void* data) {
  return hipLaunchHostFunc(own(stream), function, data);
}

KGATE_EXPORT Error hipEventRecord_spt(EventHandle event, StreamHandle stream) {
  return hipEventRecord(event, own(stream));
}

KGATE_EXPORT Error hipLaunchKernel_spt(const void* host, Dim3 grid, Dim3 block, void** arguments,
                                       std::size_t dynamic_lds, StreamHandle stream) {
  return hipLaunchKernel(host, grid, block, arguments, dynamic_lds, own(stream));
}

KGATE_EXPORT Error hipLaunchCooperativeKernel_spt(const void* host, Dim3 grid, Dim3 block,
                                                  void** arguments, std::uint32_t dynamic_lds,
                                                  StreamHandle stream) {
  return hipLaunchCooperativeKernel(host, grid, block, arguments, dynamic_lds, own(stream));
}

KGATE_EXPORT Error hipStreamBeginCapture_spt(StreamHandle stream, int mode) {
  return hipStreamBeginCapture(own(stream), mode);
}

KGATE_EXPORT Error hipStreamEndCapture_spt(StreamHandle stream, GraphHandle* graph) {
  return hipStreamEndCapture(own(stream), graph);
}

KGATE_EXPORT Error hipStreamIsCapturing_spt(StreamHandle stream, std::uint32_t* status) {
  return hipStreamIsCapturing(own(stream), status);
}

KGATE_EXPORT Error hipGraphLaunch_spt(GraphExecHandle executable, StreamHandle stream) {
  return hipGraphLaunch(executable, own(stream));
}

}  // namespace kgate::hip
