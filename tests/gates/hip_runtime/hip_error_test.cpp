// SPDX-License-Identifier: MIT
// Errors: names, texts, the per-thread last error.
#include <thread>

#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

TEST_CASE("error names and values are those of HIP's headers") {
  CHECK(std::string(hipGetErrorName(Error{0})) == "hipSuccess");
  CHECK(std::string(hipGetErrorName(Error{1})) == "hipErrorInvalidValue");
  CHECK(std::string(hipGetErrorName(Error{9})) == "hipErrorInvalidConfiguration");
  CHECK(std::string(hipGetErrorName(Error{98})) == "hipErrorInvalidDeviceFunction");
  CHECK(std::string(hipGetErrorName(Error{209})) == "hipErrorNoBinaryForGpu");
  CHECK(std::string(hipGetErrorName(Error{700})) == "hipErrorIllegalAddress");
  CHECK(std::string(hipGetErrorName(Error{719})) == "hipErrorLaunchFailure");
  CHECK(std::string(hipGetErrorName(Error{123456})) == "hipErrorUnknown");
  CHECK_FALSE(std::string(hipGetErrorString(Error{700})).empty());
}

TEST_CASE("the last error stays over successes and is cleared by reading it") {
  static_cast<void>(hipGetLastError());
  int count = 0;
  CHECK(hipSetDevice(99) == Error::hipErrorInvalidDevice);
  CHECK(hipGetDeviceCount(&count) == Error::hipSuccess);
  CHECK(hipPeekAtLastError() == Error::hipErrorInvalidDevice);
  CHECK(hipGetLastError() == Error::hipErrorInvalidDevice);
  CHECK(hipGetLastError() == Error::hipSuccess);
}

TEST_CASE("the last error belongs to its thread") {
  static_cast<void>(hipGetLastError());
  std::thread([] { static_cast<void>(hipSetDevice(-1)); }).join();
  CHECK(hipGetLastError() == Error::hipSuccess);
}

TEST_CASE("a failing call explains itself and the explanation ends with the next call") {
  CHECK(hipSetDevice(99) == Error::hipErrorInvalidDevice);
  CHECK(std::string(kgateEmulatorLastErrorText()).find("99") != std::string::npos);
  CHECK(hipSetDevice(0) == Error::hipSuccess);
  CHECK(std::string(kgateEmulatorLastErrorText()).empty());
}
