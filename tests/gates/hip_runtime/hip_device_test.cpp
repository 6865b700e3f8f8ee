// SPDX-License-Identifier: MIT
// Devices: what is emulated and what HIP says of it.
#include <algorithm>
#include <cstring>

#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

TEST_CASE("device 0 is gfx1151 and device 1 is gfx1100 in both layouts of the properties") {
  int count = 0;
  REQUIRE(hipGetDeviceCount(&count) == Error::hipSuccess);
  REQUIRE(count == 2);
  const std::array<std::string, 2> targets{"gfx1151", "gfx1100"};
  for (int device = 0; device < count; ++device) {
    DevicePropertiesR0000 old_layout{};
    DevicePropertiesR0600 new_layout{};
    REQUIRE(hipGetDeviceProperties(&old_layout, device) == Error::hipSuccess);
    REQUIRE(hipGetDevicePropertiesR0600(&new_layout, device) == Error::hipSuccess);
    CHECK(old_layout.gcn_arch_name.data() == targets.at(static_cast<std::size_t>(device)));
    CHECK(new_layout.gcn_arch_name.data() == targets.at(static_cast<std::size_t>(device)));
    CHECK(old_layout.warp_size == 32);
    CHECK(new_layout.warp_size == 32);
    CHECK(old_layout.shared_mem_per_block == 65536);
    CHECK(new_layout.max_threads_per_block == 1024);
    CHECK(new_layout.max_grid_size == std::array<std::int32_t, 3>{2147483647, 65536, 65536});
    CHECK(old_layout.major == 11);
  }
}

// Offsets of the C headers, so that a program built against either reads what it means.
TEST_CASE("properties lie where HIP 5 and HIP 6 programs read them") {
  std::array<char, 1472> bytes{};
  const auto word = [&](std::size_t offset) {
    std::int32_t value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
  };
  DevicePropertiesR0000 old_layout{};
  REQUIRE(hipGetDeviceProperties(&old_layout, 0) == Error::hipSuccess);
  std::memcpy(bytes.data(), &old_layout, sizeof(old_layout));
  CHECK(word(276) == 32);
  CHECK(word(280) == 1024);
  CHECK(word(328) == 11);
  CHECK(word(332) == 5);
  CHECK(word(392) == 1151);
  CHECK(std::string(bytes.data() + 396) == "gfx1151");
  DevicePropertiesR0600 new_layout{};
  REQUIRE(hipGetDevicePropertiesR0600(&new_layout, 1) == Error::hipSuccess);
  std::memcpy(bytes.data(), &new_layout, sizeof(new_layout));
  CHECK(word(308) == 32);
  CHECK(word(320) == 1024);
  CHECK(word(360) == 11);
  CHECK(word(364) == 0);
  CHECK(std::string(bytes.data() + 1160) == "gfx1100");
}

TEST_CASE("attributes agree with the properties") {
  DevicePropertiesR0600 properties{};
  REQUIRE(hipGetDevicePropertiesR0600(&properties, 0) == Error::hipSuccess);
  const std::array<std::pair<int, int>, 6> expected{{{87, properties.warp_size},
                                                     {56, properties.max_threads_per_block},
                                                     {63, properties.multi_processor_count},
                                                     {74, 65536},
                                                     {23, properties.major},
                                                     {61, properties.minor}}};
  for (const auto& [number, value] : expected) {
    int found = -1;
    INFO("attribute " << number);
    CHECK(hipDeviceGetAttribute(&found, DeviceAttribute{static_cast<std::uint32_t>(number)}, 0) ==
          Error::hipSuccess);
    CHECK(found == value);
  }
  int value = 0;
  CHECK(hipDeviceGetAttribute(&value, DeviceAttribute{9000}, 0) == Error::hipErrorInvalidValue);
  CHECK(hipDeviceGetAttribute(&value, DeviceAttribute::warp_size, 2) ==
        Error::hipErrorInvalidDevice);
  CHECK(hipDeviceGetAttribute(nullptr, DeviceAttribute::warp_size, 0) ==
        Error::hipErrorInvalidValue);
}

TEST_CASE(
    "a device number out of range is hipErrorInvalidDevice and null is hipErrorInvalidValue") {
  DevicePropertiesR0000 properties{};
  char name[8];
  std::size_t bytes = 0;
  int number = 0;
  CHECK(hipSetDevice(2) == Error::hipErrorInvalidDevice);
  CHECK(hipSetDevice(-1) == Error::hipErrorInvalidDevice);
  CHECK(hipGetDeviceProperties(&properties, 7) == Error::hipErrorInvalidDevice);
  CHECK(hipDeviceGet(&number, 5) == Error::hipErrorInvalidDevice);
  CHECK(hipDeviceGetName(name, sizeof(name), 5) == Error::hipErrorInvalidDevice);
  CHECK(hipDeviceTotalMem(&bytes, 5) == Error::hipErrorInvalidDevice);
  CHECK(hipGetDeviceCount(nullptr) == Error::hipErrorInvalidValue);
  CHECK(hipGetDevice(nullptr) == Error::hipErrorInvalidValue);
  CHECK(hipGetDeviceProperties(nullptr, 0) == Error::hipErrorInvalidValue);
  CHECK(hipInit(1) == Error::hipErrorInvalidValue);
  CHECK(hipInit(0) == Error::hipSuccess);
}

TEST_CASE("a name that does not fit is cut and terminated") {
  std::array<char, 6> name{};
  REQUIRE(hipDeviceGetName(name.data(), 6, 0) == Error::hipSuccess);
  CHECK(std::string(name.data()) == "kgate");
  int major = 0;
  int minor = 0;
  REQUIRE(hipDeviceComputeCapability(&major, &minor, 0) == Error::hipSuccess);
  CHECK(major == 11);
  CHECK(minor == 5);
}

TEST_CASE("the current device belongs to its thread's calls") {
  REQUIRE(hipSetDevice(1) == Error::hipSuccess);
  int device = -1;
  CHECK(hipGetDevice(&device) == Error::hipSuccess);
  CHECK(device == 1);
  REQUIRE(hipSetDevice(0) == Error::hipSuccess);
}

TEST_CASE("a version is reported and a reset succeeds") {
  int runtime = 0;
  int driver = 0;
  CHECK(hipRuntimeGetVersion(&runtime) == Error::hipSuccess);
  CHECK(hipDriverGetVersion(&driver) == Error::hipSuccess);
  CHECK(runtime > 50000000);
  CHECK(runtime == driver);
  CHECK(hipDeviceReset() == Error::hipSuccess);
  CHECK(hipDeviceSynchronize() == Error::hipSuccess);
}
