// SPDX-License-Identifier: MIT
// Device memory: placement, bounds, shadow state.
#include "gates/emulator/memory.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

#include "tests/catch.hpp"

namespace {

using kgate::emulator::AllocationKind;
using kgate::emulator::Memory;

std::uint64_t device(Memory& memory, std::uint64_t size, std::uint64_t alignment = 256) {
  return memory.allocate(size, alignment, AllocationKind::device, "test");
}

}  // namespace

TEST_CASE("allocations are 256-aligned, no more by accident, and at least 256 bytes apart") {
  Memory memory;
  std::uint64_t end = 0;
  for (const std::uint64_t size : {1U, 255U, 256U, 4096U, 5000U, 1U}) {
    const std::uint64_t address = device(memory, size);
    CHECK(address % 256 == 0);
    CHECK(address % 512 != 0);
    CHECK(address >= end + 256);
    end = address + size;
  }
  CHECK(device(memory, 10, 65536) % 65536 == 0);
}

TEST_CASE("bounds are exact to the byte") {
  Memory memory;
  const std::uint64_t address = device(memory, 100);
  CHECK(memory.contains(address, 100));
  CHECK_FALSE(memory.contains(address, 101));
  CHECK_FALSE(memory.contains(address + 99, 2));
  CHECK_FALSE(memory.contains(address - 1, 1));
  CHECK_FALSE(memory.contains(address, ~std::uint64_t{0}));
  const std::array<std::uint8_t, 101> bytes{};
  CHECK(memory.copy_in(address, bytes.data(), 100));
  CHECK_FALSE(memory.copy_in(address, bytes.data(), 101));
  CHECK_FALSE(memory.copy_in(address + 1, bytes.data(), 100));
}

TEST_CASE("an address outside names the nearest allocation and the distance") {
  Memory memory;
  const std::uint64_t first = device(memory, 100);
  const auto after = memory.nearest(first + 103);
  REQUIRE(after);
  CHECK(after->allocation.address == first);
  CHECK(after->distance == 4);  // the last byte is first + 99
  const auto before = memory.nearest(first - 8);
  REQUIRE(before);
  CHECK(before->distance == -8);
}

TEST_CASE("released memory is remembered and not handed out again") {
  Memory memory;
  const std::uint64_t first = device(memory, 4096);
  const std::uint64_t epoch = memory.epoch();
  CHECK(memory.release(first));
  CHECK(memory.epoch() != epoch);
  CHECK_FALSE(memory.release(first));
  CHECK_FALSE(memory.find(first + 5));
  const auto neighbour = memory.nearest(first + 5);
  REQUIRE(neighbour);
  CHECK(neighbour->allocation.released);
  CHECK(neighbour->distance == 0);
  CHECK(device(memory, 4096) != first);
}

TEST_CASE("an exhausted arena uses released ranges again, as fresh memory") {
  Memory memory(Memory::Options{1U << 24U, 0, 0x5A});
  const std::uint64_t big = device(memory, 12U << 20U);
  REQUIRE(big != 0);
  REQUIRE(memory.fill(big, 7, 1, 12U << 20U));
  CHECK(device(memory, 12U << 20U) == 0);
  REQUIRE(memory.release(big));
  const std::uint64_t again = device(memory, 12U << 20U);
  REQUIRE(again != 0);
  CHECK_FALSE(memory.is_initialised(again, 1));
}

TEST_CASE("bytes become initialised by what writes them") {
  Memory memory;
  const std::uint64_t a = device(memory, 10000);
  const std::uint64_t b = device(memory, 10000);
  CHECK_FALSE(memory.is_initialised(a, 1));
  const std::array<std::uint8_t, 3> bytes{1, 2, 3};
  REQUIRE(memory.copy_in(a + 5, bytes.data(), 3));
  CHECK(memory.is_initialised(a + 5, 3));
  CHECK_FALSE(memory.is_initialised(a + 4, 2));
  CHECK_FALSE(memory.is_initialised(a + 7, 2));

  REQUIRE(memory.fill(a, 0x11223344, 4, 10000));
  CHECK(memory.is_initialised(a, 10000));
  memory.mark_uninitialised(a + 4095, 2);
  CHECK_FALSE(memory.is_initialised(a, 10000));
  CHECK(memory.is_initialised(a, 4095));
  CHECK(memory.is_initialised(a + 4097, 10000 - 4097));

  // A copy inside device memory copies the states too.
  REQUIRE(memory.fill(b, 0, 1, 10000));
  REQUIRE(memory.copy(b + 10, a + 4000, 200));
  CHECK_FALSE(memory.is_initialised(b + 10 + 95, 1));
  CHECK(memory.is_initialised(b + 10 + 97, 100));
  std::uint8_t byte = 0;
  REQUIRE(memory.copy_out(&byte, b + 10 + 95, 1));
  CHECK(byte == memory.poison());
  memory.mark_initialised(b + 10 + 95, 2);
  CHECK(memory.is_initialised(b, 10000));
}

TEST_CASE("fills repeat their pattern from the first byte") {
  Memory memory;
  const std::uint64_t address = device(memory, 16);
  REQUIRE(memory.fill(address + 1, 0xAABB, 2, 6));
  std::array<std::uint8_t, 8> bytes{};
  REQUIRE(memory.copy_out(bytes.data(), address, 8));
  const std::uint8_t poison = memory.poison();
  CHECK(bytes == std::array<std::uint8_t, 8>{poison, 0xBB, 0xAA, 0xBB, 0xAA, 0xBB, 0xAA, poison});
  CHECK_FALSE(memory.fill(address, 0, 3, 6));
}

TEST_CASE("overlapping device copies behave like memmove") {
  Memory memory;
  const std::uint64_t address = device(memory, 64);
  std::array<std::uint8_t, 64> bytes{};
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
  REQUIRE(memory.copy_in(address, bytes.data(), 64));
  REQUIRE(memory.copy(address + 3, address, 50));
  std::array<std::uint8_t, 64> moved = bytes;
  std::memmove(moved.data() + 3, bytes.data(), 50);
  std::array<std::uint8_t, 64> got{};
  REQUIRE(memory.copy_out(got.data(), address, 64));
  CHECK(got == moved);
}

TEST_CASE("64 GiB cost only the pages that are touched") {
  Memory memory;
  const std::uint64_t size = std::uint64_t{64} << 30U;
  const std::uint64_t address = device(memory, size);
  if (address == 0) {
    WARN("skipped: this machine does not reserve 64 GiB of address space");
    return;
  }
  const std::uint32_t value = 42;
  CHECK(memory.copy_in(address + size - 4, &value, 4));
  CHECK(memory.is_initialised(address + size - 4, 4));
  CHECK_FALSE(memory.is_initialised(address + size - 5, 4));
  CHECK_FALSE(memory.is_initialised(address, 4));
}

TEST_CASE("host memory counts as initialised, code and arguments as read-only") {
  Memory memory;
  const std::uint64_t host = memory.allocate(100, 16, AllocationKind::host, "pinned");
  CHECK(memory.is_initialised(host, 100));
  for (const AllocationKind kind :
       {AllocationKind::kernarg, AllocationKind::code, AllocationKind::packet}) {
    const std::uint64_t address = memory.allocate(100, 16, kind, "constant");
    const auto region = memory.region(address);
    REQUIRE(region);
    CHECK_FALSE(region->writable);
  }
}

TEST_CASE("a chosen address is refused where a live allocation has the page") {
  Memory memory(Memory::Options{1U << 26U, 0x240000000, 0});
  const std::uint64_t at = 0x240000000 + (1U << 20U);
  CHECK(memory.allocate_at(at, 100, AllocationKind::device, "fixed") == at);
  CHECK(memory.allocate_at(at + 200, 100, AllocationKind::device, "same page") == 0);
  CHECK(memory.allocate_at(0x100, 100, AllocationKind::device, "outside") == 0);
  CHECK(memory.allocate_at(at + 8192, 100, AllocationKind::device, "next") == at + 8192);
}

TEST_CASE("released addresses serve again when fresh ones run out, wherever the last one ended") {
  // Two pages each: the last fresh address is in the last page, where a size does not fit.
  for (const std::uint64_t size : {2000U, 4096U, 9000U}) {
    Memory::Options options;
    options.reserve = std::uint64_t{1} << 24U;
    options.first_address = std::uint64_t{1} << 40U;
    Memory memory(options);
    for (int round = 0; round < 10000; ++round) {
      const std::uint64_t address = device(memory, size);
      REQUIRE(address != 0);
      REQUIRE(address + size <= options.first_address + options.reserve);
      REQUIRE(memory.release(address));
    }
  }
}

TEST_CASE("parts of a range keep their distances, and threads that compete for it all get one") {
  Memory::Options options;
  options.reserve = std::uint64_t{1} << 24U;
  Memory memory(options);
  const std::vector<Memory::Part> parts = {{0, 100, AllocationKind::code, "code"},
                                           {8192, 50, AllocationKind::variable, "variables"}};
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 3000; ++round) {
        const std::uint64_t base = memory.allocate_parts(12288, 4096, parts);
        const bool whole = base != 0 && base % 4096 == 0 && memory.contains(base, 100) &&
                           memory.contains(base + 8192, 50) && memory.release(base) &&
                           memory.release(base + 8192);
        refused += whole ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(refused == 0);
  CHECK(memory.allocations().empty());
}
