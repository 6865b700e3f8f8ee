// SPDX-License-Identifier: MIT
// The HIP error codes: name, value and meaning, stated once.
#pragma once

#include <cstdint>

/// X(name, value, meaning) for every code of HIP 5 and 6 that a runtime call can return.
#define KGATE_HIP_ERRORS(X)                                                                   \
  X(hipSuccess, 0, "no error")                                                                \
  X(hipErrorInvalidValue, 1, "an argument is null or out of range")                           \
  X(hipErrorOutOfMemory, 2, "out of memory")                                                  \
  X(hipErrorNotInitialized, 3, "the runtime is not initialized")                              \
  X(hipErrorDeinitialized, 4, "the runtime has been shut down")                               \
  X(hipErrorProfilerDisabled, 5, "the profiler is disabled")                                  \
  X(hipErrorProfilerNotInitialized, 6, "the profiler is not initialized")                     \
  X(hipErrorProfilerAlreadyStarted, 7, "the profiler is already started")                     \
  X(hipErrorProfilerAlreadyStopped, 8, "the profiler is already stopped")                     \
  X(hipErrorInvalidConfiguration, 9, "the launch configuration is out of range")              \
  X(hipErrorInvalidPitchValue, 12, "invalid pitch")                                           \
  X(hipErrorInvalidSymbol, 13, "no such device symbol")                                       \
  X(hipErrorInvalidDevicePointer, 17, "not a device pointer")                                 \
  X(hipErrorInvalidMemcpyDirection, 21, "invalid direction of a memory copy")                 \
  X(hipErrorInsufficientDriver, 35, "the driver is older than the runtime")                   \
  X(hipErrorMissingConfiguration, 52, "a launch without a launch configuration")              \
  X(hipErrorPriorLaunchFailure, 53, "an earlier launch failed")                               \
  X(hipErrorInvalidDeviceFunction, 98, "no such device function")                             \
  X(hipErrorNoDevice, 100, "no device was found")                                             \
  X(hipErrorInvalidDevice, 101, "no device has this number")                                  \
  X(hipErrorInvalidImage, 200, "the image is not a valid code object")                        \
  X(hipErrorInvalidContext, 201, "invalid context")                                           \
  X(hipErrorContextAlreadyCurrent, 202, "the context is already current")                     \
  X(hipErrorMapFailed, 205, "mapping failed")                                                 \
  X(hipErrorUnmapFailed, 206, "unmapping failed")                                             \
  X(hipErrorArrayIsMapped, 207, "the array is mapped")                                        \
  X(hipErrorAlreadyMapped, 208, "the resource is already mapped")                             \
  X(hipErrorNoBinaryForGpu, 209, "the image holds no code for this device")                   \
  X(hipErrorAlreadyAcquired, 210, "the resource is already acquired")                         \
  X(hipErrorNotMapped, 211, "the resource is not mapped")                                     \
  X(hipErrorNotMappedAsArray, 212, "the resource is not mapped as an array")                  \
  X(hipErrorNotMappedAsPointer, 213, "the resource is not mapped as a pointer")               \
  X(hipErrorECCNotCorrectable, 214, "an ECC error that cannot be corrected")                  \
  X(hipErrorUnsupportedLimit, 215, "this limit is not supported")                             \
  X(hipErrorContextAlreadyInUse, 216, "the context is in use")                                \
  X(hipErrorPeerAccessUnsupported, 217, "peer access is not supported")                       \
  X(hipErrorInvalidKernelFile, 218, "invalid kernel file")                                    \
  X(hipErrorInvalidGraphicsContext, 219, "invalid graphics context")                          \
  X(hipErrorInvalidSource, 300, "invalid source")                                             \
  X(hipErrorFileNotFound, 301, "no such file")                                                \
  X(hipErrorSharedObjectSymbolNotFound, 302, "a shared object lacks a symbol")                \
  X(hipErrorSharedObjectInitFailed, 303, "a shared object failed to initialize")              \
  X(hipErrorOperatingSystem, 304, "an operating system call failed")                          \
  X(hipErrorInvalidHandle, 400, "the handle is not a live object of this kind")               \
  X(hipErrorIllegalState, 401, "a resource is not in the state the call needs")               \
  X(hipErrorNotFound, 500, "no such name")                                                    \
  X(hipErrorNotReady, 600, "work issued earlier has not completed")                           \
  X(hipErrorIllegalAddress, 700, "a kernel accessed memory it must not access")               \
  X(hipErrorLaunchOutOfResources, 701, "a launch needs more resources than the device has")   \
  X(hipErrorLaunchTimeOut, 702, "a launch took too long")                                     \
  X(hipErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                  \
  X(hipErrorPeerAccessNotEnabled, 705, "peer access is not enabled")                          \
  X(hipErrorSetOnActiveProcess, 708, "the device is already in use by this process")          \
  X(hipErrorContextIsDestroyed, 709, "the context has been destroyed")                        \
  X(hipErrorAssert, 710, "a device assertion failed")                                         \
  X(hipErrorHostMemoryAlreadyRegistered, 712, "the host memory is already registered")        \
  X(hipErrorHostMemoryNotRegistered, 713, "the host memory is not registered")                \
  X(hipErrorLaunchFailure, 719, "a kernel failed while it ran")                               \
  X(hipErrorCooperativeLaunchTooLarge, 720, "a cooperative launch has too many blocks")       \
  X(hipErrorNotSupported, 801, "not supported")                                               \
  X(hipErrorStreamCaptureUnsupported, 900, "not permitted while a stream is capturing")       \
  X(hipErrorStreamCaptureInvalidated, 901, "the capture was invalidated by an earlier error") \
  X(hipErrorStreamCaptureMerge, 902, "two independent captures would merge")                  \
  X(hipErrorStreamCaptureUnmatched, 903, "the capture was not begun in this stream")          \
  X(hipErrorStreamCaptureUnjoined, 904, "the capture has a fork that was not joined")         \
  X(hipErrorStreamCaptureIsolation, 905, "a dependency would leave the capture")              \
  X(hipErrorStreamCaptureImplicit, 906, "the legacy stream may not take part in a capture")   \
  X(hipErrorCapturedEvent, 907, "the event was last recorded in a capturing stream")          \
  X(hipErrorStreamCaptureWrongThread, 908, "the capture was begun by another thread")         \
  X(hipErrorGraphExecUpdateFailure, 910, "the graph update breaks a constraint")              \
  X(hipErrorUnknown, 999, "unknown error")

namespace kgate::hip {

/// hipError_t. An enumeration of the C headers, so four bytes and unsigned.
enum class [[nodiscard]] Error : std::uint32_t {
#define KGATE_HIP_ERROR(name, value, meaning) name = (value),
  KGATE_HIP_ERRORS(KGATE_HIP_ERROR)
#undef KGATE_HIP_ERROR
};

}  // namespace kgate::hip
