// SPDX-License-Identifier: MIT
// Memory of the CUDA driver under HIP's names.
#include "gates/hip_on_cuda/cuda_driver.hpp"

using kgate::hip::Error;
using kgate::hip::MemcpyKind;
using kgate::hip::StreamHandle;
using kgate::hip_on_cuda::DevicePointer;
using kgate::hip_on_cuda::Driver;
using kgate::hip_on_cuda::remember;
using kgate::hip_on_cuda::with_context;

namespace {

/// Unified addressing: the driver tells host from device memory by the address.
DevicePointer address(const void* pointer) { return reinterpret_cast<DevicePointer>(pointer); }

bool known(MemcpyKind kind) { return static_cast<std::uint32_t>(kind) <= 4; }

}  // namespace

extern "C" {

[[gnu::visibility("default")]] Error hipMemGetInfo(std::size_t* available, std::size_t* total) {
  return with_context([&](const Driver& cuda) { return cuda.memory_info(available, total); });
}

[[gnu::visibility("default")]] Error hipMalloc(void** pointer, std::size_t size) {
  if (pointer == nullptr) {
    return remember(Error::hipErrorInvalidValue);
  }
  *pointer = nullptr;
  if (size == 0) {
    return Error::hipSuccess;
  }
  return with_context([&](const Driver& cuda) {
    DevicePointer allocated = 0;
    const Error error = cuda.memory_allocate(&allocated, size);
    *pointer = reinterpret_cast<void*>(allocated);
    return error;
  });
}

[[gnu::visibility("default")]] Error hipFree(void* pointer) {
  if (pointer == nullptr) {
    return Error::hipSuccess;
  }
  return with_context([&](const Driver& cuda) { return cuda.memory_free(address(pointer)); });
}

[[gnu::visibility("default")]] Error hipHostMalloc(void** pointer, std::size_t size,
                                                   std::uint32_t /*flags*/) {
  return with_context([&](const Driver& cuda) { return cuda.host_allocate(pointer, size, 0); });
}

[[gnu::visibility("default")]] Error hipHostFree(void* pointer) {
  return with_context([&](const Driver& cuda) { return cuda.host_free(pointer); });
}

[[gnu::visibility("default")]] Error hipMemcpy(void* destination, const void* source,
                                               std::size_t size, MemcpyKind kind) {
  if (!known(kind)) {
    return remember(Error::hipErrorInvalidMemcpyDirection);
  }
  return with_context([&](const Driver& cuda) {
    const Error error = cuda.copy(address(destination), address(source), size);
    // From pageable memory the driver returns once the bytes are staged; HIP returns once they are
    // there. Without the wait a kernel on another stream reads, or is overwritten by, the rest.
    return error == Error::hipSuccess ? cuda.stream_synchronize(nullptr) : error;
  });
}

[[gnu::visibility("default")]] Error hipMemcpyAsync(void* destination, const void* source,
                                                    std::size_t size, MemcpyKind kind,
                                                    StreamHandle stream) {
  if (!known(kind)) {
    return remember(Error::hipErrorInvalidMemcpyDirection);
  }
  return with_context([&](const Driver& cuda) {
    return cuda.copy_async(address(destination), address(source), size, stream);
  });
}

[[gnu::visibility("default")]] Error hipMemset(void* destination, int value, std::size_t size) {
  return with_context([&](const Driver& cuda) {
    return cuda.set_bytes(address(destination), static_cast<unsigned char>(value), size);
  });
}

[[gnu::visibility("default")]] Error hipMemsetAsync(void* destination, int value, std::size_t size,
                                                    StreamHandle stream) {
  return with_context([&](const Driver& cuda) {
    return cuda.set_bytes_async(address(destination), static_cast<unsigned char>(value), size,
                                stream);
  });
}
}
