// SPDX-License-Identifier: MIT
// What the tests of the emulated runtime share: its entry points, the test kernels, small helpers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "gates/emulator/emulator_api.h"
#include "gates/emulator/hip/hip_exports.hpp"
#include "tests/catch.hpp"

namespace kgate::hip {

// Entry points beyond the seam's table, as a program's own header would declare them.
extern "C" {
Error hipInit(std::uint32_t flags);
Error hipDeviceGet(int* device, int ordinal);
Error hipDeviceGetName(char* name, int size, int device);
Error hipDeviceTotalMem(std::size_t* bytes, int device);
Error hipDeviceComputeCapability(int* major, int* minor, int device);
Error hipDeviceReset();
Error hipDriverGetVersion(int* version);
Error hipPeekAtLastError();
Error hipMallocAsync(void** pointer, std::size_t size, StreamHandle stream);
Error hipFreeAsync(void* pointer, StreamHandle stream);
Error hipMallocManaged(void** pointer, std::size_t size, std::uint32_t flags);
Error hipMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height);
Error hipHostRegister(void* pointer, std::size_t size, std::uint32_t flags);
Error hipHostUnregister(void* pointer);
Error hipHostGetDevicePointer(void** device, void* host, std::uint32_t flags);
Error hipHostGetFlags(std::uint32_t* flags, void* host);
Error hipMemGetAddressRange(void** base, std::size_t* size, void* pointer);
Error hipPointerGetAttributes(void* attributes, const void* pointer);
Error hipMemcpyHtoD(void* destination, void* source, std::size_t size);
Error hipMemcpyDtoH(void* destination, void* source, std::size_t size);
Error hipMemcpyDtoD(void* destination, void* source, std::size_t size);
Error hipMemcpy2D(void* destination, std::size_t destination_pitch, const void* source,
                  std::size_t source_pitch, std::size_t width, std::size_t height, MemcpyKind kind);
Error hipMemsetD16(void* destination, std::uint16_t value, std::size_t count);
Error hipMemsetD32(void* destination, int value, std::size_t count);
Error hipMemsetD32Async(void* destination, int value, std::size_t count, StreamHandle stream);
Error hipMemset2D(void* destination, std::size_t pitch, int value, std::size_t width,
                  std::size_t height);
Error hipStreamCreate(StreamHandle* stream);
Error hipStreamCreateWithPriority(StreamHandle* stream, std::uint32_t flags, int priority);
Error hipStreamGetFlags(StreamHandle stream, std::uint32_t* flags);
Error hipStreamAddCallback(StreamHandle stream, void (*callback)(StreamHandle, Error, void*),
                           void* data, std::uint32_t flags);
Error hipLaunchHostFunc(StreamHandle stream, void (*function)(void*), void* data);
Error hipEventCreate(EventHandle* event);
Error hipModuleLoad(ModuleHandle* module, const char* path);
Error hipModuleLoadDataEx(ModuleHandle* module, const void* image, std::uint32_t count,
                          std::uint32_t* options, void** values);
Error hipFuncGetAttribute(int* value, int attribute, FunctionHandle function);
Error hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, FunctionHandle function,
                                                         int threads, std::size_t dynamic_lds);
Error hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block, FunctionHandle function,
                                              std::size_t dynamic_lds, int limit);
Error hipFuncGetAttributes(void* attributes, const void* host);
Error hipLaunchKernel(const void* host, Dim3 grid, Dim3 block, void** arguments,
                      std::size_t dynamic_lds, StreamHandle stream);
Error hipGetSymbolAddress(void** pointer, const void* symbol);
Error hipGetSymbolSize(std::size_t* size, const void* symbol);
Error hipMemcpyToSymbol(const void* symbol, const void* source, std::size_t size,
                        std::size_t offset, MemcpyKind kind);
Error hipMemcpyFromSymbol(void* destination, const void* symbol, std::size_t size,
                          std::size_t offset, MemcpyKind kind);
void** __hipRegisterFatBinary(const void* wrapper);
void __hipUnregisterFatBinary(void** handle);
int __hipRegisterFunction(void** handle, const void* host, char* name, const char* device_name,
                          unsigned threads, void* thread, void* block, void* block_size,
                          void* grid_size, int* wave_size);
void __hipRegisterVar(void** handle, void* shadow, char* host_name, const char* device_name,
                      int external, std::size_t size, int constant, int global);
Error __hipPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t dynamic_lds,
                                 StreamHandle stream);
Error __hipPopCallConfiguration(Dim3* grid, Dim3* block, std::size_t* dynamic_lds,
                                StreamHandle* stream);
}

}  // namespace kgate::hip

// In a failure Catch prints the name instead of a number.
namespace Catch {
template <>
struct StringMaker<kgate::hip::Error> {
  static std::string convert(kgate::hip::Error error) { return kgate::hip::hipGetErrorName(error); }
};
}  // namespace Catch

namespace kgate::runtime_tests {

using hip::Error;

/// Bytes of a compiled file of test kernels.
inline std::vector<std::byte> object(const std::string& name) {
  std::ifstream file(std::string(KGATE_OBJECTS_DIR) + "/" + name, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>()};
  REQUIRE_FALSE(text.empty());
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

/// The test kernels on the current device, unloaded at the end.
class Kernels {
 public:
  explicit Kernels(const std::string& file = "runtime_kernels.gfx1151.wave32.co") {
    const std::vector<std::byte> bytes = object(file);
    REQUIRE(hip::hipModuleLoadData(&module_, bytes.data()) == Error::hipSuccess);
  }
  ~Kernels() { static_cast<void>(hip::hipModuleUnload(module_)); }
  Kernels(const Kernels&) = delete;
  Kernels& operator=(const Kernels&) = delete;
  Kernels(Kernels&&) = delete;
  Kernels& operator=(Kernels&&) = delete;

  [[nodiscard]] hip::ModuleHandle module() const { return module_; }
  [[nodiscard]] hip::FunctionHandle operator[](const char* name) const {
    hip::FunctionHandle function = nullptr;
    REQUIRE(hip::hipModuleGetFunction(&function, module_, name) == Error::hipSuccess);
    return function;
  }

 private:
  hip::ModuleHandle module_ = nullptr;
};

/// A buffer of device memory.
template <class Element>
class Buffer {
 public:
  explicit Buffer(std::size_t count) : count_(count) {
    void* pointer = nullptr;
    REQUIRE(hip::hipMalloc(&pointer, count * sizeof(Element)) == Error::hipSuccess);
    data_ = static_cast<Element*>(pointer);
  }
  explicit Buffer(const std::vector<Element>& values) : Buffer(values.size()) {
    REQUIRE(hip::hipMemcpy(data_, values.data(), bytes(), hip::MemcpyKind::host_to_device) ==
            Error::hipSuccess);
  }
  ~Buffer() { static_cast<void>(hip::hipFree(data_)); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&&) = delete;
  Buffer& operator=(Buffer&&) = delete;

  [[nodiscard]] Element* get() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(Element); }
  [[nodiscard]] std::vector<Element> values() const {
    std::vector<Element> copy(count_);
    REQUIRE(hip::hipMemcpy(copy.data(), data_, bytes(), hip::MemcpyKind::device_to_host) ==
            Error::hipSuccess);
    return copy;
  }

 private:
  std::size_t count_;
  Element* data_ = nullptr;
};

/// Launches with one pointer per argument.
template <class... Arguments>
Error launch(hip::FunctionHandle function, Dim3 grid, Dim3 block, std::uint32_t dynamic_lds,
             hip::StreamHandle stream, Arguments... arguments) {
  std::array<void*, sizeof...(arguments) + 1> parameters{&arguments..., nullptr};
  return hip::hipModuleLaunchKernel(
      function, grid.x, grid.y, grid.z, block.x, block.y, block.z, dynamic_lds, stream,
      sizeof...(arguments) == 0 ? nullptr : parameters.data(), nullptr);
}

}  // namespace kgate::runtime_tests
