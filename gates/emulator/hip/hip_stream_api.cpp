// SPDX-License-Identifier: MIT
// Entry points: streams and host callbacks.
#include "gates/emulator/hip/hip_capture.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::EmulatedDevice;
using emulator::entry;
using emulator::FaultPointer;
using emulator::Runtime;
using emulator::StreamQueue;
using emulator::Task;

using StreamCallback = void (*)(StreamHandle stream, Error status, void* data);
using HostFunction = void (*)(void* data);

Error not_a_stream() {
  return emulator::fail(Error::hipErrorInvalidHandle, "the stream handle is not a live stream");
}

/// Runs `body(queue, device)` for a live stream.
template <class Body>
Error with_stream(StreamHandle stream, Body body) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<StreamQueue> queue = runtime.stream(stream);
    return queue == nullptr ? not_a_stream() : body(*queue, runtime.device_of(*queue));
  });
}

/// A call that waits for a stream, or looks at its end.
Error forbid_in_capture(const StreamQueue& queue) {
  emulator::Captures& captures = emulator::Captures::get();
  const Error error = captures.forbid(queue);
  return error == Error::hipSuccess ? captures.check_legacy(queue) : error;
}

Error create(StreamHandle* stream, std::uint32_t flags) {
  if (stream == nullptr || (flags != kStreamDefault && flags != kStreamNonBlocking)) {
    return emulator::fail(Error::hipErrorInvalidValue, "stream flags {} are not 0 or 1", flags);
  }
  Runtime& runtime = Runtime::get();
  *stream = runtime.streams.insert(
      runtime.current_device().make_stream(flags != kStreamNonBlocking, flags));
  return Error::hipSuccess;
}

}  // namespace

KGATE_EXPORT Error hipStreamCreate(StreamHandle* stream) {
  return entry([&] { return create(stream, kStreamDefault); });
}

KGATE_EXPORT Error hipStreamCreateWithFlags(StreamHandle* stream, std::uint32_t flags) {
  return entry([&] { return create(stream, flags); });
}

/// Priorities do not matter to results; any is accepted.
KGATE_EXPORT Error hipStreamCreateWithPriority(StreamHandle* stream, std::uint32_t flags,
                                               int /*priority*/) {
  return entry([&] { return create(stream, flags); });
}

KGATE_EXPORT Error hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return entry([&] {
    for (int* const out : {least, greatest}) {
      if (out != nullptr) {
        *out = 0;
      }
    }
    return Error::hipSuccess;
  });
}

/// Completes the stream's work first.
KGATE_EXPORT Error hipStreamDestroy(StreamHandle stream) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    if (const auto queue = runtime.streams.find(stream); queue == nullptr || queue->in_task()) {
      return not_a_stream();
    }
    const std::shared_ptr<StreamQueue> queue = runtime.streams.remove(stream);
    if (queue == nullptr) {
      return not_a_stream();
    }
    runtime.device_of(*queue).forget_stream(queue);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipStreamSynchronize(StreamHandle stream) {
  return with_stream(stream, [](StreamQueue& queue, EmulatedDevice& device) {
    if (const Error error = forbid_in_capture(queue); error != Error::hipSuccess) return error;
    return emulator::report(device, device.synchronize(queue));
  });
}

KGATE_EXPORT Error hipStreamQuery(StreamHandle stream) {
  return with_stream(stream, [](StreamQueue& queue, EmulatedDevice& device) {
    if (const Error error = forbid_in_capture(queue); error != Error::hipSuccess) return error;
    if (!queue.completed(queue.last())) {
      return Error::hipErrorNotReady;
    }
    return emulator::report(device, queue.fault());
  });
}

KGATE_EXPORT Error hipStreamGetFlags(StreamHandle stream, std::uint32_t* flags) {
  return with_stream(stream, [&](StreamQueue& queue, EmulatedDevice& /*device*/) {
    if (flags == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *flags = queue.flags();
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipStreamGetPriority(StreamHandle stream, int* priority) {
  return with_stream(stream, [&](StreamQueue& /*queue*/, EmulatedDevice& /*device*/) {
    if (priority == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *priority = 0;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipStreamGetDevice(StreamHandle stream, int* number) {
  return with_stream(stream, [&](StreamQueue& queue, EmulatedDevice& /*device*/) {
    if (number == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *number = queue.device();
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipStreamWaitEvent(StreamHandle stream, EventHandle event,
                                      std::uint32_t /*flags*/) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<StreamQueue> queue = runtime.stream(stream);
    const auto state = runtime.events.find(event);
    if (queue == nullptr) {
      return not_a_stream();
    }
    if (state == nullptr) {
      return emulator::fail(Error::hipErrorInvalidHandle, "the event handle is not a live event");
    }
    emulator::Captures& captures = emulator::Captures::get();
    if (captures.any()) {
      if (captures.capturing(*queue) || emulator::is_captured(*state)) {
        return captures.wait(*queue, *state);
      }
      if (const Error error = captures.check_legacy(*queue); error != Error::hipSuccess) {
        return error;
      }
    }
    emulator::wait_for_event(*state, *queue);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipStreamAddCallback(StreamHandle stream, StreamCallback callback, void* data,
                                        std::uint32_t flags) {
  return with_stream(stream, [&](StreamQueue& queue, EmulatedDevice& device) {
    if (callback == nullptr || flags != 0) {
      return Error::hipErrorInvalidValue;
    }
    if (const Error error = forbid_in_capture(queue); error != Error::hipSuccess) return error;
    Task task;
    task.always = true;
    task.run = [&queue, stream, callback, data]() -> FaultPointer {
      const FaultPointer fault = queue.fault();
      callback(stream, fault == nullptr ? Error::hipSuccess : fault->error, data);
      return nullptr;
    };
    device.submit(queue, std::move(task));
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipLaunchHostFunc(StreamHandle stream, HostFunction function, void* data) {
  return entry([&] {
    const std::shared_ptr<StreamQueue> queue = Runtime::get().stream(stream);
    if (function == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    return queue == nullptr ? not_a_stream()
                            : emulator::issue_work(queue, emulator::HostWork{function, data});
  });
}

}  // namespace kgate::hip
