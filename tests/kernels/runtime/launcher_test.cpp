// SPDX-License-Identifier: MIT
// The launcher against a library that records: what it passes on, what it caches, what it refuses.
#include "kernels/runtime/launcher.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>

#include "tests/catch.hpp"
#include "tests/kernels/runtime/fake_hip.hpp"

using namespace kgate;
using Catch::Matchers::Contains;

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

// Counts what the calling thread allocates.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* const pointer = std::malloc(size); pointer != nullptr) {
    return pointer;
  }
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* pointer) noexcept { std::free(pointer); }
void operator delete(void* pointer, std::size_t /*size*/) noexcept { std::free(pointer); }

namespace {

constexpr std::array<std::byte, 4> kImage{};
constexpr std::array<EmbeddedCodeObject, 2> kTable{
    {{"norm", "gfx942", 32, kImage}, {"rope", "gfx942", 32, kImage}}};

struct Fixture {
  std::unique_ptr<Device> device;
  hip::FakeHip* fake = nullptr;

  Fixture() {
    setenv("KGATE_HIP_ON_CUDA", KGATE_FAKE_HIP, 1);
    const Status status = Device::open("cuda:1", device);
    unsetenv("KGATE_HIP_ON_CUDA");
    INFO(status.message());
    REQUIRE(status.ok());
    void* const library = dlopen(KGATE_FAKE_HIP, RTLD_NOW | RTLD_LOCAL);
    fake = reinterpret_cast<hip::FakeHip* (*)()>(dlsym(library, "fake_hip"))();
    fake->modules_loaded = 0;
    fake->launches = 0;
    fake->launch_result = hip::Error::hipSuccess;
  }
};

struct Arguments {
  std::uint64_t pointer;
  std::uint32_t count;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "a launch passes shape, stream and argument bytes on its own device") {
  const auto stream = reinterpret_cast<hip::StreamHandle>(fake);
  Launcher launcher(*device, stream, CodeObjects::embedded(kTable), 32);
  const Arguments arguments{0x1122334455667788, 9};
  REQUIRE(
      launcher
          .launch("norm", "rows", {1, 2, 3}, {4, 5, 6}, 7, std::as_bytes(std::span(&arguments, 1)))
          .ok());
  CHECK(fake->extra_form);
  CHECK(fake->grid.z == 3);
  CHECK(fake->block.y == 5);
  CHECK(fake->dynamic_lds == 7);
  CHECK(fake->stream == stream);
  CHECK(fake->device == 1);
  CHECK(fake->argument_size == sizeof(arguments));
  CHECK(std::memcmp(fake->arguments.data(), &arguments, sizeof(arguments)) == 0);
  int current = -1;
  REQUIRE(device->api().hipGetDevice(&current) == hip::Error::hipSuccess);
  CHECK(current == 0);
}

TEST_CASE_METHOD(Fixture, "a code object is loaded once, and launches are counted by entry") {
  Launcher launcher(*device, nullptr, CodeObjects::embedded(kTable), 32);
  for (int i = 0; i < 3; ++i) {
    REQUIRE(launcher.launch("norm", "rows", {}, {}, 0, {}).ok());
  }
  REQUIRE(launcher.launch("norm", "columns", {}, {}, 0, {}).ok());
  REQUIRE(launcher.launch("rope", "rows", {}, {}, 0, {}).ok());
  CHECK(fake->modules_loaded == 2);
  const std::vector<LaunchCount> counts = launcher.launches();
  REQUIRE(counts.size() == 3);
  CHECK(counts[0].entry == "columns");
  CHECK(counts[0].count == 1);
  CHECK(counts[1].family == "norm");
  CHECK(counts[1].count == 3);
  CHECK(counts[2].family == "rope");
  REQUIRE(launcher.loaded().size() == 2);
  CHECK(launcher.loaded()[0].family == "norm");
  CHECK(launcher.loaded()[0].target == "gfx942");
  CHECK(launcher.loaded()[0].hash.size() == 32);
}

TEST_CASE_METHOD(Fixture, "the second launch of an entry allocates nothing") {
  Launcher launcher(*device, nullptr, CodeObjects::embedded(kTable), 32);
  REQUIRE(launcher.launch("norm", "rows", {}, {}, 0, {}).ok());
  const std::size_t before = allocations;
  const Status status = launcher.launch("norm", "rows", {}, {}, 0, {});
  const std::size_t after = allocations;
  CHECK(status.ok());
  CHECK(after == before);
  CHECK(before > 0);
}

TEST_CASE_METHOD(Fixture, "missing families and entries are named, and are not launches") {
  Launcher launcher(*device, nullptr, CodeObjects::embedded(kTable), 32);
  const Status family = launcher.launch("silu", "rows", {}, {}, 0, {});
  CHECK(family.code() == StatusCode::not_found);
  CHECK_THAT(std::string(family.message()), Contains("silu"));
  const Status entry = launcher.launch("norm", "missing", {}, {}, 0, {});
  CHECK(entry.code() == StatusCode::not_found);
  CHECK_THAT(std::string(entry.message()), Contains("norm") && Contains("'missing'"));
  CHECK(launcher.launches().empty());
  CHECK(fake->launches == 0);
}

TEST_CASE_METHOD(Fixture, "a refused launch is an error with its shape, and is not counted") {
  Launcher launcher(*device, nullptr, CodeObjects::embedded(kTable), 32);
  fake->launch_result = hip::Error::hipErrorInvalidValue;
  const Status status = launcher.launch("norm", "rows", {8, 1, 1}, {64, 1, 1}, 0, {});
  CHECK(status.code() == StatusCode::device_error);
  CHECK_THAT(std::string(status.message()), Contains("rows") && Contains("grid 8x1x1"));
  REQUIRE(launcher.launches().size() == 1);
  CHECK(launcher.launches()[0].count == 0);
}

TEST_CASE_METHOD(Fixture, "threads that launch at once load a code object once") {
  Launcher launcher(*device, nullptr, CodeObjects::embedded(kTable), 32);
  std::array<std::thread, 4> threads;
  std::atomic<int> failed = 0;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    threads.at(t) = std::thread([&, t] {
      const std::array<std::string, 3> entries{"rows", "columns", "tail"};
      for (std::size_t i = 0; i < 300; ++i) {
        failed += launcher.launch("norm", entries.at((i + t) % 3), {}, {}, 0, {}).ok() ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(failed == 0);
  CHECK(fake->modules_loaded == 1);
  std::uint64_t total = 0;
  for (const LaunchCount& count : launcher.launches()) {
    total += count.count;
  }
  CHECK(total == 1200);
}
