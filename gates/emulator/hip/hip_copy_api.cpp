// SPDX-License-Identifier: MIT
// Entry points: copies and fills.
#include "gates/emulator/hip/hip_copy.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::entry;

// The last parameter is the entry point, for reports.

Error linear(void* destination, const void* source, std::size_t size, MemcpyKind kind,
             StreamHandle stream, bool wait, const char* call = __builtin_FUNCTION()) {
  return entry(
      [&] {
        return emulator::copy({destination, size, source, size, size, 1, kind}, stream, wait);
      },
      call);
}

Error filled(void* destination, std::uint32_t pattern, std::size_t width, std::size_t count,
             StreamHandle stream, const char* call = __builtin_FUNCTION()) {
  // Asynchronous even without a stream: the null stream orders it before whatever follows.
  return entry([&] { return emulator::fill({destination, 0, pattern, width, count, 1}, stream); },
               call);
}

std::uint32_t low_byte(int value) { return static_cast<std::uint32_t>(value) & 0xFFU; }

}  // namespace

KGATE_EXPORT Error hipMemcpy(void* destination, const void* source, std::size_t size,
                             MemcpyKind kind) {
  return linear(destination, source, size, kind, nullptr, true);
}

KGATE_EXPORT Error hipMemcpyWithStream(void* destination, const void* source, std::size_t size,
                                       MemcpyKind kind, StreamHandle stream) {
  return linear(destination, source, size, kind, stream, true);
}

KGATE_EXPORT Error hipMemcpyAsync(void* destination, const void* source, std::size_t size,
                                  MemcpyKind kind, StreamHandle stream) {
  return linear(destination, source, size, kind, stream, false);
}

KGATE_EXPORT Error hipMemcpyHtoD(void* destination, void* source, std::size_t size) {
  return linear(destination, source, size, MemcpyKind::host_to_device, nullptr, true);
}

KGATE_EXPORT Error hipMemcpyDtoH(void* destination, void* source, std::size_t size) {
  return linear(destination, source, size, MemcpyKind::device_to_host, nullptr, true);
}

KGATE_EXPORT Error hipMemcpyDtoD(void* destination, void* source, std::size_t size) {
  return linear(destination, source, size, MemcpyKind::device_to_device, nullptr, true);
}

KGATE_EXPORT Error hipMemcpyHtoDAsync(void* destination, void* source, std::size_t size,
                                      StreamHandle stream) {
  return linear(destination, source, size, MemcpyKind::host_to_device, stream, false);
}

KGATE_EXPORT Error hipMemcpyDtoHAsync(void* destination, void* source, std::size_t size,
                                      StreamHandle stream) {
  return linear(destination, source, size, MemcpyKind::device_to_host, stream, false);
}

KGATE_EXPORT Error hipMemcpyDtoDAsync(void* destination, void* source, std::size_t size,
                                      StreamHandle stream) {
  return linear(destination, source, size, MemcpyKind::device_to_device, stream, false);
}

KGATE_EXPORT Error hipMemcpyPeer(void* destination, int /*to_device*/, const void* source,
                                 int /*from_device*/, std::size_t size) {
  return linear(destination, source, size, MemcpyKind::device_to_device, nullptr, true);
}

KGATE_EXPORT Error hipMemcpyPeerAsync(void* destination, int /*to_device*/, const void* source,
                                      int /*from_device*/, std::size_t size, StreamHandle stream) {
  return linear(destination, source, size, MemcpyKind::device_to_device, stream, false);
}

KGATE_EXPORT Error hipMemcpy2D(void* destination, std::size_t destination_pitch, const void* source,
                               std::size_t source_pitch, std::size_t width, std::size_t height,
                               MemcpyKind kind) {
  return entry([&] {
    return emulator::copy(
        {destination, destination_pitch, source, source_pitch, width, height, kind}, nullptr, true);
  });
}

KGATE_EXPORT Error hipMemcpy2DAsync(void* destination, std::size_t destination_pitch,
                                    const void* source, std::size_t source_pitch, std::size_t width,
                                    std::size_t height, MemcpyKind kind, StreamHandle stream) {
  return entry([&] {
    return emulator::copy(
        {destination, destination_pitch, source, source_pitch, width, height, kind}, stream, false);
  });
}

KGATE_EXPORT Error hipMemset(void* destination, int value, std::size_t size) {
  return filled(destination, low_byte(value), 1, size, nullptr);
}

KGATE_EXPORT Error hipMemsetAsync(void* destination, int value, std::size_t size,
                                  StreamHandle stream) {
  return filled(destination, low_byte(value), 1, size, stream);
}

KGATE_EXPORT Error hipMemsetD8(void* destination, std::uint8_t value, std::size_t count) {
  return filled(destination, value, 1, count, nullptr);
}

KGATE_EXPORT Error hipMemsetD8Async(void* destination, std::uint8_t value, std::size_t count,
                                    StreamHandle stream) {
  return filled(destination, value, 1, count, stream);
}

KGATE_EXPORT Error hipMemsetD16(void* destination, std::uint16_t value, std::size_t count) {
  return filled(destination, value, 2, count, nullptr);
}

KGATE_EXPORT Error hipMemsetD16Async(void* destination, std::uint16_t value, std::size_t count,
                                     StreamHandle stream) {
  return filled(destination, value, 2, count, stream);
}

KGATE_EXPORT Error hipMemsetD32(void* destination, int value, std::size_t count) {
  return filled(destination, static_cast<std::uint32_t>(value), 4, count, nullptr);
}

KGATE_EXPORT Error hipMemsetD32Async(void* destination, int value, std::size_t count,
                                     StreamHandle stream) {
  return filled(destination, static_cast<std::uint32_t>(value), 4, count, stream);
}

KGATE_EXPORT Error hipMemset2DAsync(void* destination, std::size_t pitch, int value,
                                    std::size_t width, std::size_t height, StreamHandle stream) {
  return entry([&] {
    if (pitch < width) {
      return Error::hipErrorInvalidPitchValue;
    }
    return emulator::fill({destination, pitch, low_byte(value), 1, width, height}, stream);
  });
}

KGATE_EXPORT Error hipMemset2D(void* destination, std::size_t pitch, int value, std::size_t width,
                               std::size_t height) {
  return hipMemset2DAsync(destination, pitch, value, width, height, nullptr);
}

}  // namespace kgate::hip
