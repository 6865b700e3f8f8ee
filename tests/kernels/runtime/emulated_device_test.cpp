// SPDX-License-Identifier: MIT
// The seam on the emulator: the default device, its resources, a launch, a fault's report.
#include <array>
#include <cstring>

#include "gates/emulator/emulator_api.h"
#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"
#include "tests/catch.hpp"

using namespace kgate;
using Catch::Matchers::Contains;

namespace {

std::unique_ptr<Device> open(std::string_view spec) {
  std::unique_ptr<Device> device;
  const Status status = Device::open(spec, device);
  INFO(status.message());
  REQUIRE(status.ok());
  return device;
}

std::span<const std::byte> bytes_of(const auto& value) {
  return std::as_bytes(std::span(&value, 1));
}

struct StoreArguments {
  void* out;
  int count;
};

}  // namespace

TEST_CASE("the emulator is found beside this program and has both targets") {
  for (const char* spec : {"emulated:gfx1151", "emulated:gfx1100"}) {
    const auto device = open(spec);
    CHECK("emulated:" + device->target() == spec);
    CHECK(device->emulated());
    CHECK(device->host_addressable());
    CHECK(device->wave_size() == 32);
    CHECK(device->max_threads_per_block() == 1024);
    CHECK(device->max_lds_per_block() == 65536);
    CHECK_THAT(device->api().library, Contains("libkgate_hip_emulator.so"));
    CHECK(device->synchronize().ok());
  }
  std::unique_ptr<Device> device;
  const Status status = Device::open("emulated:gfx942", device);
  CHECK(status.code() == StatusCode::not_found);
  CHECK_THAT(std::string(status.message()), Contains("gfx1151, gfx1100, not gfx942"));
}

TEST_CASE("device memory is written and read in range, and filled") {
  const auto device = open(kDefaultDevice);
  DeviceMemory memory;
  REQUIRE(DeviceMemory::allocate(*device, 16, memory).ok());
  REQUIRE(memory.fill(std::byte{7}).ok());
  const std::uint32_t written = 0x01020304;
  REQUIRE(memory.write(8, bytes_of(written)).ok());
  std::array<std::byte, 16> back{};
  REQUIRE(memory.read(0, back).ok());
  CHECK(back[7] == std::byte{7});
  CHECK(back[8] == std::byte{4});
  CHECK(static_cast<const std::byte*>(memory.get())[8] == std::byte{4});
  for (const std::size_t offset : {std::size_t{13}, std::size_t{17}, SIZE_MAX}) {
    CHECK(memory.write(offset, bytes_of(written)).code() == StatusCode::invalid_argument);
  }
  DeviceMemory nothing;
  REQUIRE(DeviceMemory::allocate(*device, 0, nothing).ok());
  CHECK(nothing.get() == nullptr);
  CHECK(nothing.fill(std::byte{0}).ok());
  const Status huge = DeviceMemory::allocate(*device, std::size_t{1} << 60U, nothing);
  CHECK(huge.code() == StatusCode::device_error);
  CHECK_THAT(std::string(huge.message()), Contains("hipErrorOutOfMemory"));
}

TEST_CASE("a moved resource belongs to its new owner alone") {
  const auto device = open(kDefaultDevice);
  DeviceMemory first;
  REQUIRE(DeviceMemory::allocate(*device, 64, first).ok());
  void* const pointer = first.get();
  DeviceMemory second = std::move(first);
  CHECK(second.get() == pointer);
  CHECK(second.size() == 64);
  second = DeviceMemory();
  CHECK(device->api().hipFree(pointer) == hip::Error::hipErrorInvalidValue);
}

TEST_CASE("streams and events order and measure") {
  const auto device = open(kDefaultDevice);
  Stream stream;
  Event start;
  Event stop;
  REQUIRE(Stream::create(*device, stream).ok());
  REQUIRE(Event::create(*device, start).ok());
  REQUIRE(Event::create(*device, stop).ok());
  REQUIRE(start.record(stream.get()).ok());
  REQUIRE(stop.record(stream.get()).ok());
  REQUIRE(stop.synchronize().ok());
  float ms = -1;
  REQUIRE(stop.elapsed_since(start, ms).ok());
  CHECK(ms >= 0.0F);
  CHECK(stream.synchronize().ok());
}

TEST_CASE("a launch through a folder of code objects runs, and its fault is told in full") {
  const auto device = open(kDefaultDevice);
  Stream stream;
  REQUIRE(Stream::create(*device, stream).ok());
  Launcher launcher(*device, stream.get(), CodeObjects::folder(KGATE_OBJECTS_DIR), 32);
  DeviceMemory memory;
  REQUIRE(DeviceMemory::allocate(*device, 256, memory).ok());
  REQUIRE(memory.fill(std::byte{0}).ok());
  StoreArguments arguments{memory.get(), 63};
  REQUIRE(
      launcher
          .launch("runtime_kernels", "store_out_of_bounds", {}, {64, 1, 1}, 0, bytes_of(arguments))
          .ok());
  REQUIRE(launcher.synchronize().ok());
  std::array<std::byte, 4> last{};
  REQUIRE(memory.read(252, last).ok());
  CHECK(last[0] == std::byte{1});

  arguments.count = 64;
  REQUIRE(
      launcher
          .launch("runtime_kernels", "store_out_of_bounds", {}, {64, 1, 1}, 0, bytes_of(arguments))
          .ok());
  const Status status = launcher.synchronize();
  CHECK(status.code() == StatusCode::device_error);
  CHECK_THAT(std::string(status.message()), Contains("hipErrorIllegalAddress (700)"));
  CHECK_THAT(device->last_fault(), Contains("store_out_of_bounds"));
  CHECK(launcher.synchronize().ok());
  REQUIRE(launcher.launches().size() == 1);
  CHECK(launcher.launches()[0].count == 2);
}

TEST_CASE("options and counts of the emulator are reached through the table") {
  const auto device = open(kDefaultDevice);
  const hip::Api& api = device->api();
  REQUIRE(api.kgateEmulatorGetStatistics != nullptr);
  kgateEmulatorStatistics statistics{};
  statistics.size = sizeof(statistics);
  CHECK(api.kgateEmulatorGetStatistics(nullptr, &statistics) == hip::Error::hipSuccess);
  kgateEmulatorOptions options{};
  options.size = sizeof(options);
  CHECK(api.kgateEmulatorGetOptions(nullptr, &options) == hip::Error::hipSuccess);
  CHECK(options.schedule_seed == 0);
}
