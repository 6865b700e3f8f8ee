// SPDX-License-Identifier: MIT
// The host as a device of the seam: what the reference tier runs on where there is no other device.
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "kernels/runtime/hip_api.hpp"

namespace kgate::hip {
namespace {

using Clock = std::chrono::steady_clock;

Error ok(void* pointer) {
  return pointer != nullptr ? Error::hipSuccess : Error::hipErrorInvalidValue;
}

Error get_device_count(int* count) {
  *count = 1;
  return Error::hipSuccess;
}

Error set_device(int device) {
  return device == 0 ? Error::hipSuccess : Error::hipErrorInvalidDevice;
}

Error get_device(int* device) {
  *device = 0;
  return Error::hipSuccess;
}

Error get_attribute(int* value, DeviceAttribute which, int /*device*/) {
  *value = which == DeviceAttribute::max_shared_memory_per_block ? 0 : 1;
  return Error::hipSuccess;
}

Error get_properties(DevicePropertiesR0600* properties, int /*device*/) {
  *properties = {};
  std::strcpy(properties->name.data(), "host CPU, reference tier only");
  std::strcpy(properties->gcn_arch_name.data(), "host");
  return Error::hipSuccess;
}

Error nothing_to_do() { return Error::hipSuccess; }

Error allocate(void** pointer, std::size_t size) {
  // What HIP promises of an allocation; aligned_alloc wants whole multiples of it.
  constexpr std::size_t kAlignment = 256;
  *pointer = std::aligned_alloc(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment);
  return *pointer != nullptr ? Error::hipSuccess : Error::hipErrorOutOfMemory;
}

Error release(void* pointer) {
  std::free(pointer);
  return Error::hipSuccess;
}

Error copy(void* destination, const void* source, std::size_t size, MemcpyKind /*kind*/) {
  std::memmove(destination, source, size);
  return Error::hipSuccess;
}

Error copy_on_stream(void* destination, const void* source, std::size_t size, MemcpyKind kind,
                     StreamHandle /*stream*/) {
  return copy(destination, source, size, kind);
}

Error set(void* destination, int value, std::size_t size) {
  std::memset(destination, value, size);
  return Error::hipSuccess;
}

Error set_on_stream(void* destination, int value, std::size_t size, StreamHandle /*stream*/) {
  return set(destination, value, size);
}

// A stream has no state: everything is done when the call returns.
Error create_stream(StreamHandle* stream, std::uint32_t /*flags*/) {
  *stream = reinterpret_cast<StreamHandle>(new char());
  return Error::hipSuccess;
}

Error destroy_stream(StreamHandle stream) {
  delete reinterpret_cast<char*>(stream);
  return Error::hipSuccess;
}

Error wait_for_stream(StreamHandle /*stream*/) { return Error::hipSuccess; }

Error wait_for_event(StreamHandle /*stream*/, EventHandle /*event*/, std::uint32_t /*flags*/) {
  return Error::hipSuccess;
}

Clock::time_point& time_of(EventHandle event) {
  return *reinterpret_cast<Clock::time_point*>(event);
}

Error create_event(EventHandle* event, std::uint32_t /*flags*/) {
  *event = reinterpret_cast<EventHandle>(new Clock::time_point());
  return Error::hipSuccess;
}

Error destroy_event(EventHandle event) {
  delete reinterpret_cast<Clock::time_point*>(event);
  return Error::hipSuccess;
}

Error record_event(EventHandle event, StreamHandle /*stream*/) {
  time_of(event) = Clock::now();
  return Error::hipSuccess;
}

Error event_reached(EventHandle event) { return ok(event); }

Error elapsed(float* milliseconds, EventHandle start, EventHandle stop) {
  const std::chrono::duration<float, std::milli> time = time_of(stop) - time_of(start);
  *milliseconds = time.count();
  return Error::hipSuccess;
}

Error load_module(ModuleHandle* /*module*/, const void* /*image*/) {
  return Error::hipErrorNotSupported;
}

Error unload_module(ModuleHandle /*module*/) { return Error::hipSuccess; }

Error get_function(FunctionHandle* /*function*/, ModuleHandle /*module*/, const char* /*name*/) {
  return Error::hipErrorNotSupported;
}

Error launch(FunctionHandle /*function*/, std::uint32_t /*grid_x*/, std::uint32_t /*grid_y*/,
             std::uint32_t /*grid_z*/, std::uint32_t /*block_x*/, std::uint32_t /*block_y*/,
             std::uint32_t /*block_z*/, std::uint32_t /*dynamic_lds*/, StreamHandle /*stream*/,
             void** /*parameters*/, void** /*extra*/) {
  return Error::hipErrorNotSupported;
}

const char* error_name(Error error) {
  switch (error) {
#define KGATE_ERROR_NAME(name, value, meaning) \
  case Error::name:                            \
    return #name;
    KGATE_HIP_ERRORS(KGATE_ERROR_NAME)
#undef KGATE_ERROR_NAME
  }
  return "hipErrorUnknown";
}

const char* error_string(Error error) {
  switch (error) {
#define KGATE_ERROR_TEXT(name, value, meaning) \
  case Error::name:                            \
    return meaning;
    KGATE_HIP_ERRORS(KGATE_ERROR_TEXT)
#undef KGATE_ERROR_TEXT
  }
  return "unknown";
}

Api make_host_api() {
  Api api;
  api.library = "the host";
  api.hipGetDeviceCount = get_device_count;
  api.hipSetDevice = set_device;
  api.hipGetDevice = get_device;
  api.hipDeviceGetAttribute = get_attribute;
  api.hipDeviceSynchronize = nothing_to_do;
  api.hipGetDevicePropertiesR0600 = get_properties;
  api.hipMalloc = allocate;
  api.hipFree = release;
  api.hipMemcpy = copy;
  api.hipMemcpyAsync = copy_on_stream;
  api.hipMemset = set;
  api.hipMemsetAsync = set_on_stream;
  api.hipStreamCreateWithFlags = create_stream;
  api.hipStreamDestroy = destroy_stream;
  api.hipStreamSynchronize = wait_for_stream;
  api.hipStreamQuery = wait_for_stream;
  api.hipStreamWaitEvent = wait_for_event;
  api.hipEventCreateWithFlags = create_event;
  api.hipEventDestroy = destroy_event;
  api.hipEventRecord = record_event;
  api.hipEventSynchronize = event_reached;
  api.hipEventQuery = event_reached;
  api.hipEventElapsedTime = elapsed;
  api.hipModuleLoadData = load_module;
  api.hipModuleUnload = unload_module;
  api.hipModuleGetFunction = get_function;
  api.hipModuleLaunchKernel = launch;
  api.hipGetLastError = nothing_to_do;
  api.hipGetErrorName = error_name;
  api.hipGetErrorString = error_string;
  return api;
}

}  // namespace

const Api& host_api() {
  static const Api api = make_host_api();
  return api;
}

}  // namespace kgate::hip
