// SPDX-License-Identifier: MIT
// The CUDA driver's entry points that the HIP seam needs, loaded from libcuda.so.1 at run time.
//
// Types are declared here from the driver's published C ABI, so no CUDA header is needed. Error
// codes of the driver and of HIP have the same values where both have the error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/runtime/hip_types.hpp"

namespace kgate::hip_on_cuda {

using hip::Error;
using DeviceNumber = int;
using DevicePointer = std::uint64_t;
using Context = struct ContextObject*;

/// X(result member name, exported symbol, parameters).
#define KGATE_CUDA_ENTRY_POINTS(X)                                                              \
  X(init, "cuInit", (unsigned flags))                                                           \
  X(driver_version, "cuDriverGetVersion", (int* version))                                       \
  X(device_count, "cuDeviceGetCount", (int* count))                                             \
  X(device_name, "cuDeviceGetName", (char* name, int size, DeviceNumber device))                \
  X(device_memory, "cuDeviceTotalMem_v2", (std::size_t* bytes, DeviceNumber device))            \
  X(device_attribute, "cuDeviceGetAttribute", (int* value, int attribute, DeviceNumber device)) \
  X(context_retain, "cuDevicePrimaryCtxRetain", (Context * context, DeviceNumber device))       \
  X(context_set, "cuCtxSetCurrent", (Context context))                                          \
  X(context_synchronize, "cuCtxSynchronize", ())                                                \
  X(memory_info, "cuMemGetInfo_v2", (std::size_t* available, std::size_t* total))               \
  X(memory_allocate, "cuMemAlloc_v2", (DevicePointer * pointer, std::size_t size))              \
  X(memory_free, "cuMemFree_v2", (DevicePointer pointer))                                       \
  X(host_allocate, "cuMemHostAlloc", (void** pointer, std::size_t size, unsigned flags))        \
  X(host_free, "cuMemFreeHost", (void* pointer))                                                \
  X(copy, "cuMemcpy", (DevicePointer to, DevicePointer from, std::size_t size))                 \
  X(copy_async, "cuMemcpyAsync",                                                                \
    (DevicePointer to, DevicePointer from, std::size_t size, hip::StreamHandle stream))         \
  X(set_bytes, "cuMemsetD8_v2", (DevicePointer to, unsigned char value, std::size_t count))     \
  X(set_bytes_async, "cuMemsetD8Async",                                                         \
    (DevicePointer to, unsigned char value, std::size_t count, hip::StreamHandle stream))       \
  X(stream_create, "cuStreamCreate", (hip::StreamHandle * stream, unsigned flags))              \
  X(stream_destroy, "cuStreamDestroy_v2", (hip::StreamHandle stream))                           \
  X(stream_synchronize, "cuStreamSynchronize", (hip::StreamHandle stream))                      \
  X(stream_query, "cuStreamQuery", (hip::StreamHandle stream))                                  \
  X(stream_wait, "cuStreamWaitEvent",                                                           \
    (hip::StreamHandle stream, hip::EventHandle event, unsigned flags))                         \
  X(event_create, "cuEventCreate", (hip::EventHandle * event, unsigned flags))                  \
  X(event_destroy, "cuEventDestroy_v2", (hip::EventHandle event))                               \
  X(event_record, "cuEventRecord", (hip::EventHandle event, hip::StreamHandle stream))          \
  X(event_synchronize, "cuEventSynchronize", (hip::EventHandle event))                          \
  X(event_query, "cuEventQuery", (hip::EventHandle event))                                      \
  X(event_elapsed, "cuEventElapsedTime",                                                        \
    (float* milliseconds, hip::EventHandle start, hip::EventHandle stop))                       \
  X(module_load, "cuModuleLoadData", (hip::ModuleHandle * module, const void* image))           \
  X(module_unload, "cuModuleUnload", (hip::ModuleHandle module))                                \
  X(module_function, "cuModuleGetFunction",                                                     \
    (hip::FunctionHandle * function, hip::ModuleHandle module, const char* name))               \
  X(module_global, "cuModuleGetGlobal_v2",                                                      \
    (DevicePointer * pointer, std::size_t* size, hip::ModuleHandle module, const char* name))   \
  X(launch, "cuLaunchKernel",                                                                   \
    (hip::FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,           \
     unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,               \
     hip::StreamHandle stream, void** parameters, void** extra))                                \
  X(capture_begin, "cuStreamBeginCapture_v2", (hip::StreamHandle stream, int mode))             \
  X(capture_end, "cuStreamEndCapture", (hip::StreamHandle stream, hip::GraphHandle * graph))    \
  X(graph_instantiate, "cuGraphInstantiateWithFlags",                                           \
    (hip::GraphExecHandle * executable, hip::GraphHandle graph, unsigned long long flags))      \
  X(graph_launch, "cuGraphLaunch", (hip::GraphExecHandle executable, hip::StreamHandle stream)) \
  X(graph_destroy, "cuGraphDestroy", (hip::GraphHandle graph))                                  \
  X(graph_exec_destroy, "cuGraphExecDestroy", (hip::GraphExecHandle executable))

/// The loaded driver, initialised, with the primary context of every device.
struct Driver {
#define KGATE_CUDA_MEMBER(name, symbol, parameters) Error(*name) parameters = nullptr;
  KGATE_CUDA_ENTRY_POINTS(KGATE_CUDA_MEMBER)
#undef KGATE_CUDA_MEMBER
  std::vector<Context> contexts;  ///< per device
  std::string problem;            ///< why there is no driver or no device; empty if there is one
};

/// Loads the driver on first use; thread-safe. Without one, `problem` says why.
const Driver& driver();

/// The calling thread's device number.
int& current_device();

/// Keeps a failure as the thread's last error and passes it on.
Error remember(Error error);

/// Makes the calling thread's device current in the driver and remembers what `call` returns for
/// hipGetLastError. Without a driver: hipErrorNoDevice.
template <class Call>
Error with_context(Call&& call) {
  const Driver& loaded = driver();
  if (!loaded.problem.empty()) {
    return remember(Error::hipErrorNoDevice);
  }
  const auto device = static_cast<std::size_t>(current_device());
  if (const Error error = loaded.context_set(loaded.contexts.at(device));
      error != Error::hipSuccess) {
    return remember(error);
  }
  return remember(call(loaded));
}

}  // namespace kgate::hip_on_cuda
