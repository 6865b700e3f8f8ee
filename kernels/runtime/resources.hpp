// SPDX-License-Identifier: MIT
// Owners of device memory, streams, events and modules; every call is checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "kernels/runtime/device.hpp"

namespace kgate {

/// Owns one handle of a device and releases it with an entry point of that device's table. The
/// device must outlive it. Empty after a move.
template <class Handle, hip::Error (*hip::Api::*release)(Handle)>
class DeviceResource {
 public:
  DeviceResource() = default;
  DeviceResource(const Device& device, Handle handle) : device_(&device), handle_(handle) {}
  ~DeviceResource() { reset(); }
  DeviceResource(const DeviceResource&) = delete;
  DeviceResource& operator=(const DeviceResource&) = delete;
  DeviceResource(DeviceResource&& other) noexcept
      : device_(std::exchange(other.device_, nullptr)),
        handle_(std::exchange(other.handle_, nullptr)) {}
  DeviceResource& operator=(DeviceResource&& other) noexcept {
    if (this != &other) {
      reset();
      device_ = std::exchange(other.device_, nullptr);
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return *this;
  }

  [[nodiscard]] Handle get() const { return handle_; }
  [[nodiscard]] const Device* device() const { return device_; }
  explicit operator bool() const { return handle_ != nullptr; }

  /// Releases now; the result of the release is dropped, as in every destructor.
  void reset() {
    if (handle_ != nullptr) {
      const CurrentDevice current(*device_);
      static_cast<void>((device_->api().*release)(handle_));
      handle_ = nullptr;
    }
  }

 private:
  const Device* device_ = nullptr;
  Handle handle_ = nullptr;
};

/// A stream that does not wait for the null stream.
class Stream : public DeviceResource<hip::StreamHandle, &hip::Api::hipStreamDestroy> {
 public:
  using DeviceResource::DeviceResource;
  static Status create(const Device& device, Stream& stream);
  [[nodiscard]] Status synchronize() const;
};

/// An event that records time.
class Event : public DeviceResource<hip::EventHandle, &hip::Api::hipEventDestroy> {
 public:
  using DeviceResource::DeviceResource;
  static Status create(const Device& device, Event& event);
  [[nodiscard]] Status record(hip::StreamHandle stream) const;
  [[nodiscard]] Status synchronize() const;
  /// Milliseconds of device time between `start` and this event, both reached.
  Status elapsed_since(const Event& start, float& milliseconds) const;
};

/// Device memory. A size of 0 owns nothing and has a null pointer.
class DeviceMemory : public DeviceResource<void*, &hip::Api::hipFree> {
 public:
  using DeviceResource::DeviceResource;
  static Status allocate(const Device& device, std::size_t size, DeviceMemory& memory);
  [[nodiscard]] std::size_t size() const { return get() == nullptr ? 0 : size_; }
  /// Synchronous copies of `bytes.size()` bytes at `offset`; a range outside the allocation is
  /// `invalid_argument`.
  Status write(std::size_t offset, std::span<const std::byte> bytes);
  Status read(std::size_t offset, std::span<std::byte> bytes) const;
  /// Sets every byte, synchronously.
  Status fill(std::byte value);

 private:
  Status check_range(std::size_t offset, std::size_t size) const;

  std::size_t size_ = 0;
};

/// A loaded code object.
class Module : public DeviceResource<hip::ModuleHandle, &hip::Api::hipModuleUnload> {
 public:
  using DeviceResource::DeviceResource;
  static Status load(const Device& device, std::span<const std::byte> image, Module& module);
  /// @return `not_found` where the code object has no kernel of this name (null-terminated).
  Status function(const char* name, hip::FunctionHandle& function) const;
};

}  // namespace kgate
