// SPDX-License-Identifier: MIT
// The hostcall buffer: how device code of ROCm's device libraries asks its host for a service.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "gates/emulator/memory.hpp"

namespace kgate::emulator {

struct Launch;

/// Packets in device memory that waves take from a free stack, fill, push on a ready stack and wait
/// on until the host has answered (ROCm device libraries, ockl's hostcall). Serves printf, whose
/// messages come in pieces of seven words. One launch at a time uses a buffer.
class HostcallBuffer {
 public:
  /// No more than `waves` waves may run at a time: each holds a packet. Throws std::bad_alloc.
  HostcallBuffer(Memory& memory, std::uint64_t waves);
  HostcallBuffer(const HostcallBuffer&) = delete;
  HostcallBuffer& operator=(const HostcallBuffer&) = delete;
  HostcallBuffer(HostcallBuffer&&) = delete;
  HostcallBuffer& operator=(HostcallBuffer&&) = delete;
  ~HostcallBuffer();

  /// What the hidden argument must hold.
  [[nodiscard]] std::uint64_t address() const { return base_; }
  /// Frees all packets and forgets unfinished messages: a launch that faulted leaves both.
  void reset();
  /// Answers every packet that is ready. Thread-safe.
  void serve();
  /// The text of a failed device assertion since the last reset; "" if none failed.
  [[nodiscard]] std::string assertion() const;

 private:
  struct Message {
    std::vector<std::uint64_t> words;
  };
  template <class Value>
  [[nodiscard]] Value& at(std::uint64_t address) const {
    return *reinterpret_cast<Value*>(memory_.host(address));
  }
  [[nodiscard]] std::uint64_t header(std::uint64_t pointer) const;
  void answer(std::uint64_t pointer);
  /// One lane's eight words, of which the first is the descriptor of the message.
  void take(std::uint64_t* slots);
  void finish(std::uint64_t* slots, const std::vector<std::uint64_t>& words);

  Memory& memory_;
  std::uint64_t packets_ = 0;  ///< a power of two
  std::uint64_t base_ = 0;
  std::uint64_t headers_ = 0;
  std::uint64_t payloads_ = 0;
  mutable std::mutex mutex_;
  std::map<std::uint64_t, Message> messages_;  ///< unfinished, by number
  std::uint64_t next_message_ = 0;
  std::string assertion_;
};

/// While it lives, interrupts of `launch` are served by `buffer`.
class HostcallScope {
 public:
  HostcallScope(const Launch& launch, HostcallBuffer& buffer);
  HostcallScope(const HostcallScope&) = delete;
  HostcallScope& operator=(const HostcallScope&) = delete;
  HostcallScope(HostcallScope&&) = delete;
  HostcallScope& operator=(HostcallScope&&) = delete;
  ~HostcallScope();

 private:
  const Launch* launch_;
};

}  // namespace kgate::emulator
