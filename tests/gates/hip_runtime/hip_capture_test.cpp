// SPDX-License-Identifier: MIT
// Stream capture: what becomes a graph, how streams join, and the errors HIP documents for calls
// that a capture forbids.
#include <thread>

#include "tests/gates/hip_runtime/graph_calls.hpp"
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;
using namespace kgate::hip;

namespace {

using Ints = std::vector<int>;

constexpr int kGlobal = 0;
constexpr int kThreadLocal = 1;
constexpr int kRelaxed = 2;

struct Stream {
  StreamHandle handle = nullptr;
  explicit Stream(std::uint32_t flags = kStreamNonBlocking) {
    REQUIRE(hipStreamCreateWithFlags(&handle, flags) == Error::hipSuccess);
  }
  ~Stream() { static_cast<void>(hipStreamDestroy(handle)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Stream(Stream&&) = delete;
  Stream& operator=(Stream&&) = delete;

  void begin(int mode = kGlobal) const {
    REQUIRE(hipStreamBeginCapture(handle, mode) == Error::hipSuccess);
  }
  [[nodiscard]] Error end() const {
    GraphHandle graph = nullptr;
    const Error error = hipStreamEndCapture(handle, &graph);
    CHECK((graph != nullptr) == (error == Error::hipSuccess));
    if (graph != nullptr) CHECK(hipGraphDestroy(graph) == Error::hipSuccess);
    return error;
  }
};

struct Event {
  EventHandle handle = nullptr;
  Event() { REQUIRE(hipEventCreate(&handle) == Error::hipSuccess); }
  ~Event() { static_cast<void>(hipEventDestroy(handle)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  Event(Event&&) = delete;
  Event& operator=(Event&&) = delete;
};

Error add_value(const Kernels& kernels, const Stream& stream, const Buffer<int>& data, int value) {
  return launch(kernels["add_value"], {1, 1, 1}, {64, 1, 1}, 0, stream.handle,
                static_cast<const int*>(data.get()), data.get(), 16, value);
}

std::size_t nodes_of(GraphHandle graph) {
  std::size_t count = 0;
  REQUIRE(hipGraphGetNodes(graph, nullptr, &count) == Error::hipSuccess);
  return count;
}

}  // namespace

TEST_CASE("captured work does not run, and runs as often as its graph is launched") {
  const Kernels kernels;
  const Buffer<int> data(Ints(16, 0));
  Ints source(16, 10);
  Ints host(16, -1);
  const Stream stream;
  stream.begin();
  REQUIRE(hipMemcpyAsync(data.get(), source.data(), data.bytes(), MemcpyKind::host_to_device,
                         stream.handle) == Error::hipSuccess);
  REQUIRE(add_value(kernels, stream, data, 3) == Error::hipSuccess);
  REQUIRE(hipMemcpyAsync(host.data(), data.get(), data.bytes(), MemcpyKind::device_to_host,
                         stream.handle) == Error::hipSuccess);
  GraphHandle graph = nullptr;
  REQUIRE(hipStreamEndCapture(stream.handle, &graph) == Error::hipSuccess);
  REQUIRE(hipStreamSynchronize(stream.handle) == Error::hipSuccess);
  CHECK(host == Ints(16, -1));
  CHECK(nodes_of(graph) == 3);
  GraphExecHandle executable = nullptr;
  REQUIRE(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0) == Error::hipSuccess);
  for (const int value : {10, 20}) {
    // The source is read by each launch of the graph, not by the capture.
    source.assign(16, value);
    REQUIRE(hipGraphLaunch(executable, stream.handle) == Error::hipSuccess);
    REQUIRE(hipStreamSynchronize(stream.handle) == Error::hipSuccess);
    CHECK(host == Ints(16, value + 3));
  }
  CHECK(hipGraphExecDestroy(executable) == Error::hipSuccess);
  CHECK(hipGraphDestroy(graph) == Error::hipSuccess);
}

TEST_CASE("a stream that waits for an event of a capture joins it") {
  const Kernels kernels;
  const Buffer<int> first(Ints(16, 1));
  const Buffer<int> second(Ints(16, 2));
  const Stream origin;
  const Stream other;
  const Event fork;
  const Event join;
  origin.begin();
  REQUIRE(hipEventRecord(fork.handle, origin.handle) == Error::hipSuccess);
  REQUIRE(hipStreamWaitEvent(other.handle, fork.handle, 0) == Error::hipSuccess);
  std::uint32_t status = 0;
  CHECK(hipStreamIsCapturing(other.handle, &status) == Error::hipSuccess);
  CHECK(status == 1);
  REQUIRE(add_value(kernels, origin, first, 10) == Error::hipSuccess);
  REQUIRE(add_value(kernels, other, second, 20) == Error::hipSuccess);
  REQUIRE(hipEventRecord(join.handle, other.handle) == Error::hipSuccess);
  CHECK(hipEventQuery(join.handle) == Error::hipErrorCapturedEvent);
  GraphHandle graph = nullptr;
  CHECK(hipStreamEndCapture(other.handle, &graph) == Error::hipErrorStreamCaptureUnmatched);
  REQUIRE(hipStreamWaitEvent(origin.handle, join.handle, 0) == Error::hipSuccess);
  REQUIRE(hipStreamEndCapture(origin.handle, &graph) == Error::hipSuccess);
  CHECK(hipStreamIsCapturing(other.handle, &status) == Error::hipSuccess);
  CHECK(status == 0);
  std::size_t roots = 0;
  REQUIRE(hipGraphGetRootNodes(graph, nullptr, &roots) == Error::hipSuccess);
  CHECK(roots == 2);
  GraphExecHandle executable = nullptr;
  REQUIRE(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0) == Error::hipSuccess);
  REQUIRE(hipGraphLaunch(executable, nullptr) == Error::hipSuccess);
  REQUIRE(hipDeviceSynchronize() == Error::hipSuccess);
  CHECK(first.values() == Ints(16, 11));
  CHECK(second.values() == Ints(16, 22));
  CHECK(hipGraphExecDestroy(executable) == Error::hipSuccess);
  CHECK(hipGraphDestroy(graph) == Error::hipSuccess);
}

TEST_CASE("ending a capture that left a stream behind is an error") {
  const Kernels kernels;
  const Buffer<int> data(Ints(16, 1));
  const Stream origin;
  const Stream other;
  const Event fork;
  origin.begin();
  REQUIRE(hipEventRecord(fork.handle, origin.handle) == Error::hipSuccess);
  REQUIRE(hipStreamWaitEvent(other.handle, fork.handle, 0) == Error::hipSuccess);
  REQUIRE(add_value(kernels, other, data, 1) == Error::hipSuccess);
  CHECK(origin.end() == Error::hipErrorStreamCaptureUnjoined);
  CHECK(data.values() == Ints(16, 1));
}

TEST_CASE("waiting for a capturing stream is refused and invalidates the capture") {
  const Kernels kernels;
  const Buffer<int> data(Ints(16, 1));
  const Stream stream;
  for (Error (*wait)(StreamHandle) : {hipStreamSynchronize, hipStreamQuery}) {
    stream.begin(kRelaxed);
    CHECK(wait(stream.handle) == Error::hipErrorStreamCaptureUnsupported);
    CHECK(add_value(kernels, stream, data, 1) == Error::hipErrorStreamCaptureInvalidated);
    CHECK(stream.end() == Error::hipErrorStreamCaptureInvalidated);
  }
  // It is over: the stream works as before.
  REQUIRE(add_value(kernels, stream, data, 1) == Error::hipSuccess);
  REQUIRE(hipStreamSynchronize(stream.handle) == Error::hipSuccess);
  CHECK(data.values() == Ints(16, 2));
}

TEST_CASE("allocation and synchronisation of the device are refused by the capture's mode") {
  const Stream stream;
  void* pointer = nullptr;
  stream.begin(kGlobal);
  CHECK(hipMalloc(&pointer, 64) == Error::hipErrorStreamCaptureUnsupported);
  CHECK(stream.end() == Error::hipErrorStreamCaptureInvalidated);
  stream.begin(kGlobal);
  CHECK(hipDeviceSynchronize() == Error::hipErrorStreamCaptureUnsupported);
  CHECK(stream.end() == Error::hipErrorStreamCaptureInvalidated);
  stream.begin(kRelaxed);
  CHECK(hipMalloc(&pointer, 64) == Error::hipSuccess);
  CHECK(hipFree(pointer) == Error::hipSuccess);
  CHECK(stream.end() == Error::hipSuccess);
  // Another thread's capture forbids only if it is global.
  const auto elsewhere = [&] {
    Error error = Error::hipSuccess;
    std::thread([&] { error = hipMalloc(&pointer, 64); }).join();
    return error;
  };
  stream.begin(kThreadLocal);
  CHECK(elsewhere() == Error::hipSuccess);
  CHECK(stream.end() == Error::hipSuccess);
  CHECK(hipFree(pointer) == Error::hipSuccess);
  stream.begin(kGlobal);
  CHECK(elsewhere() == Error::hipErrorStreamCaptureUnsupported);
  CHECK(stream.end() == Error::hipErrorStreamCaptureInvalidated);
}

TEST_CASE("a thread that relaxes its capture mode may allocate while it captures") {
  const Stream stream;
  void* pointer = nullptr;
  std::uint32_t mode = kRelaxed;
  REQUIRE(hipThreadExchangeStreamCaptureMode(&mode) == Error::hipSuccess);
  CHECK(mode == kGlobal);
  stream.begin(kGlobal);
  CHECK(hipMalloc(&pointer, 64) == Error::hipSuccess);
  CHECK(hipFree(pointer) == Error::hipSuccess);
  CHECK(stream.end() == Error::hipSuccess);
  REQUIRE(hipThreadExchangeStreamCaptureMode(&mode) == Error::hipSuccess);
  CHECK(mode == kRelaxed);
}

TEST_CASE("the null stream takes no part while a blocking stream captures") {
  const Buffer<int> data(Ints(16, 1));
  CHECK(hipStreamBeginCapture(nullptr, kGlobal) == Error::hipErrorStreamCaptureUnsupported);
  const Stream blocking(kStreamDefault);
  blocking.begin(kRelaxed);
  std::uint32_t status = 0;
  // Asking changes nothing, working does.
  CHECK(hipStreamIsCapturing(nullptr, &status) == Error::hipErrorStreamCaptureImplicit);
  CHECK(hipStreamIsCapturing(blocking.handle, &status) == Error::hipSuccess);
  CHECK(status == 1);
  CHECK(hipMemsetAsync(data.get(), 0, data.bytes(), nullptr) ==
        Error::hipErrorStreamCaptureImplicit);
  CHECK(hipStreamIsCapturing(blocking.handle, &status) == Error::hipSuccess);
  CHECK(status == 2);
  CHECK(blocking.end() == Error::hipErrorStreamCaptureInvalidated);
  CHECK(data.values() == Ints(16, 1));
  const Stream free(kStreamNonBlocking);
  free.begin(kRelaxed);
  CHECK(hipMemsetAsync(data.get(), 0, data.bytes(), nullptr) == Error::hipSuccess);
  CHECK(free.end() == Error::hipSuccess);
}

TEST_CASE("captures keep to themselves") {
  const Stream first;
  const Stream second;
  const Event outside;
  const Event inside;
  REQUIRE(hipEventRecord(outside.handle, second.handle) == Error::hipSuccess);
  first.begin(kRelaxed);
  CHECK(hipStreamBeginCapture(first.handle, kRelaxed) == Error::hipErrorIllegalState);
  CHECK(hipStreamWaitEvent(first.handle, outside.handle, 0) ==
        Error::hipErrorStreamCaptureIsolation);
  CHECK(first.end() == Error::hipErrorStreamCaptureInvalidated);
  first.begin(kRelaxed);
  second.begin(kRelaxed);
  REQUIRE(hipEventRecord(inside.handle, first.handle) == Error::hipSuccess);
  CHECK(hipStreamWaitEvent(second.handle, inside.handle, 0) == Error::hipErrorStreamCaptureMerge);
  CHECK(first.end() == Error::hipErrorStreamCaptureInvalidated);
  CHECK(second.end() == Error::hipErrorStreamCaptureInvalidated);
  CHECK(first.end() == Error::hipErrorIllegalState);
}

TEST_CASE("only the thread that began a capture ends it, unless the capture is relaxed") {
  const Stream stream;
  const auto end_elsewhere = [&] {
    Error error = Error::hipSuccess;
    GraphHandle graph = nullptr;
    std::thread([&] { error = hipStreamEndCapture(stream.handle, &graph); }).join();
    if (graph != nullptr) CHECK(hipGraphDestroy(graph) == Error::hipSuccess);
    return error;
  };
  stream.begin(kGlobal);
  CHECK(end_elsewhere() == Error::hipErrorStreamCaptureWrongThread);
  CHECK(stream.end() == Error::hipSuccess);
  stream.begin(kRelaxed);
  CHECK(end_elsewhere() == Error::hipSuccess);
}

TEST_CASE("a stream that is destroyed while it captures takes its capture along") {
  StreamHandle stream = nullptr;
  REQUIRE(hipStreamCreate(&stream) == Error::hipSuccess);
  REQUIRE(hipStreamBeginCapture(stream, kGlobal) == Error::hipSuccess);
  REQUIRE(hipStreamDestroy(stream) == Error::hipSuccess);
  void* pointer = nullptr;
  REQUIRE(hipMalloc(&pointer, 64) == Error::hipSuccess);
  CHECK(hipFree(pointer) == Error::hipSuccess);
}
