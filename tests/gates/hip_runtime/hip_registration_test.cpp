// SPDX-License-Identifier: MIT
// What a compiled program does at its start: registering kernels and variables, then launching
// them.
#include <cstring>

#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

namespace {

struct Wrapper {
  std::uint32_t magic = 0x48495046;
  std::uint32_t version = 1;
  const void* bundle = nullptr;
  const void* unused = nullptr;
};

/// Host addresses that stand for kernels and variables, as a program's stubs and shadows do.
struct Program {
  std::vector<std::byte> bundle = object("runtime_kernels.bundle");
  Wrapper wrapper{0x48495046, 1, bundle.data(), nullptr};
  char add_value = 0;
  char missing = 0;
  std::array<int, 4> table{};
  void** handle = __hipRegisterFatBinary(&wrapper);

  Program() {
    REQUIRE(handle != nullptr);
    REQUIRE(__hipRegisterFunction(handle, &add_value, nullptr, "add_value", ~0U, nullptr, nullptr,
                                  nullptr, nullptr, nullptr) == 0);
    REQUIRE(__hipRegisterFunction(handle, &missing, nullptr, "missing", ~0U, nullptr, nullptr,
                                  nullptr, nullptr, nullptr) == 0);
    __hipRegisterVar(handle, table.data(), nullptr, "table", 0, sizeof(table), 0, 0);
  }
  ~Program() { __hipUnregisterFatBinary(handle); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  Program(Program&&) = delete;
  Program& operator=(Program&&) = delete;
};

}  // namespace

TEST_CASE("a registered kernel runs from the bundle's entry of each device") {
  const Program program;
  for (const int device : {0, 1}) {
    REQUIRE(hipSetDevice(device) == Error::hipSuccess);
    const Buffer<int> in(std::vector<int>(64, 2));
    const Buffer<int> out(64);
    const int* in_pointer = in.get();
    int* out_pointer = out.get();
    int count = 64;
    int value = 5;
    std::array<void*, 4> arguments{&in_pointer, &out_pointer, &count, &value};
    REQUIRE(hipLaunchKernel(&program.add_value, {1, 1, 1}, {64, 1, 1}, arguments.data(), 0,
                            nullptr) == Error::hipSuccess);
    REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
    CHECK(out.values() == std::vector<int>(64, 7));
  }
  REQUIRE(hipSetDevice(0) == Error::hipSuccess);
}

TEST_CASE("a registered variable is found by its shadow and copied to and from") {
  const Program program;
  std::array<int, 4> values{};
  REQUIRE(hipMemcpyFromSymbol(values.data(), program.table.data(), 16, 0,
                              MemcpyKind::device_to_host) == Error::hipSuccess);
  CHECK(values == std::array<int, 4>{10, 20, 30, 40});
  const int changed = 99;
  REQUIRE(hipMemcpyToSymbol(program.table.data(), &changed, 4, 8, MemcpyKind::host_to_device) ==
          Error::hipSuccess);
  REQUIRE(hipMemcpyFromSymbol(values.data(), program.table.data(), 16, 0,
                              MemcpyKind::device_to_host) == Error::hipSuccess);
  CHECK(values[2] == 99);
  std::size_t size = 0;
  void* address = nullptr;
  CHECK(hipGetSymbolSize(&size, program.table.data()) == Error::hipSuccess);
  CHECK(size == 16);
  CHECK(hipGetSymbolAddress(&address, program.table.data()) == Error::hipSuccess);
  CHECK(address != nullptr);
  CHECK(hipMemcpyToSymbol(program.table.data(), &changed, 4, 13, MemcpyKind::host_to_device) ==
        Error::hipErrorInvalidValue);
  CHECK(hipGetSymbolSize(&size, &size) == Error::hipErrorInvalidSymbol);
}

TEST_CASE("unknown kernels, wrappers and bundles are errors at their use") {
  const Program program;
  int local = 0;
  CHECK(hipLaunchKernel(&local, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr) ==
        Error::hipErrorInvalidDeviceFunction);
  CHECK(hipLaunchKernel(&program.missing, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr) ==
        Error::hipErrorInvalidDeviceFunction);
  CHECK(hipLaunchKernel(&program.add_value, {1, 1, 1}, {1, 1, 1}, nullptr, 0,
                        reinterpret_cast<StreamHandle>(&local)) == Error::hipErrorInvalidValue);
  Wrapper wrong;
  wrong.magic = 1;
  CHECK(__hipRegisterFatBinary(&wrong) == nullptr);
  CHECK(__hipRegisterFatBinary(nullptr) == nullptr);
  __hipUnregisterFatBinary(nullptr);

  // A bundle with no entry for the device is found out when the kernel is launched.
  const std::vector<std::byte> other = object("runtime_kernels.gfx90a.co");
  const Wrapper foreign{0x48495046, 1, other.data(), nullptr};
  void** const handle = __hipRegisterFatBinary(&foreign);
  REQUIRE(handle != nullptr);
  __hipRegisterFunction(handle, &local, nullptr, "add_value", ~0U, nullptr, nullptr, nullptr,
                        nullptr, nullptr);
  CHECK(hipLaunchKernel(&local, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr) ==
        Error::hipErrorNoBinaryForGpu);
  __hipUnregisterFatBinary(handle);
}

TEST_CASE("launch configurations nest") {
  kgate::Dim3 grid;
  kgate::Dim3 block;
  std::size_t lds = 0;
  StreamHandle stream = nullptr;
  REQUIRE(__hipPushCallConfiguration({1, 2, 3}, {4, 5, 6}, 7, nullptr) == Error::hipSuccess);
  REQUIRE(__hipPushCallConfiguration({9, 1, 1}, {1, 1, 1}, 0, nullptr) == Error::hipSuccess);
  REQUIRE(__hipPopCallConfiguration(&grid, &block, &lds, &stream) == Error::hipSuccess);
  CHECK(grid.x == 9);
  REQUIRE(__hipPopCallConfiguration(&grid, &block, &lds, &stream) == Error::hipSuccess);
  CHECK(grid.z == 3);
  CHECK(block.y == 5);
  CHECK(lds == 7);
  CHECK(__hipPopCallConfiguration(&grid, &block, &lds, &stream) ==
        Error::hipErrorMissingConfiguration);
}

TEST_CASE("the limits of a registered kernel are reported") {
  const Program program;
  struct {
    std::int32_t binary_version, cache_mode;
    std::size_t constant_bytes, local_bytes;
    std::int32_t max_dynamic_lds, max_threads, registers, carveout, ptx_version;
    std::size_t lds_bytes;
  } attributes{};
  REQUIRE(hipFuncGetAttributes(&attributes, &program.add_value) == Error::hipSuccess);
  CHECK(attributes.max_threads == 1024);
  CHECK(attributes.max_dynamic_lds == 65536);
  CHECK(attributes.registers > 0);
}
