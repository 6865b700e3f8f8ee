// SPDX-License-Identifier: MIT
// Streams and events: order, asynchrony, the null stream, bad handles.
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

namespace {

/// A stream whose work waits until the test opens it: order shows without any clock.
class HeldStream {
 public:
  explicit HeldStream(std::uint32_t flags) {
    REQUIRE(hipStreamCreateWithFlags(&stream_, flags) == Error::hipSuccess);
    opened_ = gate_.get_future();
    REQUIRE(hipLaunchHostFunc(
                stream_, [](void* future) { static_cast<std::future<void>*>(future)->wait(); },
                &opened_) == Error::hipSuccess);
  }
  ~HeldStream() {
    open();
    static_cast<void>(hipStreamDestroy(stream_));
  }
  HeldStream(const HeldStream&) = delete;
  HeldStream& operator=(const HeldStream&) = delete;
  HeldStream(HeldStream&&) = delete;
  HeldStream& operator=(HeldStream&&) = delete;

  [[nodiscard]] StreamHandle get() const { return stream_; }
  void open() {
    if (!open_) {
      gate_.set_value();
      open_ = true;
    }
  }

 private:
  std::promise<void> gate_;
  std::future<void> opened_;
  bool open_ = false;
  StreamHandle stream_ = nullptr;
};

StreamHandle make_stream(std::uint32_t flags) {
  StreamHandle stream = nullptr;
  REQUIRE(hipStreamCreateWithFlags(&stream, flags) == Error::hipSuccess);
  return stream;
}

EventHandle make_event() {
  EventHandle event = nullptr;
  REQUIRE(hipEventCreate(&event) == Error::hipSuccess);
  return event;
}

void append(void* data) {
  auto& [list, value] = *static_cast<std::pair<std::vector<int>*, int>*>(data);
  list->push_back(value);
}

}  // namespace

TEST_CASE("work of a stream runs in order and a busy stream is not ready") {
  HeldStream held(kStreamNonBlocking);
  std::vector<int> order;
  std::array<std::pair<std::vector<int>*, int>, 3> items{{{&order, 1}, {&order, 2}, {&order, 3}}};
  for (auto& item : items) {
    REQUIRE(hipLaunchHostFunc(held.get(), append, &item) == Error::hipSuccess);
  }
  CHECK(hipStreamQuery(held.get()) == Error::hipErrorNotReady);
  held.open();
  CHECK(hipStreamSynchronize(held.get()) == Error::hipSuccess);
  CHECK(hipStreamQuery(held.get()) == Error::hipSuccess);
  CHECK(order == std::vector<int>{1, 2, 3});
}

TEST_CASE("an asynchronous copy from pinned memory has not happened while its stream is held") {
  void* pinned = nullptr;
  REQUIRE(hipHostMalloc(&pinned, 64, 0) == Error::hipSuccess);
  auto* const words = static_cast<int*>(pinned);
  words[0] = 1;
  const Buffer<int> buffer(std::vector<int>(16, 0));
  HeldStream held(kStreamNonBlocking);
  REQUIRE(hipMemcpyAsync(buffer.get(), pinned, 64, MemcpyKind::host_to_device, held.get()) ==
          Error::hipSuccess);
  words[0] = 2;
  held.open();
  REQUIRE(hipStreamSynchronize(held.get()) == Error::hipSuccess);
  CHECK(buffer.values()[0] == 2);
  CHECK(hipHostFree(pinned) == Error::hipSuccess);
}

TEST_CASE("an asynchronous copy from pageable memory keeps what the caller had") {
  std::vector<int> host(16, 7);
  const Buffer<int> buffer(std::vector<int>(16, 0));
  HeldStream held(kStreamNonBlocking);
  REQUIRE(hipMemcpyAsync(buffer.get(), host.data(), 64, MemcpyKind::host_to_device, held.get()) ==
          Error::hipSuccess);
  host.assign(16, 9);
  held.open();
  REQUIRE(hipStreamSynchronize(held.get()) == Error::hipSuccess);
  CHECK(buffer.values() == std::vector<int>(16, 7));
}

TEST_CASE("the null stream waits for blocking streams and not for non-blocking ones") {
  const Buffer<int> buffer(std::vector<int>(1, 0));
  {
    HeldStream held(kStreamDefault);
    REQUIRE(hipMemsetAsync(buffer.get(), 1, 4, held.get()) == Error::hipSuccess);
    REQUIRE(hipMemsetAsync(buffer.get(), 2, 4, nullptr) == Error::hipSuccess);
    CHECK(hipStreamQuery(nullptr) == Error::hipErrorNotReady);
    held.open();
    REQUIRE(hipStreamSynchronize(nullptr) == Error::hipSuccess);
    CHECK(buffer.values()[0] == 0x02020202);
  }
  HeldStream held(kStreamNonBlocking);
  REQUIRE(hipMemsetAsync(buffer.get(), 3, 4, nullptr) == Error::hipSuccess);
  CHECK(hipStreamSynchronize(nullptr) == Error::hipSuccess);
  CHECK(buffer.values()[0] == 0x03030303);
}

TEST_CASE("blocking streams wait for the null stream") {
  const Buffer<int> buffer(1);
  HeldStream held(kStreamDefault);
  // The null stream is held by the blocking one, and the second blocking stream by the null stream.
  REQUIRE(hipMemsetAsync(buffer.get(), 1, 4, nullptr) == Error::hipSuccess);
  StreamHandle second = make_stream(kStreamDefault);
  REQUIRE(hipMemsetAsync(buffer.get(), 2, 4, second) == Error::hipSuccess);
  CHECK(hipStreamQuery(second) == Error::hipErrorNotReady);
  held.open();
  CHECK(hipStreamSynchronize(second) == Error::hipSuccess);
  CHECK(buffer.values()[0] == 0x02020202);
  CHECK(hipStreamDestroy(second) == Error::hipSuccess);
}

TEST_CASE("a stream waits for an event of another stream") {
  const Buffer<int> buffer(1);
  HeldStream held(kStreamNonBlocking);
  EventHandle event = make_event();
  REQUIRE(hipMemsetAsync(buffer.get(), 1, 4, held.get()) == Error::hipSuccess);
  REQUIRE(hipEventRecord(event, held.get()) == Error::hipSuccess);
  StreamHandle second = make_stream(kStreamNonBlocking);
  REQUIRE(hipStreamWaitEvent(second, event, 0) == Error::hipSuccess);
  REQUIRE(hipMemsetAsync(buffer.get(), 2, 4, second) == Error::hipSuccess);
  CHECK(hipEventQuery(event) == Error::hipErrorNotReady);
  CHECK(hipStreamQuery(second) == Error::hipErrorNotReady);
  held.open();
  CHECK(hipStreamSynchronize(second) == Error::hipSuccess);
  CHECK(hipEventQuery(event) == Error::hipSuccess);
  CHECK(buffer.values()[0] == 0x02020202);
  CHECK(hipStreamDestroy(second) == Error::hipSuccess);
  CHECK(hipEventDestroy(event) == Error::hipSuccess);
}

TEST_CASE("the time between two events is not negative and covers what lies between") {
  EventHandle start = make_event();
  EventHandle stop = make_event();
  float ms = -1;
  CHECK(hipEventElapsedTime(&ms, start, stop) == Error::hipErrorInvalidHandle);
  REQUIRE(hipEventRecord(start, nullptr) == Error::hipSuccess);
  REQUIRE(hipLaunchHostFunc(
              nullptr, [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); },
              nullptr) == Error::hipSuccess);
  REQUIRE(hipEventRecord(stop, nullptr) == Error::hipSuccess);
  REQUIRE(hipEventSynchronize(stop) == Error::hipSuccess);
  CHECK(hipEventElapsedTime(&ms, start, stop) == Error::hipSuccess);
  CHECK(ms >= 2.0F);
  EventHandle no_time = nullptr;
  REQUIRE(hipEventCreateWithFlags(&no_time, kEventDisableTiming) == Error::hipSuccess);
  REQUIRE(hipEventRecord(no_time, nullptr) == Error::hipSuccess);
  CHECK(hipEventElapsedTime(&ms, start, no_time) == Error::hipErrorInvalidHandle);
  for (EventHandle event : {start, stop, no_time}) {
    CHECK(hipEventDestroy(event) == Error::hipSuccess);
  }
}

TEST_CASE("an event that was never recorded is complete") {
  EventHandle event = make_event();
  CHECK(hipEventQuery(event) == Error::hipSuccess);
  CHECK(hipEventSynchronize(event) == Error::hipSuccess);
  CHECK(hipStreamWaitEvent(nullptr, event, 0) == Error::hipSuccess);
  CHECK(hipEventDestroy(event) == Error::hipSuccess);
}

TEST_CASE("a callback learns the state of its stream") {
  StreamHandle stream = make_stream(kStreamDefault);
  Error seen = Error::hipErrorUnknown;
  REQUIRE(hipStreamAddCallback(
              stream,
              [](StreamHandle, Error status, void* data) { *static_cast<Error*>(data) = status; },
              &seen, 0) == Error::hipSuccess);
  CHECK(hipStreamSynchronize(stream) == Error::hipSuccess);
  CHECK(seen == Error::hipSuccess);
  CHECK(hipStreamAddCallback(stream, nullptr, nullptr, 0) == Error::hipErrorInvalidValue);
  CHECK(hipStreamDestroy(stream) == Error::hipSuccess);
}

TEST_CASE("destroyed and foreign handles are errors and not crashes") {
  StreamHandle stream = make_stream(kStreamDefault);
  EventHandle event = make_event();
  REQUIRE(hipStreamDestroy(stream) == Error::hipSuccess);
  REQUIRE(hipEventDestroy(event) == Error::hipSuccess);
  CHECK(hipStreamDestroy(stream) == Error::hipErrorInvalidHandle);
  CHECK(hipStreamSynchronize(stream) == Error::hipErrorInvalidHandle);
  CHECK(hipStreamQuery(stream) == Error::hipErrorInvalidHandle);
  CHECK(hipEventDestroy(event) == Error::hipErrorInvalidHandle);
  CHECK(hipEventRecord(event, nullptr) == Error::hipErrorInvalidHandle);
  CHECK(hipEventSynchronize(event) == Error::hipErrorInvalidHandle);
  CHECK(hipStreamWaitEvent(nullptr, event, 0) == Error::hipErrorInvalidHandle);
  int local = 0;
  const auto foreign = reinterpret_cast<StreamHandle>(&local);
  CHECK(hipStreamSynchronize(foreign) == Error::hipErrorInvalidHandle);
  CHECK(hipStreamDestroy(nullptr) == Error::hipErrorInvalidHandle);
  const Buffer<int> buffer(1);
  CHECK(hipMemsetAsync(buffer.get(), 0, 4, foreign) == Error::hipErrorInvalidValue);
  EventHandle live = make_event();
  CHECK(hipStreamSynchronize(reinterpret_cast<StreamHandle>(live)) == Error::hipErrorInvalidHandle);
  CHECK(hipEventDestroy(live) == Error::hipSuccess);
}

TEST_CASE("flags that do not exist are refused") {
  StreamHandle stream = nullptr;
  EventHandle event = nullptr;
  CHECK(hipStreamCreateWithFlags(&stream, 2) == Error::hipErrorInvalidValue);
  CHECK(hipStreamCreate(nullptr) == Error::hipErrorInvalidValue);
  CHECK(hipEventCreateWithFlags(&event, 64) == Error::hipErrorInvalidValue);
  CHECK(hipEventCreateWithFlags(&event, kEventInterprocess) == Error::hipErrorNotSupported);
  REQUIRE(hipStreamCreateWithPriority(&stream, kStreamNonBlocking, -1) == Error::hipSuccess);
  std::uint32_t flags = 0;
  CHECK(hipStreamGetFlags(stream, &flags) == Error::hipSuccess);
  CHECK(flags == kStreamNonBlocking);
  CHECK(hipStreamDestroy(stream) == Error::hipSuccess);
}

TEST_CASE("every thread has a stream of its own") {
  const Buffer<int> buffer(std::vector<int>(1, 0));
  std::thread([&] {
    CHECK(hipMemsetAsync(buffer.get(), 5, 4, kStreamPerThread) == Error::hipSuccess);
    CHECK(hipStreamSynchronize(kStreamPerThread) == Error::hipSuccess);
  }).join();
  CHECK(buffer.values()[0] == 0x05050505);
}

TEST_CASE("many threads share the runtime") {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int id = 1; id <= 4; ++id) {
    threads.emplace_back([id, &wrong] {
      for (int round = 0; round < 50; ++round) {
        void* pointer = nullptr;
        StreamHandle stream = nullptr;
        std::array<std::uint8_t, 512> back{};
        const bool ok =
            hipMalloc(&pointer, back.size()) == Error::hipSuccess &&
            hipStreamCreateWithFlags(&stream, kStreamNonBlocking) == Error::hipSuccess &&
            hipMemsetAsync(pointer, id, back.size(), stream) == Error::hipSuccess &&
            hipMemcpyAsync(back.data(), pointer, back.size(), MemcpyKind::device_to_host, stream) ==
                Error::hipSuccess &&
            hipStreamDestroy(stream) == Error::hipSuccess && hipFree(pointer) == Error::hipSuccess;
        if (!ok || back[0] != id || back[511] != id) {
          ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(wrong == 0);
}
