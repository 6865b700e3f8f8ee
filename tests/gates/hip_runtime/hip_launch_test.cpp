// SPDX-License-Identifier: MIT
// Modules and launches: arguments in both forms, identities, LDS, variables, limits in HIP's order.
#include <cstring>

#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

namespace {

struct ScaleArguments {
  const int* in;
  int* out;
  std::int64_t count;
  std::int16_t factor;
};

Error launch_buffer(FunctionHandle function, const void* arguments, std::size_t size) {
  std::array<void*, 5> extra{kLaunchBufferPointer, const_cast<void*>(arguments), kLaunchBufferSize,
                             &size, kLaunchEnd};
  return hipModuleLaunchKernel(function, 2, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra.data());
}

}  // namespace

TEST_CASE("a kernel gets each argument by its pointer") {
  for (const char* file :
       {"runtime_kernels.gfx1151.wave32.co", "runtime_kernels.gfx1151.wave64.co"}) {
    INFO(file);
    const Kernels kernels(file);
    const Buffer<int> in(std::vector<int>(100, 5));
    const Buffer<int> out(std::vector<int>(100, 0));
    REQUIRE(launch(kernels["add_value"], {2, 1, 1}, {64, 1, 1}, 0, nullptr, in.get(), out.get(), 99,
                   37) == Error::hipSuccess);
    REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
    std::vector<int> expected(100, 42);
    expected[99] = 0;
    CHECK(out.values() == expected);
  }
}

TEST_CASE("a kernel runs on the second device") {
  REQUIRE(hipSetDevice(1) == Error::hipSuccess);
  {
    const Kernels kernels("runtime_kernels.gfx1100.wave32.co");
    const Buffer<int> in(std::vector<int>(64, 1));
    const Buffer<int> out(64);
    REQUIRE(launch(kernels["add_value"], {1, 1, 1}, {64, 1, 1}, 0, nullptr, in.get(), out.get(), 64,
                   1) == Error::hipSuccess);
    REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
    CHECK(out.values() == std::vector<int>(64, 2));
  }
  REQUIRE(hipSetDevice(0) == Error::hipSuccess);
}

TEST_CASE("a kernel gets one struct through the extra form") {
  const Kernels kernels;
  const Buffer<int> in(std::vector<int>(128, 3));
  const Buffer<int> out(128);
  const ScaleArguments arguments{in.get(), out.get(), 128, -4};
  REQUIRE(launch_buffer(kernels["scale_struct"], &arguments, sizeof(arguments)) ==
          Error::hipSuccess);
  REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
  CHECK(out.values() == std::vector<int>(128, -12));
}

TEST_CASE("an argument buffer of another size than the kernel's is refused") {
  const Kernels kernels;
  const std::array<std::byte, 256> buffer{};
  CHECK(launch_buffer(kernels["scale_struct"], buffer.data(), 31) == Error::hipErrorInvalidValue);
  CHECK(std::string(kgateEmulatorLastErrorText()).find("takes 32 bytes") != std::string::npos);
  CHECK(launch_buffer(kernels["scale_struct"], buffer.data(), 48) == Error::hipErrorInvalidValue);
  CHECK(launch_buffer(kernels["scale_struct"], nullptr, 32) == Error::hipErrorInvalidValue);
}

TEST_CASE("both forms of arguments, or neither, are refused") {
  const Kernels kernels;
  int value = 0;
  std::size_t size = 8;
  std::array<void*, 2> parameters{&value, nullptr};
  std::array<void*, 5> extra{kLaunchBufferPointer, &value, kLaunchBufferSize, &size, kLaunchEnd};
  const FunctionHandle trap = kernels["only_64_threads"];
  CHECK(hipModuleLaunchKernel(trap, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters.data(),
                              extra.data()) == Error::hipErrorInvalidValue);
  CHECK(hipModuleLaunchKernel(trap, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr) ==
        Error::hipErrorInvalidValue);
  extra[0] = kLaunchEnd;
  CHECK(hipModuleLaunchKernel(trap, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra.data()) ==
        Error::hipErrorInvalidValue);
  parameters[0] = nullptr;
  CHECK(hipModuleLaunchKernel(trap, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters.data(), nullptr) ==
        Error::hipErrorInvalidValue);
  CHECK(launch(kernels["no_arguments"], {1, 1, 1}, {1, 1, 1}, 0, nullptr) == Error::hipSuccess);
  CHECK(hipDeviceSynchronize() == Error::hipSuccess);
}

TEST_CASE("every thread knows its block, itself and the grid in three dimensions") {
  const Kernels kernels;
  constexpr std::uint32_t kBlocks = 2 * 3 * 2;
  constexpr std::uint32_t kThreads = 5 * 4 * 3;
  const Buffer<std::uint32_t> out(std::size_t{3} * kBlocks * kThreads);
  REQUIRE(launch(kernels["identify"], {2, 3, 2}, {5, 4, 3}, 0, nullptr, out.get()) ==
          Error::hipSuccess);
  REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
  const std::vector<std::uint32_t> values = out.values();
  std::uint32_t wrong = 0;
  for (std::uint32_t i = 0; i < kBlocks * kThreads; ++i) {
    wrong += values[3 * i] != i / kThreads || values[3 * i + 1] != i % kThreads ||
             values[3 * i + 2] != (2U | 3U << 8U | 2U << 16U);
  }
  CHECK(wrong == 0);
}

TEST_CASE("dynamic LDS has the size of the launch") {
  const Kernels kernels;
  std::vector<int> numbers(64);
  for (int i = 0; i < 64; ++i) {
    numbers[static_cast<std::size_t>(i)] = i;
  }
  const Buffer<int> data(numbers);
  REQUIRE(launch(kernels["reverse_through_lds"], {1, 1, 1}, {64, 1, 1}, 256, nullptr, data.get()) ==
          Error::hipSuccess);
  const Error ran = hipDeviceSynchronize();
  INFO(kgateEmulatorLastFault());
  REQUIRE(ran == Error::hipSuccess);
  CHECK(data.values() == std::vector<int>(numbers.rbegin(), numbers.rend()));
  // Four bytes less, and the last thread's word is outside.
  REQUIRE(launch(kernels["reverse_through_lds"], {1, 1, 1}, {64, 1, 1}, 252, nullptr, data.get()) ==
          Error::hipSuccess);
  CHECK(hipDeviceSynchronize() == Error::hipErrorIllegalAddress);
}

TEST_CASE("device variables are initialised, relocated, kept between launches and found by name") {
  const Kernels kernels;
  const Buffer<int> out(3);
  for (int launches = 1; launches <= 2; ++launches) {
    REQUIRE(launch(kernels["use_variables"], {1, 1, 1}, {1, 1, 1}, 0, nullptr, out.get()) ==
            Error::hipSuccess);
    REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
    CHECK(out.values() == std::vector<int>{launches, 30, 40});
  }
  void* table = nullptr;
  std::size_t size = 0;
  REQUIRE(hipModuleGetGlobal(&table, &size, kernels.module(), "table") == Error::hipSuccess);
  CHECK(size == 16);
  const int changed = -7;
  REQUIRE(hipMemcpy(static_cast<int*>(table) + 3, &changed, 4, MemcpyKind::host_to_device) ==
          Error::hipSuccess);
  REQUIRE(launch(kernels["use_variables"], {1, 1, 1}, {1, 1, 1}, 0, nullptr, out.get()) ==
          Error::hipSuccess);
  REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
  CHECK(out.values() == std::vector<int>{3, 30, -7});
  CHECK(hipModuleGetGlobal(&table, &size, kernels.module(), "missing") == Error::hipErrorNotFound);
}

TEST_CASE("launch limits are checked in HIP's order") {
  const Kernels kernels;
  const FunctionHandle plain = kernels["no_arguments"];
  const auto shape = [&](kgate::Dim3 grid, kgate::Dim3 block, std::uint32_t lds = 0) {
    return launch(plain, grid, block, lds, nullptr);
  };
  CHECK(shape({0x80000000, 1, 1}, {1, 1, 1}) == Error::hipErrorInvalidValue);
  CHECK(shape({1, 65537, 1}, {1, 1, 1}) == Error::hipErrorInvalidValue);
  CHECK(shape({1, 1, 65537}, {1, 1, 1}) == Error::hipErrorInvalidValue);
  CHECK(shape({0x7FFFFFFF, 1, 1}, {64, 1, 1}) == Error::hipErrorInvalidConfiguration);
  CHECK(shape({0, 1, 1}, {64, 1, 1}) == Error::hipErrorInvalidValue);
  CHECK(shape({1, 1, 1}, {64, 0, 1}) == Error::hipErrorInvalidValue);
  CHECK(shape({1, 1, 1}, {64, 1, 1}, 65537) == Error::hipErrorInvalidValue);
  CHECK(shape({1, 1, 1}, {1025, 1, 1}) == Error::hipErrorInvalidValue);
  CHECK(shape({1, 1, 1}, {32, 33, 1}) == Error::hipErrorInvalidValue);
  CHECK(shape({1, 1, 1}, {65536, 65536, 1}) == Error::hipErrorInvalidValue);
  CHECK(shape({1, 1, 1}, {1024, 1, 1}, 65536) == Error::hipSuccess);
  CHECK(hipDeviceSynchronize() == Error::hipSuccess);

  const Buffer<int> out(64);
  CHECK(launch(kernels["only_64_threads"], {1, 1, 1}, {65, 1, 1}, 0, nullptr, out.get()) ==
        Error::hipErrorLaunchFailure);
  CHECK(launch(kernels["only_64_threads"], {1, 1, 1}, {64, 1, 1}, 0, nullptr, out.get()) ==
        Error::hipSuccess);
  CHECK(launch(kernels["much_lds"], {1, 1, 1}, {64, 1, 1}, 24577, nullptr, out.get()) ==
        Error::hipErrorLaunchOutOfResources);
  CHECK(launch(kernels["much_lds"], {1, 1, 1}, {64, 1, 1}, 24576, nullptr, out.get()) ==
        Error::hipSuccess);
  CHECK(hipDeviceSynchronize() == Error::hipSuccess);
}

TEST_CASE("code for another target is no binary for this device") {
  ModuleHandle module = nullptr;
  for (const char* file : {"runtime_kernels.gfx1100.wave32.co", "runtime_kernels.gfx90a.co"}) {
    const std::vector<std::byte> image = object(file);
    INFO(file);
    CHECK(hipModuleLoadData(&module, image.data()) == Error::hipErrorNoBinaryForGpu);
    CHECK(std::string(kgateEmulatorLastErrorText()).find("gfx1151") != std::string::npos);
  }
}

TEST_CASE("a module is taken from a bundle, and from a file") {
  const Kernels bundled("runtime_kernels.bundle");
  CHECK(bundled["no_arguments"] != nullptr);
  ModuleHandle module = nullptr;
  const std::string path = std::string(KGATE_OBJECTS_DIR) + "/runtime_kernels.gfx1151.wave64.co";
  REQUIRE(hipModuleLoad(&module, path.c_str()) == Error::hipSuccess);
  CHECK(hipModuleUnload(module) == Error::hipSuccess);
  CHECK(hipModuleLoad(&module, "/nonexistent/file.co") == Error::hipErrorFileNotFound);
}

TEST_CASE("bad handles and names are errors and not crashes") {
  ModuleHandle module = nullptr;
  FunctionHandle function = nullptr;
  {
    const Kernels kernels;
    module = kernels.module();
    CHECK(hipModuleGetFunction(&function, module, "missing") == Error::hipErrorNotFound);
    CHECK(hipModuleGetFunction(&function, nullptr, "trap") == Error::hipErrorInvalidHandle);
    CHECK(hipModuleGetFunction(nullptr, module, "trap") == Error::hipErrorInvalidValue);
    function = kernels["no_arguments"];
    CHECK(kernels["no_arguments"] == function);
    int local = 0;
    CHECK(launch(function, {1, 1, 1}, {1, 1, 1}, 0, reinterpret_cast<StreamHandle>(&local)) ==
          Error::hipErrorInvalidValue);
    CHECK(launch(nullptr, {1, 1, 1}, {1, 1, 1}, 0, nullptr) == Error::hipErrorInvalidHandle);
  }
  CHECK(launch(function, {1, 1, 1}, {1, 1, 1}, 0, nullptr) == Error::hipErrorInvalidHandle);
  CHECK(hipModuleUnload(module) == Error::hipErrorInvalidHandle);
  CHECK(hipModuleLoadData(&module, nullptr) == Error::hipErrorInvalidValue);
  const std::array<char, 64> zeros{};
  CHECK(hipModuleLoadData(&module, zeros.data()) == Error::hipErrorInvalidImage);
}

TEST_CASE("occupancy counts registers, threads and LDS of a processor") {
  const Kernels kernels;
  int blocks = 0;
  // 64 threads are two waves of at most 64; the 32 workgroups of a processor are the limit.
  REQUIRE(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels["add_value"], 64,
                                                             0) == Error::hipSuccess);
  CHECK(blocks == 32);
  // 1024 threads are 32 waves.
  REQUIRE(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels["add_value"], 1024,
                                                             0) == Error::hipSuccess);
  CHECK(blocks == 2);
  // 40 KiB of 128 KiB.
  REQUIRE(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels["much_lds"], 64, 0) ==
          Error::hipSuccess);
  CHECK(blocks == 3);
  int grid = 0;
  int block = 0;
  REQUIRE(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, kernels["only_64_threads"], 0,
                                                  0) == Error::hipSuccess);
  CHECK(block == 64);
  CHECK(grid == 20 * 32);
  int value = 0;
  REQUIRE(hipFuncGetAttribute(&value, 1, kernels["much_lds"]) == Error::hipSuccess);
  CHECK(value == 40960);
  CHECK(hipFuncGetAttribute(&value, 99, kernels["much_lds"]) == Error::hipErrorInvalidValue);
}
