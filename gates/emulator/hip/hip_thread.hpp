// SPDX-License-Identifier: MIT
// What HIP keeps per thread (last error, current device), and the frame of every entry point.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gates/emulator/hip/hip_program.hpp"
#include "kernels/runtime/hip_types.hpp"
#include "kernels/status.hpp"

namespace kgate::emulator {

class StreamQueue;

/// What `<<<>>>` pushes and the host stub pops.
struct CallConfiguration {
  Dim3 grid;
  Dim3 block;
  std::size_t dynamic_lds = 0;
  hip::StreamHandle stream = nullptr;
};

struct ThreadState {
  hip::Error last_error = hip::Error::hipSuccess;
  std::string error_text;  ///< more about the last failing call; empty if its code says all
  std::string fault_text;  ///< report of the fault that made the last failing call fail
  const char* call = "";   ///< the entry point that runs
  int device = 0;          ///< the current device
  std::vector<CallConfiguration> configurations;
  std::uint32_t capture_mode = 0;  ///< hipThreadExchangeStreamCaptureMode
  std::vector<int> contexts;       ///< devices that were current before each hipCtxPushCurrent
  std::vector<std::shared_ptr<StreamQueue>> own_streams;  ///< hipStreamPerThread, by device
};

/// The calling thread's state.
ThreadState& thread_state();

/// Returns `error` after keeping a text that says more than the code.
template <class... Values>
hip::Error fail(hip::Error error, fmt::format_string<Values...> format, Values&&... values) {
  thread_state().error_text = fmt::format(format, std::forward<Values>(values)...);
  return error;
}

/// Like fail, for what no correct program does: `kgate emulate` prints it as a finding of this
/// kind, whether or not the program looks at the error.
template <class... Values>
hip::Error misuse(hip::Error error, std::string_view kind, fmt::format_string<Values...> format,
                  Values&&... values) {
  ThreadState& state = thread_state();
  state.error_text = fmt::format(format, std::forward<Values>(values)...);
  report_to_program(fmt::format("{}: {}\n  call {}", kind, state.error_text, state.call));
  return error;
}

/// The error of an unsuccessful status, its message kept as the text.
hip::Error fail(const Status& status);

/// Runs the body of an entry point: no exception reaches the caller, and a failure becomes the
/// thread's last error. A success leaves an earlier last error in place, as CUDA does and as
/// programs that check once after several calls expect. `call` names the entry point.
template <class Body>
hip::Error entry(Body body, const char* call = __builtin_FUNCTION()) noexcept {
  ThreadState& state = thread_state();
  state.call = call;
  const std::string former_fault = std::exchange(state.fault_text, {});
  state.error_text.clear();
  hip::Error error = hip::Error::hipSuccess;
  try {
    error = body();
  } catch (const std::bad_alloc&) {
    error = hip::Error::hipErrorOutOfMemory;
  } catch (const std::exception& problem) {
    state.error_text = problem.what();
    error = hip::Error::hipErrorUnknown;
  }
  if (error == hip::Error::hipSuccess) {
    state.fault_text = former_fault;
  } else {
    state.last_error = error;
  }
  return error;
}

}  // namespace kgate::emulator
