// SPDX-License-Identifier: MIT
// Entry points of HIP that the emulated runtime does not have: errors that name them at the call.
#pragma once

#include <cstdint>

namespace kgate::emulator {

/// Makes `name` the calling thread's error text and, in a program of `kgate emulate`, prints it.
/// @return hipErrorNotSupported, which becomes the thread's last error.
std::uint32_t missing_entry(const char* name) noexcept;

}  // namespace kgate::emulator

// Weak: a definition elsewhere takes its place. Callers pass arguments, which are not looked at.
#define KGATE_WEAK_EXPORT extern "C" __attribute__((weak, visibility("default")))
#define KGATE_MISSING_ENTRY(name) \
  KGATE_WEAK_EXPORT std::uint32_t name() { return kgate::emulator::missing_entry(#name); }
/// hiprtcResult: HIPRTC_ERROR_INTERNAL_ERROR.
#define KGATE_MISSING_COMPILER(name)                          \
  KGATE_WEAK_EXPORT std::uint32_t name() {                    \
    static_cast<void>(kgate::emulator::missing_entry(#name)); \
    return 11;                                                \
  }
#define KGATE_MISSING_TEXT(name)                                 \
  KGATE_WEAK_EXPORT const char* name() {                         \
    static_cast<void>(kgate::emulator::missing_entry(#name));    \
    return #name " is not provided by the emulated HIP runtime"; \
  }
