// SPDX-License-Identifier: MIT
// 2D and 3D copies and fills, pools, contexts, limits and the launches beside <<<>>>.
#include <bit>
#include <numeric>

#include "gates/emulator/hip/hip_graph_types.hpp"
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

namespace kgate::hip {
extern "C" {
Error hipMalloc3D(PitchedPointer* pointer, Triple extent);
Error hipMemcpy3D(const Memcpy3DParams* params);
Error hipMemset3D(PitchedPointer place, int value, Triple extent);
Error hipDeviceGetDefaultMemPool(void** pool, int device);
Error hipMemPoolCreate(void** pool, const void* properties);
Error hipMemPoolDestroy(void* pool);
Error hipMemPoolSetAttribute(void* pool, std::uint32_t attribute, void* value);
Error hipMemPoolGetAttribute(void* pool, std::uint32_t attribute, void* value);
Error hipMallocFromPoolAsync(void** pointer, std::size_t size, void* pool, StreamHandle stream);
Error hipCtxPushCurrent(void* context);
Error hipCtxPopCurrent(void** context);
Error hipCtxGetDevice(int* device);
Error hipDevicePrimaryCtxRetain(void** context, int device);
Error hipDeviceCanAccessPeer(int* can, int device, int peer);
Error hipDeviceEnablePeerAccess(int peer, std::uint32_t flags);
Error hipDeviceDisablePeerAccess(int peer);
Error hipModuleLaunchCooperativeKernel(FunctionHandle function, std::uint32_t grid_x,
                                       std::uint32_t grid_y, std::uint32_t grid_z,
                                       std::uint32_t block_x, std::uint32_t block_y,
                                       std::uint32_t block_z, std::uint32_t dynamic_lds,
                                       StreamHandle stream, void** parameters);
Error hipGetProcAddress(const char* name, void** function, int version, std::uint64_t flags,
                        std::uint32_t* status);
}
}  // namespace kgate::hip

struct ihipModuleSymbol_t;
struct ihipStream_t;
struct ihipEvent_t;
Error hipExtModuleLaunchKernel(ihipModuleSymbol_t* function, std::uint32_t items_x,
                               std::uint32_t items_y, std::uint32_t items_z, std::uint32_t block_x,
                               std::uint32_t block_y, std::uint32_t block_z,
                               std::size_t dynamic_lds, ihipStream_t* stream, void** parameters,
                               void** extra, ihipEvent_t* start, ihipEvent_t* stop,
                               std::uint32_t flags);

namespace {
using Ints = std::vector<int>;
constexpr Triple kOrigin{0, 0, 0};
}  // namespace

TEST_CASE("a box inside a volume is filled and copied, and nothing beside it") {
  PitchedPointer volume{};
  REQUIRE(hipMalloc3D(&volume, {12, 5, 4}) == Error::hipSuccess);
  CHECK(volume.pitch >= 12);
  CHECK(volume.height == 5);
  REQUIRE(hipMemset3D(volume, 1, {12, 5, 4}) == Error::hipSuccess);
  std::vector<std::uint8_t> box(2 * 3 * 2);
  std::iota(box.begin(), box.end(), std::uint8_t{10});
  const PitchedPointer packed{box.data(), 2, 2, 3};
  const Memcpy3DParams in{nullptr,   kOrigin, packed,    nullptr,
                          {4, 1, 2}, volume,  {2, 3, 2}, MemcpyKind::host_to_device};
  REQUIRE(hipMemcpy3D(&in) == Error::hipSuccess);
  std::vector<std::uint8_t> all(12 * 5 * 4);
  const PitchedPointer tight{all.data(), 12, 12, 5};
  const Memcpy3DParams out{nullptr, kOrigin, volume,     nullptr,
                           kOrigin, tight,   {12, 5, 4}, MemcpyKind::device_to_host};
  REQUIRE(hipMemcpy3D(&out) == Error::hipSuccess);
  std::vector<std::uint8_t> expected(all.size(), 1);
  std::uint8_t next = 10;
  for (const std::size_t z : {2U, 3U}) {
    for (const std::size_t y : {1U, 2U, 3U}) {
      for (const std::size_t x : {4U, 5U}) expected[(z * 5 + y) * 12 + x] = next++;
    }
  }
  CHECK(all == expected);
  Memcpy3DParams array = out;
  array.source_array = all.data();
  CHECK(hipMemcpy3D(&array) == Error::hipErrorNotSupported);
  Memcpy3DParams beyond = in;
  beyond.destination_position = {4, 1, 3};
  CHECK(hipMemcpy3D(&beyond) == Error::hipErrorInvalidValue);
  CHECK(hipFree(volume.pointer) == Error::hipSuccess);
}

TEST_CASE("a fill of rows leaves what is between them") {
  const Buffer<std::uint8_t> data(std::vector<std::uint8_t>(32, 9));
  REQUIRE(hipMemset2DAsync(data.get() + 1, 8, 3, 4, 4, nullptr) == Error::hipSuccess);
  std::vector<std::uint8_t> expected(32, 9);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t x = 0; x < 4; ++x) expected[row * 8 + x + 1] = 3;
  }
  CHECK(data.values() == expected);
  CHECK(hipMemset2DAsync(data.get(), 3, 3, 4, 4, nullptr) == Error::hipErrorInvalidPitchValue);
}

TEST_CASE("a copy with a pointer to nothing is an error") {
  const Buffer<int> data(Ints(16, 1));
  const auto wild = [](std::uintptr_t address) { return std::bit_cast<void*>(address); };
  for (const std::uintptr_t address : {std::uintptr_t{0xD7}, ~std::uintptr_t{7}}) {
    CHECK(hipMemcpy(data.get(), wild(address), 64, MemcpyKind::host_to_device) ==
          Error::hipErrorInvalidValue);
    CHECK(hipMemcpy(wild(address), data.get(), 64, MemcpyKind::device_to_host) ==
          Error::hipErrorInvalidValue);
  }
  CHECK(data.values() == Ints(16, 1));
}

TEST_CASE("memory pools give memory, keep their attributes and end") {
  void* own = nullptr;
  REQUIRE(hipDeviceGetDefaultMemPool(&own, 0) == Error::hipSuccess);
  CHECK(hipMemPoolDestroy(own) == Error::hipErrorInvalidValue);
  const std::array<char, 128> properties{};
  void* pool = nullptr;
  REQUIRE(hipMemPoolCreate(&pool, properties.data()) == Error::hipSuccess);
  constexpr std::uint32_t kReleaseThreshold = 4;
  std::uint64_t threshold = 1U << 20U;
  REQUIRE(hipMemPoolSetAttribute(pool, kReleaseThreshold, &threshold) == Error::hipSuccess);
  threshold = 0;
  REQUIRE(hipMemPoolGetAttribute(pool, kReleaseThreshold, &threshold) == Error::hipSuccess);
  CHECK(threshold == 1U << 20U);
  void* memory = nullptr;
  REQUIRE(hipMallocFromPoolAsync(&memory, 100, pool, nullptr) == Error::hipSuccess);
  CHECK(hipFreeAsync(memory, nullptr) == Error::hipSuccess);
  CHECK(hipMemPoolDestroy(pool) == Error::hipSuccess);
  CHECK(hipMallocFromPoolAsync(&memory, 100, pool, nullptr) == Error::hipErrorInvalidValue);
}

TEST_CASE("contexts are a stack of devices") {
  void* second = nullptr;
  REQUIRE(hipDevicePrimaryCtxRetain(&second, 1) == Error::hipSuccess);
  REQUIRE(hipCtxPushCurrent(second) == Error::hipSuccess);
  int device = -1;
  CHECK(hipGetDevice(&device) == Error::hipSuccess);
  CHECK(device == 1);
  void* popped = nullptr;
  CHECK(hipCtxPopCurrent(&popped) == Error::hipSuccess);
  CHECK(popped == second);
  CHECK(hipCtxGetDevice(&device) == Error::hipSuccess);
  CHECK(device == 0);
  CHECK(hipCtxPopCurrent(&popped) == Error::hipErrorInvalidContext);
  CHECK(hipCtxPushCurrent(&device) == Error::hipErrorInvalidContext);
}

TEST_CASE("access to another device is switched on and off once") {
  int can = -1;
  CHECK(hipDeviceCanAccessPeer(&can, 0, 1) == Error::hipSuccess);
  CHECK(can == 1);
  CHECK(hipDeviceCanAccessPeer(&can, 0, 0) == Error::hipSuccess);
  CHECK(can == 0);
  CHECK(hipDeviceEnablePeerAccess(1, 0) == Error::hipSuccess);
  CHECK(hipDeviceEnablePeerAccess(1, 0) == Error::hipErrorPeerAccessAlreadyEnabled);
  CHECK(hipDeviceDisablePeerAccess(1) == Error::hipSuccess);
  CHECK(hipDeviceDisablePeerAccess(1) == Error::hipErrorPeerAccessNotEnabled);
  CHECK(hipDeviceEnablePeerAccess(0, 0) == Error::hipErrorInvalidDevice);
}

TEST_CASE("the extended launch counts work-items and records its events") {
  const Kernels kernels;
  const Buffer<int> data(Ints(128, 1));
  const int* in = data.get();
  int* out = data.get();
  int count = 128;
  int value = 4;
  std::array<void*, 4> parameters{&in, &out, &count, &value};
  EventHandle start = nullptr;
  EventHandle stop = nullptr;
  REQUIRE(hipEventCreate(&start) == Error::hipSuccess);
  REQUIRE(hipEventCreate(&stop) == Error::hipSuccess);
  const auto launch_items = [&](std::uint32_t items) {
    return hipExtModuleLaunchKernel(reinterpret_cast<ihipModuleSymbol_t*>(kernels["add_value"]),
                                    items, 1, 1, 64, 1, 1, 0, nullptr, parameters.data(), nullptr,
                                    reinterpret_cast<ihipEvent_t*>(start),
                                    reinterpret_cast<ihipEvent_t*>(stop), 0);
  };
  REQUIRE(launch_items(128) == Error::hipSuccess);
  REQUIRE(hipEventSynchronize(stop) == Error::hipSuccess);
  float ms = -1.0F;
  CHECK(hipEventElapsedTime(&ms, start, stop) == Error::hipSuccess);
  CHECK(ms >= 0.0F);
  CHECK(data.values() == Ints(128, 5));
  CHECK(launch_items(100) == Error::hipErrorInvalidValue);
  CHECK(hipEventDestroy(start) == Error::hipSuccess);
  CHECK(hipEventDestroy(stop) == Error::hipSuccess);
}

TEST_CASE("a cooperative launch must fit the device") {
  const Kernels kernels;
  const Buffer<int> data(Ints(64, 1));
  const int* in = data.get();
  int* out = data.get();
  int count = 64;
  int value = 4;
  std::array<void*, 4> parameters{&in, &out, &count, &value};
  const auto launch_blocks = [&](std::uint32_t blocks) {
    return hipModuleLaunchCooperativeKernel(kernels["add_value"], blocks, 1, 1, 64, 1, 1, 0,
                                            nullptr, parameters.data());
  };
  CHECK(launch_blocks(1) == Error::hipSuccess);
  CHECK(launch_blocks(1U << 20U) == Error::hipErrorCooperativeLaunchTooLarge);
  CHECK(data.values() == Ints(64, 5));
}

TEST_CASE("entry points are found by name") {
  void* function = nullptr;
  std::uint32_t status = 9;
  REQUIRE(hipGetProcAddress("hipMalloc", &function, 60000000, 0, &status) == Error::hipSuccess);
  CHECK(function == reinterpret_cast<void*>(&hipMalloc));
  CHECK(status == 0);
  CHECK(hipGetProcAddress("hipNoSuchThing", &function, 60000000, 0, &status) ==
        Error::hipErrorInvalidValue);
  CHECK(status == 1);
}
