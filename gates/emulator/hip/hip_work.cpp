// SPDX-License-Identifier: MIT
// Queues checked work, or hands it to the capture that its stream takes part in.
#include "gates/emulator/hip/hip_work.hpp"

#include <chrono>

#include "gates/emulator/hip/hip_capture.hpp"

namespace kgate::emulator {
namespace {

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Submits one alternative of Work.
struct Submitter {
  const std::shared_ptr<StreamQueue>& queue;

  void submit(Task task) const { Runtime::get().device_of(*queue).submit(*queue, std::move(task)); }
  void operator()(const std::monostate& /*empty*/) const {}
  void operator()(const KernelWork& work) const { submit(task_of(work, *queue)); }
  void operator()(const CopyWork& work) const { submit(task_of(work)); }
  void operator()(const FillShape& fill) const { submit(task_of(fill)); }
  void operator()(const HostWork& work) const { submit(task_of(work)); }
  void operator()(const RecordWork& work) const { record_event(work.event, queue); }
  void operator()(const WaitWork& work) const { wait_for_event(*work.event, *queue); }
  void operator()(const NestedWork& work) const {
    for (const Work& item : work.list->items) submit_work(item, queue);
  }
};

}  // namespace

Task task_of(const HostWork& work) {
  Task task;
  task.always = true;
  task.run = [work]() -> FaultPointer {
    work.function(work.data);
    return nullptr;
  };
  return task;
}

void submit_work(const Work& work, const std::shared_ptr<StreamQueue>& queue) {
  std::visit(Submitter{queue}, work);
}

hip::Error issue_work(const std::shared_ptr<StreamQueue>& queue, Work work) {
  Captures& captures = Captures::get();
  if (captures.any()) {
    if (captures.capturing(*queue)) return captures.add(*queue, std::move(work));
    if (const hip::Error error = captures.check_legacy(*queue); error != hip::Error::hipSuccess) {
      return error;
    }
  }
  submit_work(work, queue);
  return hip::Error::hipSuccess;
}

void record_event(const std::shared_ptr<EventState>& event,
                  const std::shared_ptr<StreamQueue>& queue) {
  auto record = std::make_shared<EventRecord>();
  record->queue = queue;
  Task task;
  task.always = true;
  // The queue holds the task, so the task must not hold the queue.
  task.run = [weak = std::weak_ptr<EventRecord>(record)]() -> FaultPointer {
    if (const auto reached = weak.lock()) reached->nanoseconds.store(now());
    return nullptr;
  };
  const std::scoped_lock lock(event->mutex);
  record->ticket = Runtime::get().device_of(*queue).submit(*queue, std::move(task));
  event->record = std::move(record);
  event->captured = nullptr;
}

void wait_for_event(EventState& event, StreamQueue& queue) {
  const std::scoped_lock lock(event.mutex);
  // Waiting for an event that was never recorded waits for nothing; a stream is behind itself.
  if (event.record == nullptr || event.record->queue.get() == &queue) return;
  Task task;
  task.after.push_back({event.record->queue, event.record->ticket});
  Runtime::get().device_of(queue).submit(queue, std::move(task));
}

}  // namespace kgate::emulator
