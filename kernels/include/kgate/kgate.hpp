// SPDX-License-Identifier: MIT
// kgate's C interface for C++: owners, tensors of vectors' shapes, and errors as exceptions.
//
//   kgate::api::Device device("hip:0");
//   auto args = kgate::api::arguments<kgate_add_rms_norm_args>();
//   args.x = kgate::api::tensor(x, KGATE_F16, {rows, hidden});
//   ...
//   device.add_rms_norm(stream, args);
//
// Everything the C headers say holds: shapes, aliasing, threads. Nothing here but opening a device,
// allocating and failing allocates.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

#include "kgate/kgate.h"

namespace kgate::api {

/// What a failed call said: kgate_last_error() and the status.
class Error : public std::runtime_error {
 public:
  Error(kgate_status status, const char* text) : std::runtime_error(text), status_(status) {}
  [[nodiscard]] kgate_status status() const { return status_; }

 private:
  kgate_status status_;
};

/// Throws Error unless the status is KGATE_OK.
inline void check(kgate_status status) {
  if (status != KGATE_OK) {
    throw Error(status, kgate_last_error());
  }
}

/// An argument struct of zeros that knows its size.
template <class Arguments>
[[nodiscard]] Arguments arguments() {
  Arguments made{};
  made.size = sizeof(Arguments);
  return made;
}

/// A dense tensor at `data`, at most KGATE_MAX_DIMS dimensions. Set `stride` afterwards for others.
[[nodiscard]] inline kgate_tensor tensor(void* data, kgate_type type,
                                         std::initializer_list<std::int64_t> shape) {
  if (shape.size() > KGATE_MAX_DIMS) {
    throw std::invalid_argument("a kgate_tensor has at most 4 dimensions");
  }
  kgate_tensor made{};
  made.data = data;
  made.type = static_cast<std::uint32_t>(type);
  for (const std::int64_t length : shape) {
    made.shape[made.dims++] = length;
  }
  std::int64_t stride = 1;
  for (std::uint32_t i = made.dims; i-- > 0;) {
    made.stride[i] = stride;
    stride *= made.shape[i];
  }
  return made;
}

/// An open device; closed with its owner. Streams and memory must go before it.
class Device {
 public:
  explicit Device(const std::string& name, const kgate_device_options* options = nullptr) {
    check(kgate_device_open(name.c_str(), options, &device_));
  }
  ~Device() { kgate_device_close(device_); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  Device(Device&& other) noexcept : device_(std::exchange(other.device_, nullptr)) {}
  Device& operator=(Device&& other) noexcept {
    std::swap(device_, other.device_);
    return *this;
  }

  [[nodiscard]] kgate_device* get() const { return device_; }
  [[nodiscard]] std::string description() const { return kgate_device_description(device_); }

  /// The families; see their C headers. `stream` is a hipStream_t.
  void add_rms_norm(void* stream, const kgate_add_rms_norm_args& args) const {
    check(kgate_add_rms_norm(device_, stream, &args));
  }
  void rope_append(void* stream, const kgate_rope_append_args& args) const {
    check(kgate_rope_append(device_, stream, &args));
  }
  void qk_norm_rope_append(void* stream, const kgate_qk_norm_rope_append_args& args) const {
    check(kgate_qk_norm_rope_append(device_, stream, &args));
  }
  void mla_norm_rope(void* stream, const kgate_mla_norm_rope_args& args) const {
    check(kgate_mla_norm_rope(device_, stream, &args));
  }
  void gated_activation(void* stream, const kgate_gated_activation_args& args) const {
    check(kgate_gated_activation(device_, stream, &args));
  }

  /// kgate_provider_trace() as one string.
  [[nodiscard]] std::string provider_trace() const {
    std::string text(kgate_provider_trace(device_, nullptr, 0) + 1, '\0');
    kgate_provider_trace(device_, text.data(), text.size());
    text.pop_back();
    return text;
  }

 private:
  kgate_device* device_ = nullptr;
};

/// A stream of a device, which must outlive it.
class Stream {
 public:
  explicit Stream(const Device& device) : device_(device.get()) {
    check(kgate_stream_create(device_, &stream_));
  }
  ~Stream() {
    if (stream_ != nullptr) {
      kgate_stream_destroy(device_, stream_);
    }
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Stream(Stream&& other) noexcept
      : device_(other.device_), stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(stream_, other.stream_);
    return *this;
  }

  [[nodiscard]] void* get() const { return stream_; }
  void synchronize() const { check(kgate_stream_synchronize(device_, stream_)); }

 private:
  kgate_device* device_;
  void* stream_ = nullptr;
};

/// Memory of a device, which must outlive it.
class Memory {
 public:
  Memory(const Device& device, std::size_t bytes) : device_(device.get()), size_(bytes) {
    check(kgate_malloc(device_, bytes, &data_));
  }
  ~Memory() {
    if (data_ != nullptr) {
      kgate_free(device_, data_);
    }
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  Memory(Memory&& other) noexcept
      : device_(other.device_), data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
  Memory& operator=(Memory&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Copy `bytes` bytes and wait.
  void write(const void* from_host, std::size_t bytes) {
    check(kgate_write(device_, data_, from_host, bytes));
  }
  void read(void* to_host, std::size_t bytes) const {
    check(kgate_read(device_, to_host, data_, bytes));
  }
  void fill(int byte) { check(kgate_fill(device_, data_, byte, size_)); }

 private:
  kgate_device* device_;
  void* data_ = nullptr;
  std::size_t size_;
};

}  // namespace kgate::api
