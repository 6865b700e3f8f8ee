// SPDX-License-Identifier: MIT
// Loads the CUDA driver.
#include "gates/hip_on_cuda/cuda_driver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace kgate::hip_on_cuda {
namespace {

Error& last_error() {
  thread_local Error error = Error::hipSuccess;
  return error;
}

template <class Function>
bool resolve(void* library, const char* symbol, Function& function) {
  // POSIX guarantees that a data pointer from dlsym converts to a function pointer.
  function = reinterpret_cast<Function>(dlsym(library, symbol));
  return function != nullptr;
}

Driver load() {
  Driver loaded;
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    loaded.problem = fmt::format("the NVIDIA driver was not found: {}", dlerror());
    return loaded;
  }
#define KGATE_CUDA_RESOLVE(name, symbol, parameters)            \
  if (!resolve(library, symbol, loaded.name)) {                 \
    loaded.problem = "libcuda.so.1 has no entry point " symbol; \
    return loaded;                                              \
  }
  KGATE_CUDA_ENTRY_POINTS(KGATE_CUDA_RESOLVE)
#undef KGATE_CUDA_RESOLVE
  int count = 0;
  if (const Error error = loaded.init(0); error != Error::hipSuccess) {
    loaded.problem = fmt::format("cuInit failed with {}", static_cast<unsigned>(error));
    return loaded;
  }
  if (const Error error = loaded.device_count(&count); error != Error::hipSuccess || count == 0) {
    loaded.problem =
        fmt::format("the NVIDIA driver has no device (code {})", static_cast<unsigned>(error));
    return loaded;
  }
  for (int device = 0; device < count; ++device) {
    Context context = nullptr;
    if (const Error error = loaded.context_retain(&context, device); error != Error::hipSuccess) {
      loaded.problem =
          fmt::format("device {} gave no context (code {})", device, static_cast<unsigned>(error));
      return loaded;
    }
    loaded.contexts.push_back(context);
  }
  return loaded;
}

}  // namespace

const Driver& driver() {
  static const Driver loaded = load();
  return loaded;
}

int& current_device() {
  thread_local int device = 0;
  return device;
}

Error remember(Error error) {
  // A query that is not ready yet is an answer, not a failure.
  if (error != Error::hipSuccess && error != Error::hipErrorNotReady) {
    last_error() = error;
  }
  return error;
}

}  // namespace kgate::hip_on_cuda

using kgate::hip::Error;

extern "C" {

[[gnu::visibility("default")]] Error hipPeekAtLastError() {
  return kgate::hip_on_cuda::last_error();
}

[[gnu::visibility("default")]] Error hipGetLastError() {
  const Error error = kgate::hip_on_cuda::last_error();
  kgate::hip_on_cuda::last_error() = Error::hipSuccess;
  return error;
}

[[gnu::visibility("default")]] const char* hipGetErrorName(Error error) {
  switch (error) {
#define KGATE_ERROR_NAME(name, value, meaning) \
  case Error::name:                            \
    return #name;
    KGATE_HIP_ERRORS(KGATE_ERROR_NAME)
#undef KGATE_ERROR_NAME
  }
  return "hipErrorUnknown";
}

[[gnu::visibility("default")]] const char* hipGetErrorString(Error error) {
  const kgate::hip_on_cuda::Driver& loaded = kgate::hip_on_cuda::driver();
  if (error == Error::hipErrorNoDevice && !loaded.problem.empty()) {
    return loaded.problem.c_str();
  }
  switch (error) {
#define KGATE_ERROR_TEXT(name, value, meaning) \
  case Error::name:                            \
    return meaning;
    KGATE_HIP_ERRORS(KGATE_ERROR_TEXT)
#undef KGATE_ERROR_TEXT
  }
  return "unknown error";
}
}
