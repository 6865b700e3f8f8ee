// SPDX-License-Identifier: MIT
// Lays out the buffer, answers packets, puts messages together.
#include "gates/emulator/hip/hip_hostcall.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdio>
#include <new>
#include <span>
#include <string_view>

#include "gates/emulator/hip/hip_printf.hpp"
#include "gates/emulator/interrupt.hpp"

namespace kgate::emulator {
namespace {

/// What the hidden argument points at.
struct BufferRecord {
  std::uint64_t headers;
  std::uint64_t payloads;
  std::uint64_t doorbell;  ///< address of a Signal
  std::uint64_t free_stack;
  std::uint64_t ready_stack;
  std::uint64_t index_mask;  ///< the bits of a pointer that number a packet; the rest is a tag
};

/// amd_signal_t. Waves send an interrupt only where there is a mailbox.
struct Signal {
  std::int64_t kind;
  std::int64_t value;
  std::uint64_t mailbox;
  std::uint32_t event;
  std::uint32_t reserved;
  std::array<std::uint64_t, 4> more;
};
static_assert(sizeof(Signal) == 64);

struct PacketHeader {
  std::uint64_t next;
  std::uint64_t lanes;
  std::uint32_t service;
  std::uint32_t control;  ///< bit 0: waiting for the host
};
static_assert(sizeof(PacketHeader) == 24);

constexpr std::uint64_t kSlots = 8;  ///< words of a lane
constexpr std::uint64_t kPayloadBytes = 64 * kSlots * sizeof(std::uint64_t);
constexpr std::uint64_t kSignal = 64;  ///< offsets from the base
constexpr std::uint64_t kMailbox = 128;
constexpr std::uint64_t kHeaders = 192;
constexpr std::uint32_t kPrintf = 2;

// The descriptor of a message: begin, end, length in words, number.
constexpr std::uint64_t kBegin = 1;
constexpr std::uint64_t kEnd = 2;
constexpr unsigned kLengthShift = 5;
constexpr unsigned kNumberShift = 8;

// What the packaged and the later HIP headers' __assert_fail prints.
constexpr std::string_view kAssertion = "Device-side assertion";

struct Scopes {
  std::mutex mutex;
  std::map<const Launch*, HostcallBuffer*> buffers;
};

Scopes& scopes() {
  static Scopes& all = *new Scopes;
  return all;
}

void serve_interrupt(const Launch& launch) {
  HostcallBuffer* buffer = nullptr;
  {
    const std::scoped_lock lock(scopes().mutex);
    const auto found = scopes().buffers.find(&launch);
    if (found == scopes().buffers.end()) return;
    buffer = found->second;
  }
  buffer->serve();
}

}  // namespace

HostcallBuffer::HostcallBuffer(Memory& memory, std::uint64_t waves)
    : memory_(memory), packets_(std::bit_ceil(std::max<std::uint64_t>(waves, 2))) {
  const std::uint64_t payloads = kHeaders + packets_ * sizeof(PacketHeader);
  base_ = memory_.allocate(payloads + packets_ * kPayloadBytes, 64, AllocationKind::host,
                           "the hostcall buffer (device printf and assert)");
  if (base_ == 0) throw std::bad_alloc();
  headers_ = base_ + kHeaders;
  payloads_ = base_ + payloads;
  reset();
}

HostcallBuffer::~HostcallBuffer() { memory_.release(base_); }

std::uint64_t HostcallBuffer::header(std::uint64_t pointer) const {
  return headers_ + (pointer & (packets_ - 1)) * sizeof(PacketHeader);
}

void HostcallBuffer::reset() {
  const std::scoped_lock lock(mutex_);
  messages_.clear();
  assertion_.clear();
  std::vector<PacketHeader> headers(packets_);
  // A pointer has a tag above its number, so that none is 0, which is the end of a stack.
  for (std::uint64_t i = 1; i < packets_; ++i) headers[i].next = packets_ + i - 1;
  memory_.copy_in(headers_, headers.data(), headers.size() * sizeof(PacketHeader));
  const BufferRecord record{headers_,         payloads_, base_ + kSignal,
                            2 * packets_ - 1, 0,         packets_ - 1};
  memory_.copy_in(base_, &record, sizeof(record));
  Signal signal{};
  signal.kind = 1;
  signal.mailbox = base_ + kMailbox;
  memory_.copy_in(base_ + kSignal, &signal, sizeof(signal));
  const std::uint64_t mailbox = 0;
  memory_.copy_in(base_ + kMailbox, &mailbox, sizeof(mailbox));
}

void HostcallBuffer::serve() {
  const std::scoped_lock lock(mutex_);
  auto& ready = at<BufferRecord>(base_).ready_stack;
  std::uint64_t pointer = std::atomic_ref(ready).exchange(0, std::memory_order_acquire);
  // First come, first served, which a stack turns around. A damaged list has no end, so count.
  std::vector<std::uint64_t> order;
  for (; pointer != 0 && order.size() < packets_;
       pointer = at<PacketHeader>(header(pointer)).next) {
    order.push_back(pointer);
  }
  std::ranges::reverse(order);
  for (const std::uint64_t one : order) answer(one);
}

void HostcallBuffer::answer(std::uint64_t pointer) {
  auto& packet = at<PacketHeader>(header(pointer));
  const std::uint64_t payload = payloads_ + (pointer & (packets_ - 1)) * kPayloadBytes;
  for (std::uint64_t lane = 0; lane < 64; ++lane) {
    if ((packet.lanes >> lane & 1U) == 0) continue;
    std::uint64_t* const slots =
        &at<std::uint64_t>(payload + lane * kSlots * sizeof(std::uint64_t));
    if (packet.service == kPrintf) {
      take(slots);
    } else {
      slots[0] = 0;
      slots[1] = 0;
    }
  }
  std::atomic_ref(packet.control).fetch_and(~1U, std::memory_order_release);
}

void HostcallBuffer::take(std::uint64_t* slots) {
  std::uint64_t number = slots[0] >> kNumberShift;
  if ((slots[0] & kBegin) != 0) {
    number = next_message_++;
    messages_[number] = {};
  }
  const auto found = messages_.find(number);
  if (found == messages_.end()) return;
  const std::uint64_t length = slots[0] >> kLengthShift & 7U;
  auto& words = found->second.words;
  words.insert(words.end(), slots + 1, slots + 1 + length);
  if ((slots[0] & kEnd) == 0) {
    slots[0] = (slots[0] & ((1U << kNumberShift) - 1) & ~kBegin) | number << kNumberShift;
    return;
  }
  finish(slots, words);
  messages_.erase(found);
}

void HostcallBuffer::finish(std::uint64_t* slots, const std::vector<std::uint64_t>& words) {
  if (words.empty()) return;
  const std::string text = format_message(std::span(words).subspan(1));
  std::FILE* const stream = (words[0] & 1U) != 0 ? stderr : stdout;
  if (stream == stderr && text.find(kAssertion) != std::string::npos && assertion_.empty()) {
    assertion_ = text.substr(0, text.find_last_not_of('\n') + 1);
  }
  std::fwrite(text.data(), 1, text.size(), stream);
  slots[0] = text.size();
}

std::string HostcallBuffer::assertion() const {
  const std::scoped_lock lock(mutex_);
  return assertion_;
}

HostcallScope::HostcallScope(const Launch& launch, HostcallBuffer& buffer) : launch_(&launch) {
  interrupt_handler.store(&serve_interrupt);
  const std::scoped_lock lock(scopes().mutex);
  scopes().buffers[launch_] = &buffer;
}

HostcallScope::~HostcallScope() {
  const std::scoped_lock lock(scopes().mutex);
  scopes().buffers.erase(launch_);
}

}  // namespace kgate::emulator
