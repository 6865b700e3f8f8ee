// SPDX-License-Identifier: MIT
// The work of one stream: tasks in order, on a worker thread or on the thread that waits for them;
// faults kept until they are reported.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gates/emulator/dispatch.hpp"
#include "gates/emulator/hip/hip_run_options.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::emulator {

class StreamQueue;
class HostcallBuffer;

/// Why asynchronous work failed. Shared by every stream that depends on it.
struct FaultReport {
  hip::Error error = hip::Error::hipErrorLaunchFailure;
  std::uint64_t launch = 0;  ///< number of the launch in the process, for order
  std::string text;
};
using FaultPointer = std::shared_ptr<const FaultReport>;

/// The fault of the earlier launch; either may be null.
[[nodiscard]] inline FaultPointer earlier(const FaultPointer& a, const FaultPointer& b) {
  return a == nullptr || (b != nullptr && b->launch < a->launch) ? b : a;
}

/// Position in a stream: a task is complete when the stream has completed its ticket.
using Ticket = std::uint64_t;

struct Dependency {
  std::shared_ptr<StreamQueue> queue;
  Ticket ticket = 0;
};

struct Task {
  /// Returns the fault it met, or null. Empty for a task that only orders.
  std::function<FaultPointer()> run;
  std::vector<Dependency> after;
  /// Runs although work before it in the stream has failed: event markers and host callbacks.
  bool always = false;
};

/// Tasks run one at a time in the order of their submission, each after its dependencies. When one
/// fails, those behind it and those that depend on them are dropped until a synchronising call has
/// reported the fault: a kernel that reads what a failed one should have written would only bury
/// the first report. Thread-safe.
class StreamQueue {
 public:
  /// A blocking stream takes part in the null stream's order.
  StreamQueue(int device, bool blocking, std::uint32_t flags);
  StreamQueue(const StreamQueue&) = delete;
  StreamQueue& operator=(const StreamQueue&) = delete;
  StreamQueue(StreamQueue&&) = delete;
  StreamQueue& operator=(StreamQueue&&) = delete;
  ~StreamQueue();

  [[nodiscard]] int device() const { return device_; }
  [[nodiscard]] bool blocking() const { return blocking_; }
  [[nodiscard]] std::uint32_t flags() const { return flags_; }

  /// Never waits. Dependencies must have been submitted before. `awaited`: the caller waits for the
  /// ticket at once, so that no worker is woken for it.
  Ticket submit(Task task, bool awaited = false);
  [[nodiscard]] Ticket last() const;
  [[nodiscard]] bool completed(Ticket ticket) const;
  /// Runs tasks itself where no thread does: handing each small copy to a worker and waiting for it
  /// took longer than all the copies of a case.
  void wait(Ticket ticket);
  void drain() { wait(last()); }
  /// Completes everything and ends the worker; tasks submitted later are dropped. Whoever owns the
  /// stream calls it before letting go, never from one of its own tasks.
  void shut_down();
  /// Whether the calling thread is inside one of this stream's tasks.
  [[nodiscard]] bool in_task() const;

  [[nodiscard]] FaultPointer fault() const;
  /// Forgets the fault, if it is this one, after draining.
  void clear_fault(const FaultPointer& fault);

  RunOptions& options() { return options_; }
  RunStatistics& statistics() { return statistics_; }
  /// For the stream's own tasks: the buffer that its launches share. Null until one needs it.
  std::shared_ptr<HostcallBuffer>& hostcalls() { return hostcalls_; }

 private:
  void work();
  /// Runs the first task; the lock is held before and after.
  void run_first(std::unique_lock<std::mutex>& lock);

  const int device_;
  const bool blocking_;
  const std::uint32_t flags_;
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable finished_;
  std::deque<Task> tasks_;
  Ticket submitted_ = 0;
  Ticket completed_ = 0;
  std::atomic<std::thread::id> runner_{};  ///< the thread that runs a task; none: no thread does
  bool stopping_ = false;
  FaultPointer fault_;
  std::thread worker_;
  RunOptions options_;
  RunStatistics statistics_;
  std::shared_ptr<HostcallBuffer> hostcalls_;
};

}  // namespace kgate::emulator
