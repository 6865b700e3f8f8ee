// SPDX-License-Identifier: MIT
// The emulated HIP runtime of the process: memory, devices, live objects, options and counts.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/hip/code_object.hpp"
#include "gates/emulator/hip/hip_device_model.hpp"
#include "gates/emulator/hip/hip_handles.hpp"
#include "gates/emulator/hip/hip_stream_queue.hpp"
#include "gates/emulator/memory.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::emulator {

/// One emulated device: its streams and the order between them.
class EmulatedDevice {
 public:
  EmulatedDevice(int number, const DeviceModel& model);

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] const DeviceModel& model() const { return model_; }
  [[nodiscard]] const Target& target() const { return target_; }
  [[nodiscard]] const std::shared_ptr<StreamQueue>& null_stream() const { return null_stream_; }

  std::shared_ptr<StreamQueue> make_stream(bool blocking, std::uint32_t flags);
  void forget_stream(const std::shared_ptr<StreamQueue>& stream);

  /// Submits with the null stream's order added: it waits for all blocking streams, they for it.
  Ticket submit(StreamQueue& queue, Task task, bool awaited = false);
  /// Submits a task to `queue` and waits for it; returns the fault that a synchronising call on
  /// that stream has to report, which is then forgotten.
  FaultPointer run_and_wait(StreamQueue& queue, Task task);
  /// Waits for a stream or for all of them, and takes the fault to report.
  FaultPointer synchronize(StreamQueue& queue);
  FaultPointer synchronize();
  /// Waits for all streams and keeps their faults.
  void drain();
  /// Reported: no stream of the device has this fault any more.
  void clear_fault(const FaultPointer& fault);

 private:
  [[nodiscard]] std::vector<std::shared_ptr<StreamQueue>> streams() const;

  const int number_;
  const DeviceModel& model_;
  Target target_;
  std::shared_ptr<StreamQueue> null_stream_;
  mutable std::mutex mutex_;  ///< guards what follows, and is the order of submissions
  std::set<std::shared_ptr<StreamQueue>> streams_;  ///< all but the null stream
};

struct CapturedEvent;
class Graph;
struct GraphNode;
struct GraphExecutable;

/// A recorded position of a stream.
struct EventRecord {
  std::shared_ptr<StreamQueue> queue;
  Ticket ticket = 0;
  std::atomic<std::int64_t> nanoseconds{0};  ///< when it was reached
};

struct EventState {
  int device = 0;
  std::uint32_t flags = 0;
  std::mutex mutex;
  std::shared_ptr<EventRecord> record;      ///< null: never recorded
  std::shared_ptr<CapturedEvent> captured;  ///< recorded last in a capturing stream
};

struct ModuleState;

struct FunctionState {
  std::shared_ptr<const CodeObject> code;
  const Kernel* kernel = nullptr;  ///< of `code`
  int device = 0;
};

struct ModuleState {
  std::shared_ptr<const CodeObject> code;
  int device = 0;
  std::mutex mutex;
  std::map<std::string, hip::FunctionHandle, std::less<>> functions;  ///< handed out, by name
};

/// What HIP says of an allocation beside its range.
enum class MemoryType : std::uint8_t { host, device, managed };
struct AllocationRecord {
  int device = 0;
  MemoryType type = MemoryType::device;
  std::uint32_t flags = 0;
};

/// Runtime services that device code may ask for and that do not exist here. A kernel is given an
/// address one past a labelled allocation, so that using it is a report that names the service.
struct MissingServices {
  std::uint64_t heap = 0;
  std::uint64_t printf = 0;
  std::uint64_t queue = 0;
};

/// Created by the first HIP call and never destroyed: programs free memory and unregister their
/// code after their own static objects, in any order. Work still queued at exit is completed.
class Runtime {
 public:
  static Runtime& get();

  Memory memory;
  std::vector<std::unique_ptr<EmulatedDevice>> devices;
  MissingServices missing;

  HandleTable<StreamQueue, hip::StreamHandle> streams{1};
  HandleTable<EventState, hip::EventHandle> events{2};
  HandleTable<ModuleState, hip::ModuleHandle> modules{3};
  HandleTable<FunctionState, hip::FunctionHandle> functions{4};
  HandleTable<Graph, hip::GraphHandle> graphs{5};
  HandleTable<GraphExecutable, hip::GraphExecHandle> graph_executables{6};
  HandleTable<GraphNode, hip::GraphNodeHandle> graph_nodes{7};

  RunOptions options;        ///< of streams that have none of their own
  RunStatistics statistics;  ///< all launches
  std::atomic<std::uint64_t> launches{0};
  /// Findings that the user accepts; null: none.
  [[nodiscard]] std::shared_ptr<const std::vector<Suppression>> suppressions() const;
  void suppress(const std::vector<Suppression>& more);

  /// The calling thread's device.
  EmulatedDevice& current_device();
  /// The stream of a handle: null and 1 are the null stream, 2 the thread's own; null if not live.
  std::shared_ptr<StreamQueue> stream(hip::StreamHandle handle);
  EmulatedDevice& device_of(const StreamQueue& queue) {
    return *devices.at(static_cast<std::size_t>(queue.device()));
  }

  /// Allocates for the current device; null when memory is exhausted.
  void* allocate(std::size_t size, std::size_t alignment, const AllocationRecord& record,
                 std::string_view what);
  /// Releases after draining the owning device. False unless it is the start of an allocation of
  /// one of `types`.
  bool release(const void* pointer, const std::set<MemoryType>& types);
  [[nodiscard]] std::optional<AllocationRecord> record_of(std::uint64_t base) const;
  [[nodiscard]] std::uint64_t used_by(int device) const;

  /// Host ranges that hipHostRegister pinned, by start.
  bool pin(const void* pointer, std::size_t size);
  bool unpin(const void* pointer);
  [[nodiscard]] bool pinned(const void* pointer, std::size_t size) const;

 private:
  Runtime();

  struct Owned {
    AllocationRecord record;
    std::uint64_t size = 0;
  };
  mutable std::mutex mutex_;
  std::map<std::uint64_t, Owned> allocations_;
  std::map<std::uintptr_t, std::size_t> pinned_;
  std::uint64_t next_label_ = 0;
  std::shared_ptr<const std::vector<Suppression>> suppressions_;
};

/// Makes a fault that a synchronising call found the calling thread's error.
hip::Error report(EmulatedDevice& device, const FaultPointer& fault);

}  // namespace kgate::emulator
