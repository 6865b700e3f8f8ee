// SPDX-License-Identifier: MIT
// Entry points: errors.
#include <utility>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {

KGATE_EXPORT Error hipGetLastError() {
  return std::exchange(emulator::thread_state().last_error, Error::hipSuccess);
}

KGATE_EXPORT Error hipExtGetLastError() { return hipGetLastError(); }

KGATE_EXPORT Error hipPeekAtLastError() { return emulator::thread_state().last_error; }

KGATE_EXPORT const char* hipGetErrorName(Error error) {
  switch (error) {
#define KGATE_HIP_NAME(name, value, meaning) \
  case Error::name:                          \
    return #name;
    KGATE_HIP_ERRORS(KGATE_HIP_NAME)
#undef KGATE_HIP_NAME
  }
  return "hipErrorUnknown";
}

KGATE_EXPORT const char* hipGetErrorString(Error error) {
  switch (error) {
#define KGATE_HIP_MEANING(name, value, meaning) \
  case Error::name:                             \
    return meaning;
    KGATE_HIP_ERRORS(KGATE_HIP_MEANING)
#undef KGATE_HIP_MEANING
  }
  return "unknown error";
}

/// The driver-style pair of the two above.
KGATE_EXPORT Error hipDrvGetErrorName(Error error, const char** text) {
  return emulator::entry([&] {
    if (text == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *text = hipGetErrorName(error);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipDrvGetErrorString(Error error, const char** text) {
  return emulator::entry([&] {
    if (text == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *text = hipGetErrorString(error);
    return Error::hipSuccess;
  });
}

}  // namespace kgate::hip
