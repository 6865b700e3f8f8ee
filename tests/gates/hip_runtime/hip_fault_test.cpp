// SPDX-License-Identifier: MIT
// Faults inside kernels: the error of the next synchronising call, and what the report says.
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;
using Catch::Matchers::Contains;

namespace {

/// Launches one block of 64 threads and waits; the report is left in the extension API.
template <class... Arguments>
Error run(const Kernels& kernels, const char* name, Arguments... arguments) {
  REQUIRE(launch(kernels[name], {1, 1, 1}, {64, 1, 1}, 0, nullptr, arguments...) ==
          Error::hipSuccess);
  return hipDeviceSynchronize();
}

}  // namespace

TEST_CASE("a store out of bounds names kernel, lane, address and the nearest allocation") {
  const Kernels kernels;
  const Buffer<int> out(100);
  REQUIRE(run(kernels, "store_out_of_bounds", out.get(), 100) == Error::hipErrorIllegalAddress);
  const std::string report = kgateEmulatorLastFault();
  CHECK_THAT(report, Contains("out of bounds"));
  CHECK_THAT(report, Contains("store_out_of_bounds"));
  CHECK_THAT(report, Contains("global_store_b32"));
  CHECK_THAT(report, Contains("lane 0"));
  CHECK_THAT(report, Contains("of 400 bytes"));
}

TEST_CASE("an unaligned access is reported, and allowed on request") {
  const Kernels kernels;
  const Buffer<char> in(std::vector<char>(512, 1));
  const Buffer<int> out(64);
  REQUIRE(run(kernels, "load_unaligned", in.get(), out.get()) == Error::hipErrorIllegalAddress);
  const std::string report = kgateEmulatorLastFault();
  CHECK_THAT(report, Contains("align"));
  CHECK_THAT(report, Contains("load_unaligned"));

  kgateEmulatorOptions options{};
  options.size = sizeof(options);
  REQUIRE(kgateEmulatorGetOptions(nullptr, &options) == 0);
  options.allow_unaligned = 1;
  REQUIRE(kgateEmulatorSetOptions(nullptr, &options) == 0);
  CHECK(run(kernels, "load_unaligned", in.get(), out.get()) == Error::hipSuccess);
  CHECK(out.values()[0] == 0x01010101);
  REQUIRE(kgateEmulatorSetOptions(nullptr, nullptr) == 0);
}

TEST_CASE("a read of LDS that nothing wrote is reported") {
  const Kernels kernels;
  const Buffer<int> out(64);
  REQUIRE(run(kernels, "read_uninitialised_lds", out.get()) == Error::hipErrorLaunchFailure);
  const std::string report = kgateEmulatorLastFault();
  CHECK_THAT(report, Contains("LDS"));
  CHECK_THAT(report, Contains("initialised"));
}

TEST_CASE("a read of memory that nothing wrote is reported") {
  const Kernels kernels;
  const Buffer<int> in(64);
  const Buffer<int> out(64);
  REQUIRE(run(kernels, "read_uninitialised_memory", in.get(), out.get()) ==
          Error::hipErrorLaunchFailure);
  CHECK_THAT(kgateEmulatorLastFault(), Contains("initialised"));
}

TEST_CASE("a barrier that half of the lanes reach is reported") {
  const Kernels kernels;
  const Buffer<int> out(64);
  REQUIRE(run(kernels, "barrier_in_divergent_code", out.get()) == Error::hipErrorLaunchFailure);
  const std::string report = kgateEmulatorLastFault();
  CHECK_THAT(report, Contains("barrier"));
  CHECK_THAT(report, Contains("barrier_in_divergent_code"));
}

TEST_CASE("a trap fails the launch") {
  const Kernels kernels;
  const Buffer<int> out(64);
  CHECK(run(kernels, "trap", out.get()) == Error::hipErrorLaunchFailure);
  CHECK_THAT(kgateEmulatorLastFault(), Contains("trap"));
}

TEST_CASE("a kernel that never ends is stopped by its instruction budget") {
  const Kernels kernels;
  const Buffer<int> out(64);
  kgateEmulatorOptions options{};
  options.size = sizeof(options);
  REQUIRE(kgateEmulatorGetOptions(nullptr, &options) == 0);
  options.instruction_budget = 10000;
  REQUIRE(kgateEmulatorSetOptions(nullptr, &options) == 0);
  CHECK(run(kernels, "endless", out.get()) == Error::hipErrorLaunchTimeOut);
  REQUIRE(kgateEmulatorSetOptions(nullptr, nullptr) == 0);
}

TEST_CASE("a service that does not exist is named when a kernel uses it") {
  const Kernels kernels;
  const Buffer<std::uint64_t> out(1);
  REQUIRE(run(kernels, "use_heap", out.get()) == Error::hipErrorIllegalAddress);
  CHECK_THAT(kgateEmulatorLastFault(), Contains("device heap"));
}

TEST_CASE("memory that was freed is reported as such") {
  const Kernels kernels;
  void* in = nullptr;
  REQUIRE(hipMalloc(&in, 256) == Error::hipSuccess);
  REQUIRE(hipMemset(in, 0, 256) == Error::hipSuccess);
  REQUIRE(hipFree(in) == Error::hipSuccess);
  const Buffer<int> out(64);
  CHECK(run(kernels, "read_uninitialised_memory", in, out.get()) == Error::hipErrorIllegalAddress);
  CHECK_THAT(kgateEmulatorLastFault(), Contains("free"));
}

TEST_CASE("a fault is reported once, drops the work behind it, and the device goes on") {
  const Kernels kernels;
  const Buffer<int> out(std::vector<int>(64, 9));
  REQUIRE(launch(kernels["store_out_of_bounds"], {1, 1, 1}, {64, 1, 1}, 0, nullptr, out.get(),
                 64) == Error::hipSuccess);
  REQUIRE(launch(kernels["only_64_threads"], {1, 1, 1}, {64, 1, 1}, 0, nullptr, out.get()) ==
          Error::hipSuccess);
  CHECK(hipDeviceSynchronize() == Error::hipErrorIllegalAddress);
  CHECK(hipDeviceSynchronize() == Error::hipSuccess);
  CHECK(out.values() == std::vector<int>(64, 9));
  CHECK(run(kernels, "only_64_threads", out.get()) == Error::hipSuccess);
  CHECK(out.values() == std::vector<int>(64, 1));
}

TEST_CASE("a fault stays in its stream and those that depend on it") {
  const Kernels kernels;
  const Buffer<int> out(64);
  std::array<StreamHandle, 3> streams{};
  for (StreamHandle& stream : streams) {
    REQUIRE(hipStreamCreateWithFlags(&stream, kStreamNonBlocking) == Error::hipSuccess);
  }
  EventHandle event = nullptr;
  REQUIRE(hipEventCreateWithFlags(&event, kEventDefault) == Error::hipSuccess);
  REQUIRE(launch(kernels["store_out_of_bounds"], {1, 1, 1}, {64, 1, 1}, 0, streams[0], out.get(),
                 64) == Error::hipSuccess);
  REQUIRE(hipEventRecord(event, streams[0]) == Error::hipSuccess);
  REQUIRE(hipStreamWaitEvent(streams[1], event, 0) == Error::hipSuccess);
  REQUIRE(launch(kernels["no_arguments"], {1, 1, 1}, {1, 1, 1}, 0, streams[2]) ==
          Error::hipSuccess);
  CHECK(hipStreamSynchronize(streams[2]) == Error::hipSuccess);
  CHECK(hipStreamSynchronize(nullptr) == Error::hipSuccess);
  CHECK(hipStreamSynchronize(streams[1]) == Error::hipErrorIllegalAddress);
  CHECK(hipStreamSynchronize(streams[0]) == Error::hipSuccess);
  CHECK(hipEventDestroy(event) == Error::hipSuccess);
  for (StreamHandle stream : streams) {
    CHECK(hipStreamDestroy(stream) == Error::hipSuccess);
  }
}

TEST_CASE("the report of a fault stays until another call fails") {
  const Kernels kernels;
  const Buffer<int> out(64);
  REQUIRE(run(kernels, "store_out_of_bounds", out.get(), 64) == Error::hipErrorIllegalAddress);
  CHECK(hipSetDevice(0) == Error::hipSuccess);
  CHECK_THAT(kgateEmulatorLastFault(), Contains("out of bounds"));
  CHECK(hipSetDevice(9) == Error::hipErrorInvalidDevice);
  CHECK(std::string(kgateEmulatorLastFault()).empty());
}
