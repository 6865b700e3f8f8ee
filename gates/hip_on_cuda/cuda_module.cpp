// SPDX-License-Identifier: MIT
// Modules and launches of the CUDA driver under HIP's names.
#include <array>

#include "gates/hip_on_cuda/cuda_driver.hpp"

using kgate::hip::Error;
using kgate::hip::FunctionHandle;
using kgate::hip::kLaunchBufferPointer;
using kgate::hip::kLaunchBufferSize;
using kgate::hip::kLaunchEnd;
using kgate::hip::ModuleHandle;
using kgate::hip::StreamHandle;
using kgate::hip_on_cuda::DevicePointer;
using kgate::hip_on_cuda::Driver;
using kgate::hip_on_cuda::remember;
using kgate::hip_on_cuda::with_context;

extern "C" {

[[gnu::visibility("default")]] Error hipModuleLoadData(ModuleHandle* module, const void* image) {
  return with_context([&](const Driver& cuda) { return cuda.module_load(module, image); });
}

[[gnu::visibility("default")]] Error hipModuleUnload(ModuleHandle module) {
  return with_context([&](const Driver& cuda) { return cuda.module_unload(module); });
}

[[gnu::visibility("default")]] Error hipModuleGetFunction(FunctionHandle* function,
                                                          ModuleHandle module, const char* name) {
  return with_context(
      [&](const Driver& cuda) { return cuda.module_function(function, module, name); });
}

[[gnu::visibility("default")]] Error hipModuleGetGlobal(void** pointer, std::size_t* size,
                                                        ModuleHandle module, const char* name) {
  return with_context([&](const Driver& cuda) {
    DevicePointer found = 0;
    const Error error = cuda.module_global(&found, size, module, name);
    *pointer = reinterpret_cast<void*>(found);
    return error;
  });
}

/// `extra` has HIP's markers: the driver's are the same but for the end, which is null there.
[[gnu::visibility("default")]] Error hipModuleLaunchKernel(
    FunctionHandle function, std::uint32_t grid_x, std::uint32_t grid_y, std::uint32_t grid_z,
    std::uint32_t block_x, std::uint32_t block_y, std::uint32_t block_z, std::uint32_t dynamic_lds,
    StreamHandle stream, void** parameters, void** extra) {
  std::array<void*, 5> translated{};
  if (extra != nullptr) {
    const bool as_expected =
        extra[0] == kLaunchBufferPointer && extra[2] == kLaunchBufferSize && extra[4] == kLaunchEnd;
    if (!as_expected || parameters != nullptr) {
      return remember(Error::hipErrorInvalidValue);
    }
    translated = {kLaunchBufferPointer, extra[1], kLaunchBufferSize, extra[3], nullptr};
  }
  return with_context([&](const Driver& cuda) {
    return cuda.launch(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, dynamic_lds,
                       stream, parameters, extra != nullptr ? translated.data() : nullptr);
  });
}
}
