// SPDX-License-Identifier: MIT
// Entry points: stream capture.
#include <utility>

#include "gates/emulator/hip/hip_capture.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::CaptureInfo;
using emulator::CaptureMode;
using emulator::Captures;
using emulator::entry;
using emulator::Runtime;
using emulator::StreamQueue;

constexpr std::uint32_t kModes = 3;

/// Runs `body(queue)` for a live stream.
template <class Body>
Error with_queue(StreamHandle stream, Body body) {
  return entry([&] {
    const std::shared_ptr<StreamQueue> queue = Runtime::get().stream(stream);
    return queue == nullptr ? emulator::fail(Error::hipErrorInvalidHandle,
                                             "the stream handle is not a live stream")
                            : body(queue);
  });
}

}  // namespace

KGATE_EXPORT Error hipStreamBeginCapture(StreamHandle stream, int mode) {
  return with_queue(stream, [&](const auto& queue) {
    if (static_cast<std::uint32_t>(mode) >= kModes) {
      return emulator::fail(Error::hipErrorInvalidValue, "capture mode {} is not 0 to 2", mode);
    }
    Runtime& runtime = Runtime::get();
    const bool legacy = queue == runtime.device_of(*queue).null_stream();
    return Captures::get().begin(*queue, legacy, static_cast<CaptureMode>(mode));
  });
}

KGATE_EXPORT Error hipStreamEndCapture(StreamHandle stream, GraphHandle* graph) {
  return with_queue(stream, [&](const auto& queue) {
    if (graph == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *graph = nullptr;
    std::shared_ptr<emulator::Graph> captured;
    const Error error = Captures::get().end(*queue, captured);
    if (error == Error::hipSuccess) {
      *graph = Runtime::get().graphs.insert(std::move(captured));
    }
    return error;
  });
}

KGATE_EXPORT Error hipStreamIsCapturing(StreamHandle stream, std::uint32_t* status) {
  return with_queue(stream, [&](const auto& queue) {
    if (status == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    if (const Error error = Captures::get().check_legacy(*queue, true);
        error != Error::hipSuccess) {
      return error;
    }
    *status = static_cast<std::uint32_t>(Captures::get().info(*queue).status);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipStreamGetCaptureInfo(StreamHandle stream, std::uint32_t* status,
                                           unsigned long long* id) {
  return with_queue(stream, [&](const auto& queue) {
    if (status == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    const CaptureInfo info = Captures::get().info(*queue);
    *status = static_cast<std::uint32_t>(info.status);
    if (id != nullptr) {
      *id = info.id;
    }
    return Error::hipSuccess;
  });
}

/// Says nothing of the graph: a handle to it would outlive the capture that owns it.
KGATE_EXPORT Error hipStreamGetCaptureInfo_v2(StreamHandle stream, std::uint32_t* status,
                                              unsigned long long* id, GraphHandle* graph,
                                              const GraphNodeHandle** dependencies,
                                              std::size_t* count) {
  const Error error = hipStreamGetCaptureInfo(stream, status, id);
  if (error != Error::hipSuccess || (graph == nullptr && dependencies == nullptr)) {
    return error;
  }
  return with_queue(stream, [&](const auto& queue) {
    if (graph != nullptr) {
      *graph = nullptr;
    }
    if (dependencies != nullptr) {
      *dependencies = nullptr;
    }
    if (count != nullptr) {
      *count = 0;
    }
    return Captures::get().capturing(*queue)
               ? emulator::fail(Error::hipErrorNotSupported, "the graph of a running capture")
               : Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipThreadExchangeStreamCaptureMode(std::uint32_t* mode) {
  return entry([&] {
    if (mode == nullptr || *mode >= kModes) {
      return emulator::fail(Error::hipErrorInvalidValue, "the capture mode is null or not 0 to 2");
    }
    std::swap(*mode, emulator::thread_state().capture_mode);
    return Error::hipSuccess;
  });
}

}  // namespace kgate::hip
