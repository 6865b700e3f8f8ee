// SPDX-License-Identifier: MIT
// Entry points: what the compiler calls for a program's own kernels and variables.
#include <utility>

#include "gates/emulator/hip/hip_copy.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_registration.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::entry;
using emulator::Registry;
using emulator::Runtime;
using emulator::Variable;

/// Copies to or from a registered variable; `InvalidValue` beyond its end.
Error copy_symbol(const void* symbol, void* host, const void* source, std::size_t size,
                  std::size_t offset, MemcpyKind kind, StreamHandle stream, bool wait) {
  return entry([&] {
    Variable variable;
    if (const Error error =
            Registry::get().variable(symbol, emulator::thread_state().device, variable);
        error != Error::hipSuccess) {
      return error;
    }
    if (offset > variable.size || size > variable.size - offset) {
      return emulator::fail(Error::hipErrorInvalidValue,
                            "{} bytes at {} are beyond a variable of {}", size, offset,
                            variable.size);
    }
    void* const device = Runtime::get().memory.host(variable.address + offset);
    emulator::CopyShape shape{device, size, source, size, size, 1, kind};
    if (host != nullptr) {
      shape = {host, size, device, size, size, 1, kind};
    }
    return emulator::copy(shape, stream, wait);
  });
}

}  // namespace

KGATE_EXPORT void** __hipRegisterFatBinary(const void* wrapper) {
  return Registry::get().add_binary(wrapper);
}

KGATE_EXPORT void __hipUnregisterFatBinary(void** handle) {
  static_cast<void>(entry([&] {
    Registry::get().remove_binary(handle);
    return Error::hipSuccess;
  }));
}

KGATE_EXPORT int __hipRegisterFunction(void** handle, const void* host, char* /*name*/,
                                       const char* device_name, unsigned /*threads*/,
                                       void* /*thread*/, void* /*block*/, void* /*block_size*/,
                                       void* /*grid_size*/, int* /*wave_size*/) {
  return static_cast<int>(entry([&] {
    Registry::get().add_function(handle, host, device_name);
    return Error::hipSuccess;
  }));
}

KGATE_EXPORT void __hipRegisterVar(void** handle, void* shadow, char* /*host_name*/,
                                   const char* device_name, int /*external*/, std::size_t size,
                                   int /*constant*/, int /*global*/) {
  static_cast<void>(entry([&] {
    Registry::get().add_variable(handle, shadow, device_name, size);
    return Error::hipSuccess;
  }));
}

KGATE_EXPORT void __hipRegisterManagedVar(void** handle, void** slot, void* initial,
                                          const char* name, std::size_t size,
                                          unsigned /*alignment*/) {
  static_cast<void>(entry([&] {
    Registry::get().add_managed(handle, slot, initial, name, size);
    return Error::hipSuccess;
  }));
}

KGATE_EXPORT Error __hipPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t dynamic_lds,
                                              StreamHandle stream) {
  return entry([&] {
    emulator::thread_state().configurations.push_back({grid, block, dynamic_lds, stream});
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error __hipPopCallConfiguration(Dim3* grid, Dim3* block, std::size_t* dynamic_lds,
                                             StreamHandle* stream) {
  return entry([&] {
    auto& configurations = emulator::thread_state().configurations;
    if (configurations.empty()) {
      return emulator::fail(Error::hipErrorMissingConfiguration, "no launch was configured");
    }
    const emulator::CallConfiguration top = configurations.back();
    configurations.pop_back();
    *grid = top.grid;
    *block = top.block;
    *dynamic_lds = top.dynamic_lds;
    *stream = top.stream;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGetSymbolAddress(void** pointer, const void* symbol) {
  return entry([&] {
    if (pointer == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    Variable variable;
    const Error error = Registry::get().variable(symbol, emulator::thread_state().device, variable);
    if (error == Error::hipSuccess) {
      *pointer = Runtime::get().memory.host(variable.address);
    }
    return error;
  });
}

KGATE_EXPORT Error hipGetSymbolSize(std::size_t* size, const void* symbol) {
  return entry([&] {
    if (size == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    Variable variable;
    const Error error = Registry::get().variable(symbol, emulator::thread_state().device, variable);
    if (error == Error::hipSuccess) {
      *size = variable.size;
    }
    return error;
  });
}

KGATE_EXPORT Error hipMemcpyToSymbol(const void* symbol, const void* source, std::size_t size,
                                     std::size_t offset, MemcpyKind kind) {
  return copy_symbol(symbol, nullptr, source, size, offset, kind, nullptr, true);
}

KGATE_EXPORT Error hipMemcpyToSymbolAsync(const void* symbol, const void* source, std::size_t size,
                                          std::size_t offset, MemcpyKind kind,
                                          StreamHandle stream) {
  return copy_symbol(symbol, nullptr, source, size, offset, kind, stream, false);
}

KGATE_EXPORT Error hipMemcpyFromSymbol(void* destination, const void* symbol, std::size_t size,
                                       std::size_t offset, MemcpyKind kind) {
  return copy_symbol(symbol, destination, nullptr, size, offset, kind, nullptr, true);
}

KGATE_EXPORT Error hipMemcpyFromSymbolAsync(void* destination, const void* symbol, std::size_t size,
                                            std::size_t offset, MemcpyKind kind,
                                            StreamHandle stream) {
  return copy_symbol(symbol, destination, nullptr, size, offset, kind, stream, false);
}

}  // namespace kgate::hip
