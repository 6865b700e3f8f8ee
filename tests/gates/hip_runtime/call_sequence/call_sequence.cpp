// SPDX-License-Identifier: MIT
// Draws calls and their arguments. A copy's pointers are device memory, live or freed, the
// sequence's own host memory, or noise. Structures that a call reads or fills are always real.
#include "tests/gates/hip_runtime/call_sequence/call_sequence.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <random>
#include <vector>

#include "gates/emulator/emulator_api.h"
#include "tests/gates/hip_runtime/graph_calls.hpp"
#include "tests/gates/hip_runtime/runtime_calls.hpp"

namespace kgate::runtime_tests {
namespace {

using namespace kgate::hip;

constexpr std::size_t kHostBytes = 4096;

void do_nothing(void* /*data*/) {}
void do_nothing_after(StreamHandle /*stream*/, Error /*status*/, void* /*data*/) {}

/// Handles that calls have returned, destroyed ones included.
template <class Handle>
struct Pool {
  std::vector<Handle> handles;
  void add(Error error, Handle handle) {
    if (error == Error::hipSuccess && handle != Handle{}) handles.push_back(handle);
  }
};

class Sequence {
 public:
  Sequence(std::uint64_t seed, std::span<const std::byte> image)
      : random_(seed), image_(image), host_(kHostBytes) {}

  /// One call; its result.
  Error call() {
    switch (below(7)) {
      case 0:
        return stream_call();
      case 1:
        return event_call();
      case 2:
        return memory_call();
      case 3:
        return copy_call();
      case 4:
        return module_call();
      case 5:
        return node_call();
      default:
        return graph_call();
    }
  }

  /// Destroys what is left; results do not matter, as most is gone already.
  void clean_up() {
    for (const auto stream : streams_.handles) static_cast<void>(hipStreamDestroy(stream));
    for (const auto executable : executables_.handles) {
      static_cast<void>(hipGraphExecDestroy(executable));
    }
    for (const int device : {1, 0}) {
      // The thread's own stream, which nothing destroys, may still capture.
      GraphHandle graph = nullptr;
      static_cast<void>(hipSetDevice(device));
      graphs_.add(hipStreamEndCapture(kStreamPerThread, &graph), graph);
      for (int tries = 0; tries < 100 && hipDeviceSynchronize() != Error::hipSuccess; ++tries) {
      }
    }
    for (const auto graph : graphs_.handles) static_cast<void>(hipGraphDestroy(graph));
    for (const auto event : events_.handles) static_cast<void>(hipEventDestroy(event));
    for (const auto module : modules_.handles) static_cast<void>(hipModuleUnload(module));
    for (void* const pointer : memory_.handles) static_cast<void>(hipFree(pointer));
    static_cast<void>(hipGetLastError());
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

  /// Mostly one of the pool; null, a small number or noise now and then.
  template <class Handle>
  Handle pick(const Pool<Handle>& pool) {
    const std::uint64_t kind = below(16);
    if (kind == 0) return Handle{};
    if (kind == 1) return std::bit_cast<Handle>(below(4));
    if (kind == 2) return std::bit_cast<Handle>(random_());
    return pool.handles.empty() ? Handle{} : pool.handles[below(pool.handles.size())];
  }
  StreamHandle stream() { return pick(streams_); }

  /// Device memory, live or freed, somewhere in it; or the host's.
  void* pointer(bool& host) {
    host = below(3) == 0;
    if (host) return host_.data();
    auto* const base = static_cast<std::byte*>(pick(memory_));
    return base == nullptr || below(2) == 0 ? base : base + below(256);
  }
  std::size_t size(bool any) {
    constexpr std::array<std::size_t, 3> kExtreme{SIZE_MAX, SIZE_MAX / 2, std::size_t{1} << 40U};
    return any && below(8) == 0 ? kExtreme.at(below(kExtreme.size())) : below(kHostBytes);
  }

  Error stream_call() {
    StreamHandle made = nullptr;
    GraphHandle graph = nullptr;
    std::uint32_t word = 0;
    Error error = Error::hipSuccess;
    switch (below(9)) {
      case 0:
        error = hipStreamCreateWithFlags(&made, static_cast<std::uint32_t>(below(3)));
        streams_.add(error, made);
        return error;
      case 1:
        return hipStreamDestroy(stream());
      case 2:
        return hipStreamSynchronize(stream());
      case 3:
        return hipStreamWaitEvent(stream(), pick(events_), 0);
      case 4:
        return hipStreamBeginCapture(stream(), static_cast<int>(below(4)));
      case 5:
      case 6:
        error = hipStreamEndCapture(stream(), &graph);
        graphs_.add(error, graph);
        return error;
      case 7:
        return below(2) == 0 ? hipStreamIsCapturing(stream(), &word)
                             : hipStreamGetFlags(stream(), &word);
      default:
        return below(2) == 0 ? hipLaunchHostFunc(stream(), do_nothing, nullptr)
                             : hipStreamAddCallback(stream(), do_nothing_after, nullptr, 0);
    }
  }

  Error event_call() {
    EventHandle made = nullptr;
    float ms = 0.0F;
    Error error = Error::hipSuccess;
    switch (below(6)) {
      case 0:
        error = hipEventCreateWithFlags(&made, static_cast<std::uint32_t>(below(8)));
        events_.add(error, made);
        return error;
      case 1:
        return hipEventDestroy(pick(events_));
      case 2:
      case 3:
        return hipEventRecord(pick(events_), stream());
      case 4:
        return hipEventElapsedTime(&ms, pick(events_), pick(events_));
      default:
        return below(2) == 0 ? hipEventSynchronize(pick(events_)) : hipEventQuery(pick(events_));
    }
  }

  Error memory_call() {
    void* made = nullptr;
    Error error = Error::hipSuccess;
    switch (below(5)) {
      case 0:
        error = below(2) == 0 ? hipMalloc(&made, size(true)) : hipMallocAsync(&made, 512, stream());
        memory_.add(error, made);
        return error;
      case 1:
        error = hipMallocManaged(&made, size(true), 1);
        memory_.add(error, made);
        return error;
      case 2:
        return below(2) == 0 ? hipFree(pick(memory_)) : hipFreeAsync(pick(memory_), stream());
      case 3: {
        std::size_t extent = 0;
        return hipMemGetAddressRange(&made, &extent, pick(memory_));
      }
      default:
        return hipSetDevice(static_cast<int>(below(8) == 0 ? below(4) : 0));
    }
  }

  Error copy_call() {
    bool host_to = false;
    bool host_from = false;
    void* const to = pointer(host_to);
    const void* const from = pointer(host_from);
    const auto kind = static_cast<MemcpyKind>(below(6));
    const std::size_t bytes = size(!host_to || !host_from);
    switch (below(5)) {
      case 0:
        return hipMemcpy(to, from, bytes, kind);
      case 1:
        return hipMemcpyAsync(to, from, bytes, kind, stream());
      case 2:
        return hipMemcpy2D(to, 64, from, 64, below(65), below(kHostBytes / 64), kind);
      case 3:
        return hipMemsetAsync(to, 1, bytes, stream());
      default:
        return hipMemset2DAsync(to, below(80), 1, below(65), size(true), stream());
    }
  }

  Error module_call() {
    ModuleHandle module = nullptr;
    FunctionHandle function = nullptr;
    Error error = Error::hipSuccess;
    switch (below(6)) {
      case 0:
        if (below(8) != 0) return hipModuleUnload(pick(modules_));
        [[fallthrough]];
      case 1:
        error = below(8) == 0 ? hipModuleLoadData(&module, host_.data())
                              : hipModuleLoadData(&module, image_.data());
        modules_.add(error, module);
        return error;
      case 2:
        error = hipModuleGetFunction(&function, pick(modules_),
                                     below(8) == 0 ? "no_such" : "add_value");
        functions_.add(error, function);
        return error;
      default:
        draw_arguments();
        return hipModuleLaunchKernel(pick(functions_), extent(), 1, 1, 1U << below(12), 1, 1, 0,
                                     stream(), below(16) == 0 ? nullptr : pointers_.data(),
                                     nullptr);
    }
  }

  std::uint32_t extent() {
    return below(16) == 0 ? 0xFFFFFFFF : static_cast<std::uint32_t>(below(4));
  }
  void draw_arguments() {
    in_ = pick(memory_);
    out_ = pick(memory_);
    count_ = static_cast<int>(below(256));
  }

  Error node_call() {
    GraphNodeHandle node = nullptr;
    const std::array<GraphNodeHandle, 2> after{pick(nodes_), pick(nodes_)};
    const std::size_t count = below(3) == 0 ? below(3) : 0;
    const GraphHandle graph = pick(graphs_);
    bool host_to = false;
    bool host_from = false;
    draw_arguments();
    const KernelNodeParams kernel{{64, 1, 1},       nullptr,          pick(functions_),
                                  {extent(), 1, 1}, pointers_.data(), 0};
    const MemsetParams fill{pick(memory_), 1U << below(4), below(4), below(600), 1, below(600)};
    const HostNodeParams host{do_nothing, nullptr};
    Error error = Error::hipSuccess;
    switch (below(7)) {
      case 0:
        error = hipGraphAddEmptyNode(&node, graph, after.data(), count);
        break;
      case 1:
        error = hipGraphAddKernelNode(&node, graph, after.data(), count, &kernel);
        break;
      case 2:
        error = hipGraphAddMemsetNode(&node, graph, after.data(), count, &fill);
        break;
      case 3: {
        void* const to = pointer(host_to);
        const void* const from = pointer(host_from);
        error = hipGraphAddMemcpyNode1D(&node, graph, after.data(), count, to, from, size(false),
                                        MemcpyKind::automatic);
        break;
      }
      case 4:
        error = hipGraphAddHostNode(&node, graph, after.data(), count, &host);
        break;
      case 5:
        error = hipGraphAddChildGraphNode(&node, graph, after.data(), count, pick(graphs_));
        break;
      default:
        error = hipGraphAddEventRecordNode(&node, graph, after.data(), count, pick(events_));
        break;
    }
    nodes_.add(error, node);
    return error;
  }

  Error graph_call() {
    GraphHandle graph = nullptr;
    GraphExecHandle executable = nullptr;
    GraphNodeHandle blamed = nullptr;
    std::uint32_t word = 0;
    std::size_t count = 4;
    std::array<GraphNodeHandle, 4> list{};
    const GraphNodeHandle from = pick(nodes_);
    const GraphNodeHandle to = pick(nodes_);
    Error error = Error::hipSuccess;
    switch (below(10)) {
      case 0:
        error = below(2) == 0 ? hipGraphCreate(&graph, 0) : hipGraphClone(&graph, pick(graphs_));
        graphs_.add(error, graph);
        return error;
      case 1:
        return below(2) == 0 ? hipGraphDestroy(pick(graphs_)) : hipGraphDestroyNode(from);
      case 2:
        return hipGraphAddDependencies(pick(graphs_), &from, &to, 1);
      case 3:
        return hipGraphRemoveDependencies(pick(graphs_), &from, &to, 1);
      case 4:
        return below(2) == 0 ? hipGraphGetNodes(pick(graphs_), list.data(), &count)
                             : hipGraphNodeGetDependencies(from, list.data(), &count);
      case 5:
      case 6:
        error = hipGraphInstantiate(&executable, pick(graphs_), nullptr, nullptr, 0);
        executables_.add(error, executable);
        return error;
      case 7:
        return hipGraphExecDestroy(pick(executables_));
      case 8:
        return hipGraphExecUpdate(pick(executables_), pick(graphs_), &blamed, &word);
      default:
        return hipGraphLaunch(pick(executables_), stream());
    }
  }

  std::mt19937_64 random_;
  std::span<const std::byte> image_;
  std::vector<std::byte> host_;
  Pool<StreamHandle> streams_;
  Pool<EventHandle> events_;
  Pool<ModuleHandle> modules_;
  Pool<FunctionHandle> functions_;
  Pool<GraphHandle> graphs_;
  Pool<GraphExecHandle> executables_;
  Pool<GraphNodeHandle> nodes_;
  Pool<void*> memory_;
  void* in_ = nullptr;
  void* out_ = nullptr;
  int count_ = 0;
  int value_ = 1;
  std::array<void*, 4> pointers_{&in_, &out_, &count_, &value_};
};

/// Whether one launch gives what it must.
bool still_works(std::span<const std::byte> image) {
  constexpr int kCount = 64;
  std::array<int, kCount> values{};
  values.fill(5);
  ModuleHandle module = nullptr;
  FunctionHandle function = nullptr;
  void* memory = nullptr;
  bool right = hipSetDevice(0) == Error::hipSuccess &&
               hipModuleLoadData(&module, image.data()) == Error::hipSuccess &&
               hipModuleGetFunction(&function, module, "add_value") == Error::hipSuccess &&
               hipMalloc(&memory, sizeof(values)) == Error::hipSuccess &&
               hipMemcpy(memory, values.data(), sizeof(values), MemcpyKind::host_to_device) ==
                   Error::hipSuccess;
  int count = kCount;
  int value = 2;
  std::array<void*, 4> parameters{&memory, &memory, &count, &value};
  right = right &&
          hipModuleLaunchKernel(function, 1, 1, 1, kCount, 1, 1, 0, nullptr, parameters.data(),
                                nullptr) == Error::hipSuccess &&
          hipMemcpy(values.data(), memory, sizeof(values), MemcpyKind::device_to_host) ==
              Error::hipSuccess;
  for (const int one : values) right = right && one == 7;
  return right && hipFree(memory) == Error::hipSuccess &&
         hipModuleUnload(module) == Error::hipSuccess;
}

}  // namespace

SequenceOutcome run_call_sequence(std::uint64_t seed, unsigned calls,
                                  std::span<const std::byte> image) {
  kgateEmulatorOptions options{};
  options.size = sizeof(options);
  SequenceOutcome outcome;
  if (kgateEmulatorGetOptions(nullptr, &options) != 0) outcome.problem = "no options";
  options.instruction_budget = 2000;
  options.threads = 1;
  if (kgateEmulatorSetOptions(nullptr, &options) != 0) outcome.problem = "options are refused";
  Sequence sequence(seed, image);
  for (unsigned i = 0; i < calls; ++i) {
    const Error error = sequence.call();
    ++(error == Error::hipSuccess ? outcome.succeeded : outcome.failed);
    // What the runtime did not foresee.
    if (error == Error::hipErrorUnknown) {
      outcome.problem = fmt::format("seed {}, call {}: {}", seed, i, kgateEmulatorLastErrorText());
    }
  }
  sequence.clean_up();
  if (kgateEmulatorSetOptions(nullptr, nullptr) != 0) outcome.problem = "options are kept";
  if (outcome.problem.empty() && !still_works(image)) {
    outcome.problem = fmt::format("seed {}: a right launch fails afterwards: {} {}", seed,
                                  kgateEmulatorLastErrorText(), kgateEmulatorLastFault());
  }
  return outcome;
}

}  // namespace kgate::runtime_tests
