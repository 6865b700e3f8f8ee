// SPDX-License-Identifier: MIT
// The C functions that no family owns: errors, devices, memory, streams, providers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>

#include "kernels/data_type_codes.hpp"
#include "kernels/library/device_handle.hpp"
#include "kernels/runtime/code_objects.hpp"
#include "kernels/runtime/resources.hpp"
#include "kernels/token_status.hpp"

namespace kgate::library {
namespace {

static_assert(static_cast<int>(StatusCode::invalid_argument) == KGATE_INVALID_ARGUMENT);
static_assert(static_cast<int>(StatusCode::unsupported) == KGATE_UNSUPPORTED);
static_assert(static_cast<int>(StatusCode::device_error) == KGATE_DEVICE_ERROR);
static_assert(static_cast<int>(StatusCode::not_found) == KGATE_NOT_FOUND);
static_assert(static_cast<int>(DataType::bf16) == KGATE_BF16);
static_assert(static_cast<int>(DataType::f8_e4m3fnuz) == KGATE_F8_E4M3FNUZ);
static_assert(static_cast<int>(DataType::i64) == KGATE_I64);

thread_local std::array<char, 512> last_error{};

Status null_argument(std::string_view function, std::string_view name) {
  return Status::error(StatusCode::invalid_argument, "{}: {} is null", function, name);
}

Status open(const char* name, const kgate_device_options& options, kgate_device** device) {
  auto opened = std::make_unique<kgate_device>();
  if (Status status = Device::open(name, opened->device); !status.ok()) {
    return status;
  }
  CodeObjects source = CodeObjects::embedded(embedded_code_objects());
  if (options.code_objects != nullptr) {
    if (!std::filesystem::is_directory(options.code_objects)) {
      return Status::error(StatusCode::not_found,
                           "kgate_device_open: code_objects: there is no folder '{}'",
                           options.code_objects);
    }
    source = CodeObjects::folder(options.code_objects);
  }
  const std::uint32_t wave_size = options.wave_size == 0 ? 32 : options.wave_size;
  opened->launcher =
      std::make_unique<Launcher>(*opened->device, nullptr, std::move(source), wave_size);
  opened->description = fmt::format("{} ({})", opened->device->name(), opened->device->target());
  *device = opened.release();
  return {};
}

/// Makes the device current and calls its runtime.
template <class Call>
kgate_status on_device(std::string_view function, kgate_device* device, const Call& call) noexcept {
  return guarded(function, [&]() -> Status {
    if (device == nullptr) {
      return null_argument(function, "device");
    }
    const CurrentDevice current(*device->device);
    if (!current.status().ok()) {
      return current.status();
    }
    return device->device->check(call(device->device->api()), function);
  });
}

}  // namespace

kgate_status report(const Status& status) noexcept {
  if (!status.ok()) {
    const std::size_t length = std::min(status.message().size(), last_error.size() - 1);
    std::memcpy(last_error.data(), status.message().data(), length);
    last_error.at(length) = '\0';
  }
  return static_cast<kgate_status>(status.code());
}

}  // namespace kgate::library

using kgate::Status;
using kgate::StatusCode;
using namespace kgate::library;

extern "C" {

const char* kgate_version(void) { return KGATE_VERSION; }

const char* kgate_status_name(kgate_status status) {
  switch (status) {
    case KGATE_OK:
      return "KGATE_OK";
    case KGATE_INVALID_ARGUMENT:
      return "KGATE_INVALID_ARGUMENT";
    case KGATE_UNSUPPORTED:
      return "KGATE_UNSUPPORTED";
    case KGATE_DEVICE_ERROR:
      return "KGATE_DEVICE_ERROR";
    case KGATE_NOT_FOUND:
      return "KGATE_NOT_FOUND";
  }
  return "not a kgate_status";
}

const char* kgate_last_error(void) { return last_error.data(); }

kgate_status kgate_device_open(const char* name, const kgate_device_options* options,
                               kgate_device** device) {
  return guarded("kgate_device_open", [&]() -> Status {
    if (name == nullptr || device == nullptr) {
      return null_argument("kgate_device_open", name == nullptr ? "name" : "device");
    }
    const kgate_device_options none{sizeof(kgate_device_options), nullptr, 0};
    const kgate_device_options& chosen = options == nullptr ? none : *options;
    if (chosen.size != sizeof chosen) {
      return Status::error(StatusCode::invalid_argument,
                           "kgate_device_open: options.size is {}; it must be {}", chosen.size,
                           sizeof chosen);
    }
    if (chosen.wave_size != 0 && chosen.wave_size != 32 && chosen.wave_size != 64) {
      return Status::error(StatusCode::invalid_argument,
                           "kgate_device_open: options.wave_size is {}; allowed: 0, 32, 64",
                           chosen.wave_size);
    }
    return open(name, chosen, device);
  });
}

void kgate_device_close(kgate_device* device) { delete device; }

const char* kgate_device_description(const kgate_device* device) {
  return device == nullptr ? "" : device->description.c_str();
}

const char* kgate_device_target(const kgate_device* device) {
  return device == nullptr ? "" : device->device->target().c_str();
}

kgate_status kgate_malloc(kgate_device* device, size_t bytes, void** pointer) {
  if (pointer == nullptr) {
    return report(null_argument("kgate_malloc", "pointer"));
  }
  *pointer = nullptr;
  return on_device("kgate_malloc", device, [&](const kgate::hip::Api& api) {
    return bytes == 0 ? kgate::hip::Error::hipSuccess : api.hipMalloc(pointer, bytes);
  });
}

kgate_status kgate_free(kgate_device* device, void* pointer) {
  return on_device("kgate_free", device,
                   [&](const kgate::hip::Api& api) { return api.hipFree(pointer); });
}

kgate_status kgate_write(kgate_device* device, void* to_device, const void* from_host,
                         size_t bytes) {
  return on_device("kgate_write", device, [&](const kgate::hip::Api& api) {
    return api.hipMemcpy(to_device, from_host, bytes, kgate::hip::MemcpyKind::host_to_device);
  });
}

kgate_status kgate_read(kgate_device* device, void* to_host, const void* from_device,
                        size_t bytes) {
  return on_device("kgate_read", device, [&](const kgate::hip::Api& api) {
    return api.hipMemcpy(to_host, from_device, bytes, kgate::hip::MemcpyKind::device_to_host);
  });
}

kgate_status kgate_fill(kgate_device* device, void* pointer, int byte, size_t bytes) {
  return on_device("kgate_fill", device, [&](const kgate::hip::Api& api) {
    const kgate::hip::Error error = api.hipMemset(pointer, byte, bytes);
    // hipMemset of device memory is asynchronous.
    return error != kgate::hip::Error::hipSuccess ? error : api.hipStreamSynchronize(nullptr);
  });
}

kgate_status kgate_stream_create(kgate_device* device, void** stream) {
  if (stream == nullptr) {
    return report(null_argument("kgate_stream_create", "stream"));
  }
  return on_device("kgate_stream_create", device, [&](const kgate::hip::Api& api) {
    kgate::hip::StreamHandle handle = nullptr;
    const kgate::hip::Error error =
        api.hipStreamCreateWithFlags(&handle, kgate::hip::kStreamNonBlocking);
    *stream = handle;
    return error;
  });
}

kgate_status kgate_stream_destroy(kgate_device* device, void* stream) {
  return on_device("kgate_stream_destroy", device, [&](const kgate::hip::Api& api) {
    return api.hipStreamDestroy(static_cast<kgate::hip::StreamHandle>(stream));
  });
}

kgate_status kgate_stream_synchronize(kgate_device* device, void* stream) {
  return on_device("kgate_stream_synchronize", device, [&](const kgate::hip::Api& api) {
    return api.hipStreamSynchronize(static_cast<kgate::hip::StreamHandle>(stream));
  });
}

int kgate_op_registered(const char* operation, const char* backend) {
  for (std::size_t i = 0; backend != nullptr && i < kgate::kBackendNames.size(); ++i) {
    if (kgate::kBackendNames.at(i) == backend) {
      return operation != nullptr && kgate::op_registered(operation, static_cast<kgate::Backend>(i))
                 ? 1
                 : 0;
    }
  }
  return 0;
}

uint64_t kgate_reference_hits(const char* operation) {
  return operation == nullptr ? kgate::Operations::reference_hits()
                              : kgate::Operations::reference_hits(operation);
}

size_t kgate_provider_trace(const kgate_device* device, char* text, size_t size) {
  std::string all;
  if (device != nullptr) {
    for (const kgate::OperationTrace& one : device->launcher->operations().trace()) {
      all += fmt::format(
          "op={} provider={} ({}){}\n", one.operation,
          one.provider == nullptr ? "none" : one.provider->name, one.reason,
          one.reference_calls == 0 ? "" : fmt::format(" reference calls: {}", one.reference_calls));
    }
  }
  if (text != nullptr && size != 0) {
    const std::size_t length = std::min(all.size(), size - 1);
    std::memcpy(text, all.data(), length);
    text[length] = '\0';
  }
  return all.size();
}

kgate_status kgate_token_status(const char* operation, uint64_t word) {
  return guarded("kgate_token_status",
                 [&] { return kgate::token_status(operation == nullptr ? "" : operation, word); });
}

}  // extern "C"
