// SPDX-License-Identifier: MIT
// Entry points: events.
#include "gates/emulator/hip/hip_capture.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::EmulatedDevice;
using emulator::entry;
using emulator::EventRecord;
using emulator::EventState;
using emulator::Runtime;

Error not_an_event() {
  return emulator::fail(Error::hipErrorInvalidHandle, "the event handle is not a live event");
}

std::shared_ptr<EventRecord> record_of(EventState& event) {
  const std::scoped_lock lock(event.mutex);
  return event.record;
}

bool reached(const EventRecord& record) { return record.queue->completed(record.ticket); }

/// Asking for the time or the end of an event that stands for a place in a graph.
Error refuse_captured(EventState& event) {
  return emulator::is_captured(event)
             ? emulator::fail(Error::hipErrorCapturedEvent,
                              "the event was recorded last in a capturing stream")
             : Error::hipSuccess;
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
    emulator::Captures& captures = emulator::Captures::get();
    if (captures.any()) {
      if (captures.capturing(*queue)) return captures.record(*queue, *state);
      if (const Error error = captures.check_legacy(*queue); error != Error::hipSuccess) {
        return error;
      }
    }
    emulator::record_event(state, queue);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipEventRecordWithFlags(EventHandle event, StreamHandle stream,
                                           std::uint32_t flags) {
  // hipEventRecordExternal, 1, only means something in a graph.
  return flags > 1 ? entry([] { return Error::hipErrorInvalidValue; })
                   : hipEventRecord(event, stream);
}

KGATE_EXPORT Error hipEventSynchronize(EventHandle event) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<EventState> state = runtime.events.find(event);
    if (state == nullptr) {
      return not_an_event();
    }
    if (const Error error = refuse_captured(*state); error != Error::hipSuccess) return error;
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
    if (const Error error = refuse_captured(*state); error != Error::hipSuccess) return error;
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
    for (EventState* const one : {first.get(), second.get()}) {
      if (const Error error = refuse_captured(*one); error != Error::hipSuccess) return error;
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
