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
#include "tests/catch.hpp"
#include "tests/gates/hip_runtime/runtime_calls.hpp"

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
