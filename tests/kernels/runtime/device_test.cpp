// SPDX-License-Identifier: MIT
// Device specifications, and what opening says where there is no library, entry point or device.
#include "kernels/runtime/device.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/kernels/runtime/fake_hip.hpp"

using namespace kgate;
using Catch::Matchers::Contains;

namespace {

/// Sets a variable of the environment for one test.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Environment() { unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  Environment(Environment&&) = delete;
  Environment& operator=(Environment&&) = delete;

 private:
  const char* name_;
};

hip::FakeHip& fake() {
  void* const library = dlopen(KGATE_FAKE_HIP, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  return *reinterpret_cast<hip::FakeHip* (*)()>(dlsym(library, "fake_hip"))();
}

Status open(std::string_view spec) {
  std::unique_ptr<Device> device;
  return Device::open(spec, device);
}

std::string message_of(const Status& status) { return std::string(status.message()); }

}  // namespace

TEST_CASE("device specifications name a target or a number") {
  DeviceSpec spec;
  REQUIRE(parse_device_spec("emulated:gfx1151", spec).ok());
  CHECK(spec.kind == DeviceKind::emulated);
  CHECK(spec.target == "gfx1151");
  REQUIRE(parse_device_spec("hip:0", spec).ok());
  CHECK(spec.kind == DeviceKind::hip);
  CHECK(spec.ordinal == 0);
  REQUIRE(parse_device_spec("cuda:12", spec).ok());
  CHECK(spec.kind == DeviceKind::cuda);
  CHECK(spec.ordinal == 12);
  REQUIRE(parse_device_spec("cpu:0", spec).ok());
  CHECK(spec.kind == DeviceKind::cpu);
  REQUIRE(parse_device_spec(kDefaultDevice, spec).ok());
  CHECK(spec.target == "gfx1151");
}

TEST_CASE("a malformed specification is an argument error that quotes it and shows the forms") {
  DeviceSpec spec;
  for (const char* text : {"", "hip", "hip:", "hip:x", "hip:-1", "hip:1 ", "hip:99999999999",
                           "cuda:0x1", "emulated", "emulated:", "emulated:1151", "emulated:gfx",
                           "emulated:GFX1151", "gfx1151", "cpu", "cpu:1"}) {
    INFO(text);
    const Status status = parse_device_spec(text, spec);
    CHECK(status.code() == StatusCode::invalid_argument);
    CHECK_THAT(message_of(status), Contains("'" + std::string(text) + "'"));
    CHECK_THAT(message_of(status), Contains("hip:0"));
  }
}

TEST_CASE("a library that does not exist is named with the linker's reason") {
  const Environment variable("KGATE_HIP_EMULATOR", "/nonexistent/lib.so");
  const Status status = open("emulated:gfx1151");
  CHECK(status.code() == StatusCode::not_found);
  CHECK_THAT(message_of(status), Contains("emulated:gfx1151"));
  CHECK_THAT(message_of(status), Contains("/nonexistent/lib.so"));
}

TEST_CASE("the first missing entry point is named") {
  const Environment variable("KGATE_HIP_EMULATOR", KGATE_FAKE_HIP_INCOMPLETE);
  const Status status = open("emulated:gfx1151");
  CHECK(status.code() == StatusCode::not_found);
  CHECK_THAT(message_of(status), Contains("no entry point hipSetDevice"));
}

TEST_CASE("a library without devices is quoted") {
  const Environment variable("KGATE_HIP_ON_CUDA", KGATE_FAKE_HIP);
  fake().device_count = 0;
  const Status status = open("cuda:0");
  fake().device_count = 2;
  CHECK(status.code() == StatusCode::not_found);
  CHECK_THAT(message_of(status), Contains("hipGetDeviceCount"));
  CHECK_THAT(message_of(status), Contains("hipErrorNoDevice (100)"));
}

TEST_CASE("a device number beyond the last is refused with their count") {
  const Environment variable("KGATE_HIP_ON_CUDA", KGATE_FAKE_HIP);
  const Status status = open("cuda:2");
  CHECK(status.code() == StatusCode::not_found);
  CHECK_THAT(message_of(status), Contains("2 device(s)"));
}

TEST_CASE("an emulated target that does not exist lists those that do") {
  const Environment variable("KGATE_HIP_EMULATOR", KGATE_FAKE_HIP);
  const Status status = open("emulated:gfx1151");
  CHECK(status.code() == StatusCode::not_found);
  CHECK_THAT(message_of(status), Contains("gfx90a, gfx942, not gfx1151"));
}

TEST_CASE("properties of an open device are the library's, without feature suffixes") {
  const Environment variable("KGATE_HIP_ON_CUDA", KGATE_FAKE_HIP);
  std::unique_ptr<Device> device;
  const Status status = Device::open("cuda:0", device);
  INFO(status.message());
  REQUIRE(status.ok());
  CHECK(device->spec() == "cuda:0");
  CHECK(device->target() == "gfx90a");
  CHECK(device->name() == "a board");
  CHECK(device->wave_size() == 64);
  CHECK(device->max_threads_per_block() == 1024);
  CHECK_FALSE(device->emulated());
  CHECK_FALSE(device->host_addressable());
  CHECK(device->last_fault().empty());
}

TEST_CASE("an error code becomes a status with its name, its number and the call") {
  const Environment variable("KGATE_HIP_ON_CUDA", KGATE_FAKE_HIP);
  std::unique_ptr<Device> device;
  REQUIRE(Device::open("cuda:1", device).ok());
  CHECK(device->check(hip::Error::hipSuccess, "hipFree").ok());
  const Status status = device->check(hip::Error::hipErrorNoDevice, "hipFree");
  CHECK(status.code() == StatusCode::device_error);
  CHECK(message_of(status) == "hipFree on cuda:1: hipErrorNoDevice (100): a text");
}

TEST_CASE("the current device is put back") {
  const Environment variable("KGATE_HIP_ON_CUDA", KGATE_FAKE_HIP);
  std::unique_ptr<Device> device;
  REQUIRE(Device::open("cuda:1", device).ok());
  int now = -1;
  {
    const CurrentDevice current(*device);
    CHECK(current.status().ok());
    REQUIRE(device->api().hipGetDevice(&now) == hip::Error::hipSuccess);
    CHECK(now == 1);
  }
  REQUIRE(device->api().hipGetDevice(&now) == hip::Error::hipSuccess);
  CHECK(now == 0);
}

TEST_CASE("AMD's library without a board is a missing device, not a crash") {
  std::unique_ptr<Device> device;
  const Status status = Device::open("hip:0", device);
  if (status.ok()) {
    WARN("not run: this machine has an AMD device");
    return;
  }
  CHECK(status.code() == StatusCode::not_found);
  CHECK_THAT(message_of(status), Contains("hip:0"));
  CHECK_THAT(message_of(status), Contains("libamdhip64.so"));
}

TEST_CASE("the host is a device with memory and no kernels") {
  std::unique_ptr<Device> device;
  REQUIRE(Device::open("cpu:0", device).ok());
  CHECK(device->host_addressable());
  CHECK(device->backend() == Backend::cpu);
  CHECK(device->target() == "host");
  void* memory = nullptr;
  REQUIRE(device->api().hipMalloc(&memory, 100) == hip::Error::hipSuccess);
  CHECK(reinterpret_cast<std::uintptr_t>(memory) % 256 == 0);
  CHECK(device->api().hipFree(memory) == hip::Error::hipSuccess);
  hip::FunctionHandle function = nullptr;
  CHECK(device->api().hipModuleGetFunction(&function, nullptr, "any") ==
        hip::Error::hipErrorNotSupported);
}
