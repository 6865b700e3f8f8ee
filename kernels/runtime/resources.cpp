// SPDX-License-Identifier: MIT
// Creates device resources and copies to and from device memory.
#include "kernels/runtime/resources.hpp"

namespace kgate {

Status Stream::create(const Device& device, Stream& stream) {
  const CurrentDevice current(device);
  if (!current.status().ok()) {
    return current.status();
  }
  hip::StreamHandle handle = nullptr;
  Status status = device.check(
      device.api().hipStreamCreateWithFlags(&handle, hip::kStreamNonBlocking), "hipStreamCreate");
  if (status.ok()) {
    stream = Stream(device, handle);
  }
  return status;
}

Status Stream::synchronize() const {
  return device()->check(device()->api().hipStreamSynchronize(get()), "hipStreamSynchronize");
}

Status Event::create(const Device& device, Event& event) {
  const CurrentDevice current(device);
  if (!current.status().ok()) {
    return current.status();
  }
  hip::EventHandle handle = nullptr;
  Status status = device.check(device.api().hipEventCreateWithFlags(&handle, hip::kEventDefault),
                               "hipEventCreate");
  if (status.ok()) {
    event = Event(device, handle);
  }
  return status;
}

Status Event::record(hip::StreamHandle stream) const {
  return device()->check(device()->api().hipEventRecord(get(), stream), "hipEventRecord");
}

Status Event::synchronize() const {
  return device()->check(device()->api().hipEventSynchronize(get()), "hipEventSynchronize");
}

Status Event::elapsed_since(const Event& start, float& milliseconds) const {
  return device()->check(device()->api().hipEventElapsedTime(&milliseconds, start.get(), get()),
                         "hipEventElapsedTime");
}

Status DeviceMemory::allocate(const Device& device, std::size_t size, DeviceMemory& memory) {
  if (size == 0) {
    memory = DeviceMemory(device, nullptr);
    return {};
  }
  const CurrentDevice current(device);
  if (!current.status().ok()) {
    return current.status();
  }
  void* pointer = nullptr;
  if (const hip::Error error = device.api().hipMalloc(&pointer, size);
      error != hip::Error::hipSuccess) {
    return Status::error(StatusCode::device_error, "hipMalloc of {} bytes on {}: {} ({})", size,
                         device.spec(), device.api().hipGetErrorName(error),
                         static_cast<std::uint32_t>(error));
  }
  memory = DeviceMemory(device, pointer);
  memory.size_ = size;
  return {};
}

Status DeviceMemory::check_range(std::size_t offset, std::size_t size) const {
  if (offset > this->size() || size > this->size() - offset) {
    return Status::error(StatusCode::invalid_argument,
                         "device memory of {} bytes: {} bytes at offset {} are outside",
                         this->size(), size, offset);
  }
  return {};
}

Status DeviceMemory::write(std::size_t offset, std::span<const std::byte> bytes) {
  if (Status status = check_range(offset, bytes.size()); !status || bytes.empty()) {
    return status;
  }
  const CurrentDevice current(*device());
  if (!current.status().ok()) {
    return current.status();
  }
  return device()->check(
      device()->api().hipMemcpy(static_cast<std::byte*>(get()) + offset, bytes.data(), bytes.size(),
                                hip::MemcpyKind::host_to_device),
      "hipMemcpy to the device");
}

Status DeviceMemory::read(std::size_t offset, std::span<std::byte> bytes) const {
  if (Status status = check_range(offset, bytes.size()); !status || bytes.empty()) {
    return status;
  }
  const CurrentDevice current(*device());
  if (!current.status().ok()) {
    return current.status();
  }
  return device()->check(
      device()->api().hipMemcpy(bytes.data(), static_cast<const std::byte*>(get()) + offset,
                                bytes.size(), hip::MemcpyKind::device_to_host),
      "hipMemcpy from the device");
}

Status DeviceMemory::fill(std::byte value) {
  if (size() == 0) {
    return {};
  }
  const CurrentDevice current(*device());
  if (!current.status().ok()) {
    return current.status();
  }
  if (Status status = device()->check(
          device()->api().hipMemset(get(), std::to_integer<int>(value), size()), "hipMemset");
      !status) {
    return status;
  }
  // hipMemset of device memory is asynchronous.
  return device()->check(device()->api().hipStreamSynchronize(nullptr), "hipStreamSynchronize");
}

Status Module::load(const Device& device, std::span<const std::byte> image, Module& module) {
  const CurrentDevice current(device);
  if (!current.status().ok()) {
    return current.status();
  }
  const hip::Api& api = device.api();
  hip::ModuleHandle handle = nullptr;
  // HIP takes the size from the image's own headers; the emulator can be told where it ends.
  const hip::Error error = api.kgateEmulatorModuleLoad != nullptr
                               ? api.kgateEmulatorModuleLoad(&handle, image.data(), image.size())
                               : api.hipModuleLoadData(&handle, image.data());
  Status status = device.check(error, "hipModuleLoadData");
  if (status.ok()) {
    module = Module(device, handle);
  }
  return status;
}

Status Module::function(const char* name, hip::FunctionHandle& function) const {
  const hip::Error error = device()->api().hipModuleGetFunction(&function, get(), name);
  if (error == hip::Error::hipErrorNotFound) {
    return Status::error(StatusCode::not_found, "the code object has no kernel '{}'", name);
  }
  return device()->check(error, "hipModuleGetFunction");
}

}  // namespace kgate
