// SPDX-License-Identifier: MIT
// Memory: allocation, copies, fills, what is known of a pointer, and their errors.
#include <cstring>
#include <numeric>

#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

namespace {

std::vector<int> counting(int count) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 1);
  return values;
}

struct PointerAttributes {
  std::int32_t type;
  std::int32_t device;
  void* device_pointer;
  void* host_pointer;
  std::int32_t is_managed;
  std::uint32_t flags;
};

}  // namespace

TEST_CASE("bytes copied to the device and back are the same") {
  const Buffer<int> buffer(counting(1000));
  CHECK(buffer.values() == counting(1000));
  const Buffer<int> second(1000);
  REQUIRE(hipMemcpy(second.get(), buffer.get(), buffer.bytes(), MemcpyKind::device_to_device) ==
          Error::hipSuccess);
  CHECK(second.values() == counting(1000));
}

TEST_CASE("the pointers decide a copy's direction and an impossible kind is refused") {
  const std::vector<int> from = counting(16);
  const Buffer<int> buffer(16);
  REQUIRE(hipMemcpy(buffer.get(), from.data(), 64, MemcpyKind::automatic) == Error::hipSuccess);
  CHECK(buffer.values() == from);
  CHECK(hipMemcpy(buffer.get(), from.data(), 64, MemcpyKind{5}) ==
        Error::hipErrorInvalidMemcpyDirection);
  std::vector<int> to(16);
  CHECK(hipMemcpy(to.data(), from.data(), 64, MemcpyKind::host_to_host) == Error::hipSuccess);
  CHECK(to == from);
}

TEST_CASE("a copy or fill beyond an allocation is refused and names it") {
  const Buffer<int> buffer(16);
  std::vector<int> host(32);
  CHECK(hipMemcpy(host.data(), buffer.get(), 65, MemcpyKind::device_to_host) ==
        Error::hipErrorInvalidValue);
  CHECK(std::string(kgateEmulatorLastErrorText()).find("of 64 bytes") != std::string::npos);
  CHECK(hipMemcpy(buffer.get() + 8, host.data(), 33, MemcpyKind::host_to_device) ==
        Error::hipErrorInvalidValue);
  CHECK(hipMemset(buffer.get(), 0, 65) == Error::hipErrorInvalidValue);
  CHECK(hipMemset(host.data(), 0, 4) == Error::hipErrorInvalidValue);
  CHECK(hipMemcpy(nullptr, host.data(), 4, MemcpyKind::host_to_host) ==
        Error::hipErrorInvalidValue);
  CHECK(hipMemcpy(nullptr, nullptr, 0, MemcpyKind::host_to_host) == Error::hipSuccess);
}

TEST_CASE("freed memory cannot be copied from, and the message says that it was freed") {
  void* pointer = nullptr;
  REQUIRE(hipMalloc(&pointer, 256) == Error::hipSuccess);
  REQUIRE(hipFree(pointer) == Error::hipSuccess);
  int value = 0;
  CHECK(hipMemcpy(&value, pointer, 4, MemcpyKind::device_to_host) == Error::hipErrorInvalidValue);
  CHECK(std::string(kgateEmulatorLastErrorText()).find("was freed") != std::string::npos);
  CHECK(hipFree(pointer) == Error::hipErrorInvalidValue);
}

TEST_CASE("fills of one, two and four bytes repeat their pattern") {
  const Buffer<std::uint32_t> buffer(4);
  REQUIRE(hipMemset(buffer.get(), 0x1AB, 16) == Error::hipSuccess);
  CHECK(buffer.values() == std::vector<std::uint32_t>(4, 0xABABABAB));
  REQUIRE(hipMemsetD16(buffer.get(), 0x1234, 6) == Error::hipSuccess);
  CHECK(buffer.values() ==
        std::vector<std::uint32_t>{0x12341234, 0x12341234, 0x12341234, 0xABABABAB});
  REQUIRE(hipMemsetD32(buffer.get() + 1, -2, 2) == Error::hipSuccess);
  CHECK(buffer.values() ==
        std::vector<std::uint32_t>{0x12341234, 0xFFFFFFFE, 0xFFFFFFFE, 0xABABABAB});
  CHECK(hipMemsetD32(reinterpret_cast<char*>(buffer.get()) + 1, 0, 1) ==
        Error::hipErrorInvalidValue);
}

TEST_CASE("rows of a pitched copy keep their gaps") {
  void* pointer = nullptr;
  std::size_t pitch = 0;
  REQUIRE(hipMallocPitch(&pointer, &pitch, 12, 3) == Error::hipSuccess);
  REQUIRE(pitch == 256);
  const std::vector<int> from = counting(9);
  REQUIRE(hipMemset2D(pointer, pitch, 0, pitch, 3) == Error::hipSuccess);
  REQUIRE(hipMemcpy2D(pointer, pitch, from.data(), 12, 12, 3, MemcpyKind::host_to_device) ==
          Error::hipSuccess);
  std::vector<int> all(192);
  REQUIRE(hipMemcpy(all.data(), pointer, 768, MemcpyKind::device_to_host) == Error::hipSuccess);
  CHECK(all[2] == 3);
  CHECK(all[3] == 0);
  CHECK(all[64] == 4);
  CHECK(all[130] == 9);
  std::vector<int> back(9);
  REQUIRE(hipMemcpy2D(back.data(), 12, pointer, pitch, 12, 3, MemcpyKind::device_to_host) ==
          Error::hipSuccess);
  CHECK(back == from);
  CHECK(hipMemcpy2D(back.data(), 8, pointer, pitch, 12, 3, MemcpyKind::device_to_host) ==
        Error::hipErrorInvalidPitchValue);
  CHECK(hipFree(pointer) == Error::hipSuccess);
}

TEST_CASE("an allocation of nothing is null, and one larger than the device is out of memory") {
  void* pointer = &pointer;
  CHECK(hipMalloc(&pointer, 0) == Error::hipSuccess);
  CHECK(pointer == nullptr);
  CHECK(hipMalloc(&pointer, std::size_t{1} << 50U) == Error::hipErrorOutOfMemory);
  CHECK(pointer == nullptr);
  CHECK(hipMalloc(nullptr, 4) == Error::hipErrorInvalidValue);
  CHECK(hipFree(nullptr) == Error::hipSuccess);
}

TEST_CASE("memory in use is missing from what is available") {
  std::size_t before = 0;
  std::size_t total = 0;
  REQUIRE(hipMemGetInfo(&before, &total) == Error::hipSuccess);
  const Buffer<char> buffer(1U << 20U);
  std::size_t after = 0;
  REQUIRE(hipMemGetInfo(&after, &total) == Error::hipSuccess);
  CHECK(before - after == 1U << 20U);
}

TEST_CASE("device, pinned and managed memory are told apart, and freed by their own call") {
  void* device = nullptr;
  void* pinned = nullptr;
  void* managed = nullptr;
  REQUIRE(hipMalloc(&device, 64) == Error::hipSuccess);
  REQUIRE(hipHostMalloc(&pinned, 64, 2) == Error::hipSuccess);
  REQUIRE(hipMallocManaged(&managed, 64, 1) == Error::hipSuccess);
  PointerAttributes attributes{};
  CHECK(hipPointerGetAttributes(&attributes, static_cast<char*>(device) + 5) == Error::hipSuccess);
  CHECK(attributes.type == 2);
  CHECK(attributes.host_pointer == nullptr);
  CHECK(hipPointerGetAttributes(&attributes, pinned) == Error::hipSuccess);
  CHECK(attributes.type == 1);
  CHECK(attributes.flags == 2);
  CHECK(hipPointerGetAttributes(&attributes, managed) == Error::hipSuccess);
  CHECK(attributes.type == 3);
  CHECK(attributes.is_managed == 1);
  CHECK(hipPointerGetAttributes(&attributes, &attributes) == Error::hipErrorInvalidValue);

  void* alias = nullptr;
  CHECK(hipHostGetDevicePointer(&alias, pinned, 0) == Error::hipSuccess);
  CHECK(alias == pinned);
  CHECK(hipHostGetDevicePointer(&alias, device, 0) == Error::hipErrorInvalidValue);
  std::uint32_t flags = 0;
  CHECK(hipHostGetFlags(&flags, pinned) == Error::hipSuccess);
  CHECK(flags == 2);

  CHECK(hipHostFree(device) == Error::hipErrorInvalidValue);
  CHECK(hipFree(pinned) == Error::hipErrorInvalidValue);
  CHECK(hipFree(static_cast<char*>(device) + 1) == Error::hipErrorInvalidValue);
  CHECK(hipFree(device) == Error::hipSuccess);
  CHECK(hipHostFree(pinned) == Error::hipSuccess);
  CHECK(hipFree(managed) == Error::hipSuccess);
}

TEST_CASE("the range around a pointer is its allocation") {
  const Buffer<int> buffer(100);
  void* base = nullptr;
  std::size_t size = 0;
  REQUIRE(hipMemGetAddressRange(&base, &size, buffer.get() + 50) == Error::hipSuccess);
  CHECK(base == buffer.get());
  CHECK(size == 400);
  CHECK(hipMemGetAddressRange(&base, &size, &base) == Error::hipErrorNotFound);
}

TEST_CASE("registered host memory is pinned once and out of reach of kernels") {
  std::vector<int> host(64);
  CHECK(hipHostRegister(host.data(), 256, 0) == Error::hipSuccess);
  CHECK(hipHostRegister(host.data(), 256, 0) == Error::hipErrorHostMemoryAlreadyRegistered);
  void* device = nullptr;
  CHECK(hipHostGetDevicePointer(&device, host.data(), 0) == Error::hipErrorNotSupported);
  CHECK(hipHostUnregister(host.data()) == Error::hipSuccess);
  CHECK(hipHostUnregister(host.data()) == Error::hipErrorHostMemoryNotRegistered);
}

TEST_CASE("driver-style copies and stream-ordered allocation work") {
  void* pointer = nullptr;
  REQUIRE(hipMallocAsync(&pointer, 64, nullptr) == Error::hipSuccess);
  std::vector<int> host = counting(16);
  CHECK(hipMemcpyHtoD(pointer, host.data(), 64) == Error::hipSuccess);
  const Buffer<int> other(16);
  CHECK(hipMemcpyDtoD(other.get(), pointer, 64) == Error::hipSuccess);
  std::vector<int> back(16);
  CHECK(hipMemcpyDtoH(back.data(), other.get(), 64) == Error::hipSuccess);
  CHECK(back == host);
  CHECK(hipFreeAsync(pointer, nullptr) == Error::hipSuccess);
}
