// SPDX-License-Identifier: MIT
// Entry points: events.
#include <chrono>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::EmulatedDevice;
using emulator::entry;
using emulator::EventRecord;
using emulator::EventState;
using emulator::FaultPointer;
using emulator::Runtime;
using emulator::Task;

Error not_an_event() {
  return emulator::fail(Error::hipErrorInvalidHandle, "the event handle is not a live event");
}

std::shared_ptr<EventRecord> record_of(EventState& event) {
  const std::scoped_lock lock(event.mutex);
  return event.record;
}

bool reached(const EventRecord& record) { return record.queue->completed(record.ticket); }

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Error create(EventHandle* event, std::uint32_t flags) {
  constexpr std::uint32_t kKnown = kEventBlockingSync | kEventDisableTiming | kEventInterprocess;
  if (event == nullptr || (flags & ~kKnown) != 0) {
    return emulator::fail(Error::hipErrorInvalidValue, "event flags {:#x} are not known", flags);
  }
  if ((flags & kEventInterprocess) != 0) {
    return emulator::fail(Error::hipErrorNotSupported, "events between processes");
  }
  Runtime& runtime = Runtime::get();
  auto state = std::make_shared<EventState>();
  state->device = emulator::thread_state().device;
  state->flags = flags;
  *event = runtime.events.insert(std::move(state));
  return Error::hipSuccess;
}

}  // namespace

KGATE_EXPORT Error hipEventCreate(EventHandle* event) {
  return entry([&] { return create(event, kEventDefault); });
}

KGATE_EXPORT Error hipEventCreateWithFlags(EventHandle* event, std::uint32_t flags) {
  return entry([&] { return create(event, flags); });
}

KGATE_EXPORT Error hipEventDestroy(EventHandle event) {
  return entry([&] {
    return Runtime::get().events.remove(event) == nullptr ? not_an_event() : Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipEventRecord(EventHandle event, StreamHandle stream) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<EventState> state = runtime.events.find(event);
    if (state == nullptr) {
      return not_an_event();
    }
    const auto queue = runtime.stream(stream);
    if (queue == nullptr || queue->device() != state->device) {
      return emulator::fail(Error::hipErrorInvalidHandle,
                            "the stream is not a live stream of the event's device");
    }
    auto record = std::make_shared<EventRecord>();
    record->queue = queue;
    Task task;
    task.always = true;
    // The queue holds the task, so the task must not hold the queue.
    task.run = [weak = std::weak_ptr<EventRecord>(record)]() -> FaultPointer {
      if (const auto reached_record = weak.lock()) {
        reached_record->nanoseconds.store(now());
      }
      return nullptr;
    };
    const std::scoped_lock lock(state->mutex);
    record->ticket = runtime.device_of(*queue).submit(*queue, std::move(task));
    state->record = std::move(record);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipEventSynchronize(EventHandle event) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<EventState> state = runtime.events.find(event);
    if (state == nullptr) {
      return not_an_event();
    }
    const auto record = record_of(*state);
    if (record == nullptr) {
      return Error::hipSuccess;
    }
    record->queue->wait(record->ticket);
    return emulator::report(runtime.device_of(*record->queue), record->queue->fault());
  });
}

KGATE_EXPORT Error hipEventQuery(EventHandle event) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<EventState> state = runtime.events.find(event);
    if (state == nullptr) {
      return not_an_event();
    }
    const auto record = record_of(*state);
    if (record == nullptr) {
      return Error::hipSuccess;
    }
    return reached(*record)
               ? emulator::report(runtime.device_of(*record->queue), record->queue->fault())
               : Error::hipErrorNotReady;
  });
}

KGATE_EXPORT Error hipEventElapsedTime(float* ms, EventHandle start, EventHandle stop) {
  return entry([&] {
    if (ms == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<EventState> first = runtime.events.find(start);
    const std::shared_ptr<EventState> second = runtime.events.find(stop);
    if (first == nullptr || second == nullptr) {
      return not_an_event();
    }
    const auto from = record_of(*first);
    const auto to = record_of(*second);
    if (((first->flags | second->flags) & kEventDisableTiming) != 0 || from == nullptr ||
        to == nullptr) {
      return emulator::fail(Error::hipErrorInvalidHandle,
                            "an event was not recorded or records no time");
    }
    if (!reached(*from) || !reached(*to)) {
      return Error::hipErrorNotReady;
    }
    *ms = static_cast<float>(to->nanoseconds.load() - from->nanoseconds.load()) * 1e-6F;
    return Error::hipSuccess;
  });
}

}  // namespace kgate::hip
