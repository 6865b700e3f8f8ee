// SPDX-License-Identifier: MIT
// The table of HIP entry points everything above the seam calls, and the libraries that fill it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/runtime/hip_types.hpp"
#include "kernels/status.hpp"

// Of gates/emulator/emulator_api.h, which defines them; only the emulator exports their entries.
struct kgateEmulatorOptions;
struct kgateEmulatorStatistics;
struct kgateEmulatorOpcode;
struct kgateEmulatorKernel;

/// X(requiredness, result, name, parameters): every entry point of the table, stated once.
/// `required` ones must be exported by any library; an `optional` one that is missing is null.
#define KGATE_HIP_ENTRY_POINTS(X)                                                                \
  X(required, Error, hipGetDeviceCount, (int* count))                                            \
  X(required, Error, hipSetDevice, (int device))                                                 \
  X(required, Error, hipGetDevice, (int* device))                                                \
  X(required, Error, hipDeviceGetAttribute, (int* value, DeviceAttribute attribute, int device)) \
  X(required, Error, hipDeviceSynchronize, ())                                                   \
  X(optional, Error, hipGetDeviceProperties, (DevicePropertiesR0000 * properties, int device))   \
  X(optional, Error, hipGetDevicePropertiesR0600,                                                \
    (DevicePropertiesR0600 * properties, int device))                                            \
  X(optional, Error, hipRuntimeGetVersion, (int* version))                                       \
  X(required, Error, hipMalloc, (void** pointer, std::size_t size))                              \
  X(required, Error, hipFree, (void* pointer))                                                   \
  X(optional, Error, hipHostMalloc, (void** pointer, std::size_t size, std::uint32_t flags))     \
  X(optional, Error, hipHostFree, (void* pointer))                                               \
  X(optional, Error, hipMemGetInfo, (std::size_t* available, std::size_t* total))                \
  X(required, Error, hipMemcpy,                                                                  \
    (void* destination, const void* source, std::size_t size, MemcpyKind kind))                  \
  X(required, Error, hipMemcpyAsync,                                                             \
    (void* destination, const void* source, std::size_t size, MemcpyKind kind,                   \
     StreamHandle stream))                                                                       \
  X(required, Error, hipMemset, (void* destination, int value, std::size_t size))                \
  X(required, Error, hipMemsetAsync,                                                             \
    (void* destination, int value, std::size_t size, StreamHandle stream))                       \
  X(required, Error, hipStreamCreateWithFlags, (StreamHandle * stream, std::uint32_t flags))     \
  X(required, Error, hipStreamDestroy, (StreamHandle stream))                                    \
  X(required, Error, hipStreamSynchronize, (StreamHandle stream))                                \
  X(required, Error, hipStreamQuery, (StreamHandle stream))                                      \
  X(required, Error, hipStreamWaitEvent,                                                         \
    (StreamHandle stream, EventHandle event, std::uint32_t flags))                               \
  X(required, Error, hipEventCreateWithFlags, (EventHandle * event, std::uint32_t flags))        \
  X(required, Error, hipEventDestroy, (EventHandle event))                                       \
  X(required, Error, hipEventRecord, (EventHandle event, StreamHandle stream))                   \
  X(required, Error, hipEventSynchronize, (EventHandle event))                                   \
  X(required, Error, hipEventQuery, (EventHandle event))                                         \
  X(required, Error, hipEventElapsedTime, (float* ms, EventHandle start, EventHandle stop))      \
  X(required, Error, hipModuleLoadData, (ModuleHandle * module, const void* image))              \
  X(required, Error, hipModuleUnload, (ModuleHandle module))                                     \
  X(required, Error, hipModuleGetFunction,                                                       \
    (FunctionHandle * function, ModuleHandle module, const char* name))                          \
  X(optional, Error, hipModuleGetGlobal,                                                         \
    (void** pointer, std::size_t* size, ModuleHandle module, const char* name))                  \
  X(required, Error, hipModuleLaunchKernel,                                                      \
    (FunctionHandle function, std::uint32_t grid_x, std::uint32_t grid_y, std::uint32_t grid_z,  \
     std::uint32_t block_x, std::uint32_t block_y, std::uint32_t block_z,                        \
     std::uint32_t dynamic_lds, StreamHandle stream, void** parameters, void** extra))           \
  X(optional, Error, hipStreamBeginCapture, (StreamHandle stream, int mode))                     \
  X(optional, Error, hipStreamEndCapture, (StreamHandle stream, GraphHandle * graph))            \
  X(optional, Error, hipGraphInstantiate,                                                        \
    (GraphExecHandle * executable, GraphHandle graph, void* error_node, char* log,               \
     std::size_t log_size))                                                                      \
  X(optional, Error, hipGraphLaunch, (GraphExecHandle executable, StreamHandle stream))          \
  X(optional, Error, hipGraphDestroy, (GraphHandle graph))                                       \
  X(optional, Error, hipGraphExecDestroy, (GraphExecHandle executable))                          \
  X(required, Error, hipGetLastError, ())                                                        \
  X(required, const char*, hipGetErrorName, (Error error))                                       \
  X(required, const char*, hipGetErrorString, (Error error))

/// The same for what only the emulator exports (gates/emulator/emulator_api.h); all optional.
#define KGATE_EMULATOR_ENTRY_POINTS(X)                                                             \
  X(optional, Error, kgateEmulatorSetOptions, (void* stream, const kgateEmulatorOptions* options)) \
  X(optional, Error, kgateEmulatorGetOptions, (void* stream, kgateEmulatorOptions* options))       \
  X(optional, Error, kgateEmulatorGetStatistics,                                                   \
    (void* stream, kgateEmulatorStatistics* statistics))                                           \
  X(optional, Error, kgateEmulatorResetStatistics, (void* stream))                                 \
  X(optional, Error, kgateEmulatorGetOpcode,                                                       \
    (void* stream, std::uint64_t index, kgateEmulatorOpcode* opcode))                              \
  X(optional, Error, kgateEmulatorGetKernel,                                                       \
    (void* stream, std::uint64_t index, kgateEmulatorKernel* kernel))                              \
  X(optional, Error, kgateEmulatorSuppress, (const char* lines))                                   \
  X(optional, const char*, kgateEmulatorLastFault, ())                                             \
  X(optional, const char*, kgateEmulatorLastErrorText, ())                                         \
  X(optional, Error, kgateEmulatorModuleLoad,                                                      \
    (ModuleHandle * module, const void* image, std::size_t size))

namespace kgate::hip {

/// The entry points of one loaded library, under their C names.
struct Api {
// A declarator: its name and its parameters take no further parentheses.
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define KGATE_HIP_MEMBER(requiredness, result, name, parameters) result(*name) parameters = nullptr;
  KGATE_HIP_ENTRY_POINTS(KGATE_HIP_MEMBER)
  KGATE_EMULATOR_ENTRY_POINTS(KGATE_HIP_MEMBER)
#undef KGATE_HIP_MEMBER
  std::string library;  ///< the path or name that was loaded
};

/// Loads the first of `candidates` that the dynamic linker finds and fills the table from it. A
/// library stays loaded until the process ends, and a second load of the same name gives the same
/// table: a HIP runtime with worker threads cannot be unloaded safely.
/// @return `not_found` naming every candidate and the reason, or the entry point that is missing.
Status load_api(const std::vector<std::string>& candidates, const Api*& api);

/// The host as a device: memory is the heap's, streams run at once, and every kernel launch is
/// hipErrorNotSupported.
[[nodiscard]] const Api& host_api();

}  // namespace kgate::hip
