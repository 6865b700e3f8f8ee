// SPDX-License-Identifier: MIT
// The interrupt that a wave sends to its host (s_sendmsg of message 1): how device code says that
// it waits for a service, such as printing.
#pragma once

#include <atomic>

namespace kgate::emulator {

struct Launch;

/// Serves an interrupt of a wave of `launch`, on the thread that executes the wave, which goes on
/// when the call returns.
using InterruptHandler = void (*)(const Launch& launch);

/// The host's only handler; null: interrupts do nothing. A runtime sets it before its first launch.
inline std::atomic<InterruptHandler> interrupt_handler{nullptr};

}  // namespace kgate::emulator
