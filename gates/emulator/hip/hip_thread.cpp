// SPDX-License-Identifier: MIT
// The calling thread's HIP state.
#include "gates/emulator/hip/hip_thread.hpp"

#include "gates/emulator/hip/hip_runtime.hpp"

namespace kgate::emulator {
namespace {

// A pointer, because global destructors call HIP after the main thread's objects are gone; they
// then get a fresh state, which the process's end reclaims.
thread_local ThreadState* current = nullptr;

struct ThreadEnd {
  ThreadEnd() = default;
  ThreadEnd(const ThreadEnd&) = delete;
  ThreadEnd& operator=(const ThreadEnd&) = delete;
  ThreadEnd(ThreadEnd&&) = delete;
  ThreadEnd& operator=(ThreadEnd&&) = delete;
  ~ThreadEnd() {
    for (const std::shared_ptr<StreamQueue>& stream : current->own_streams) {
      if (stream != nullptr) {
        Runtime::get().device_of(*stream).forget_stream(stream);
      }
    }
    delete current;
    current = nullptr;
  }
};

}  // namespace

ThreadState& thread_state() {
  if (current == nullptr) {
    current = new ThreadState;
    thread_local const ThreadEnd end;
  }
  return *current;
}

hip::Error fail(const Status& status) {
  hip::Error error = hip::Error::hipErrorUnknown;
  switch (status.code()) {
    case StatusCode::ok:
      return hip::Error::hipSuccess;
    case StatusCode::invalid_argument:
      error = hip::Error::hipErrorInvalidImage;
      break;
    case StatusCode::unsupported:
      error = hip::Error::hipErrorNotSupported;
      break;
    case StatusCode::device_error:
      error = hip::Error::hipErrorOutOfMemory;
      break;
    case StatusCode::not_found:
      error = hip::Error::hipErrorNoBinaryForGpu;
      break;
  }
  return fail(error, "{}", status.message());
}

}  // namespace kgate::emulator
