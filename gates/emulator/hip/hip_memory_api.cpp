// SPDX-License-Identifier: MIT
// Entry points: allocation and what is known of a pointer.
#include <array>

#include "gates/emulator/hip/hip_abi.hpp"
#include "gates/emulator/hip/hip_capture.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::AllocationRecord;
using emulator::entry;
using emulator::MemoryType;
using emulator::Runtime;

constexpr std::size_t kAlignment = 256;
constexpr std::size_t kPitchAlignment = 256;

/// hipPointerAttribute_t; `type` has the values of the program's headers: host, device, managed are
/// 0, 1, 0 in HIP 5, which has no value for managed memory, and 1, 2, 3 in HIP 6.
struct PointerAttributes {
  std::int32_t type;
  std::int32_t device;
  void* device_pointer;
  void* host_pointer;
  std::int32_t is_managed;
  std::uint32_t allocation_flags;
};
static_assert(sizeof(PointerAttributes) == 32);

Error allocate(void** pointer, std::size_t size, MemoryType type, std::uint32_t flags,
               std::string_view what) {
  if (pointer == nullptr) {
    return Error::hipErrorInvalidValue;
  }
  *pointer = nullptr;
  if (const Error error = emulator::Captures::get().forbid_unsafe(); error != Error::hipSuccess) {
    return error;
  }
  if (size == 0) {
    return Error::hipSuccess;
  }
  const AllocationRecord record{emulator::thread_state().device, type, flags};
  *pointer = Runtime::get().allocate(size, kAlignment, record, what);
  return *pointer != nullptr
             ? Error::hipSuccess
             : emulator::fail(Error::hipErrorOutOfMemory, "{} of {} bytes", what, size);
}

Error release(void* pointer, const std::set<MemoryType>& types, std::string_view what) {
  if (const Error error = emulator::Captures::get().forbid_unsafe(); error != Error::hipSuccess) {
    return error;
  }
  if (pointer == nullptr || Runtime::get().release(pointer, types)) {
    return Error::hipSuccess;
  }
  const auto near = Runtime::get().memory.nearest(reinterpret_cast<std::uint64_t>(pointer));
  const bool inside = near && near->distance == 0;
  if (inside && near->allocation.released) {
    return emulator::misuse(Error::hipErrorInvalidValue, "double free", "{} was freed before: {}",
                            fmt::ptr(pointer), near->allocation.label);
  }
  return emulator::misuse(Error::hipErrorInvalidValue, "invalid free",
                          "{} is not the start of live {} memory{}{}", fmt::ptr(pointer), what,
                          inside ? "; it is in " : "", inside ? near->allocation.label : "");
}

}  // namespace

KGATE_EXPORT Error hipMalloc(void** pointer, std::size_t size) {
  return entry([&] { return allocate(pointer, size, MemoryType::device, 0, "hipMalloc"); });
}

KGATE_EXPORT Error hipExtMallocWithFlags(void** pointer, std::size_t size, std::uint32_t flags) {
  return entry([&] { return allocate(pointer, size, MemoryType::device, flags, "hipMalloc"); });
}

KGATE_EXPORT Error hipFree(void* pointer) {
  return entry(
      [&] { return release(pointer, {MemoryType::device, MemoryType::managed}, "device"); });
}

/// Stream-ordered allocation, by allocating at once and freeing once the device is idle.
KGATE_EXPORT Error hipMallocAsync(void** pointer, std::size_t size, StreamHandle stream) {
  return entry([&] {
    if (Runtime::get().stream(stream) == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    return allocate(pointer, size, MemoryType::device, 0, "hipMallocAsync");
  });
}

KGATE_EXPORT Error hipFreeAsync(void* pointer, StreamHandle stream) {
  return entry([&] {
    if (Runtime::get().stream(stream) == nullptr) {
      return Error::hipErrorInvalidHandle;
    }
    return release(pointer, {MemoryType::device}, "device");
  });
}

KGATE_EXPORT Error hipMallocManaged(void** pointer, std::size_t size, std::uint32_t flags) {
  return entry(
      [&] { return allocate(pointer, size, MemoryType::managed, flags, "hipMallocManaged"); });
}

KGATE_EXPORT Error hipMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                  std::size_t height) {
  return entry([&] {
    if (pitch == nullptr || width > SIZE_MAX - kPitchAlignment) {
      return Error::hipErrorInvalidValue;
    }
    const std::size_t row = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
    if (height != 0 && row > SIZE_MAX / height) {
      return Error::hipErrorOutOfMemory;
    }
    *pitch = row;
    return allocate(pointer, row * height, MemoryType::device, 0, "hipMallocPitch");
  });
}

KGATE_EXPORT Error hipHostMalloc(void** pointer, std::size_t size, std::uint32_t flags) {
  return entry([&] { return allocate(pointer, size, MemoryType::host, flags, "hipHostMalloc"); });
}

KGATE_EXPORT Error hipMallocHost(void** pointer, std::size_t size) {
  return hipHostMalloc(pointer, size, 0);
}

KGATE_EXPORT Error hipHostAlloc(void** pointer, std::size_t size, std::uint32_t flags) {
  return hipHostMalloc(pointer, size, flags);
}

KGATE_EXPORT Error hipHostFree(void* pointer) {
  return entry([&] { return release(pointer, {MemoryType::host}, "pinned host"); });
}

KGATE_EXPORT Error hipFreeHost(void* pointer) { return hipHostFree(pointer); }

/// Pins host memory for copies. Kernels cannot reach it: emulated device memory is one arena.
KGATE_EXPORT Error hipHostRegister(void* pointer, std::size_t size, std::uint32_t /*flags*/) {
  return entry([&] {
    if (pointer == nullptr || size == 0) {
      return Error::hipErrorInvalidValue;
    }
    return Runtime::get().pin(pointer, size) ? Error::hipSuccess
                                             : Error::hipErrorHostMemoryAlreadyRegistered;
  });
}

KGATE_EXPORT Error hipHostUnregister(void* pointer) {
  return entry([&] {
    if (pointer == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    return Runtime::get().unpin(pointer) ? Error::hipSuccess
                                         : Error::hipErrorHostMemoryNotRegistered;
  });
}

KGATE_EXPORT Error hipHostGetDevicePointer(void** device, void* host, std::uint32_t /*flags*/) {
  return entry([&] {
    if (device == nullptr || host == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    Runtime& runtime = Runtime::get();
    if (runtime.pinned(host, 1)) {
      return emulator::fail(Error::hipErrorNotSupported,
                            "{} was registered, not allocated by hipHostMalloc; kernels on an "
                            "emulated device cannot reach it",
                            fmt::ptr(host));
    }
    const auto found = runtime.memory.find(reinterpret_cast<std::uint64_t>(host));
    if (!found || found->kind != emulator::AllocationKind::host) {
      return Error::hipErrorInvalidValue;
    }
    *device = host;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipHostGetFlags(std::uint32_t* flags, void* host) {
  return entry([&] {
    const auto record = Runtime::get().record_of(reinterpret_cast<std::uint64_t>(host));
    if (flags == nullptr || !record || record->type != MemoryType::host) {
      return Error::hipErrorInvalidValue;
    }
    *flags = record->flags;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipMemGetInfo(std::size_t* available, std::size_t* total) {
  return entry([&] {
    if (available == nullptr || total == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    Runtime& runtime = Runtime::get();
    const emulator::EmulatedDevice& device = runtime.current_device();
    *total = device.model().memory_bytes;
    *available = *total - runtime.used_by(device.number());
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipMemGetAddressRange(void** base, std::size_t* size, void* pointer) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const auto found = runtime.memory.find(reinterpret_cast<std::uint64_t>(pointer));
    if (base == nullptr || size == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    if (!found) {
      return Error::hipErrorNotFound;
    }
    *base = runtime.memory.host(found->address);
    *size = found->size;
    return Error::hipSuccess;
  });
}

/// `attributes` is a hipPointerAttribute_t.
KGATE_EXPORT Error hipPointerGetAttributes(void* attributes, const void* pointer) {
  return entry([&] {
    if (attributes == nullptr || pointer == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    auto& out = *static_cast<PointerAttributes*>(attributes);
    Runtime& runtime = Runtime::get();
    const auto found = runtime.memory.find(reinterpret_cast<std::uint64_t>(pointer));
    const auto record = found ? runtime.record_of(found->address) : std::nullopt;
    // The arena is one address space, and HIP's structure has no place for const.
    void* const address = const_cast<void*>(pointer);
    if (!record) {
      out = {0, -2, nullptr, nullptr, 0, 0};
      return emulator::fail(Error::hipErrorInvalidValue, "{} is not in memory HIP allocated",
                            fmt::ptr(pointer));
    }
    const std::array<std::int32_t, 3> types = emulator::header_version() == 5
                                                  ? std::array<std::int32_t, 3>{0, 1, 0}
                                                  : std::array<std::int32_t, 3>{1, 2, 3};
    out = {types.at(static_cast<std::size_t>(record->type)),
           record->device,
           address,
           record->type == MemoryType::device ? nullptr : address,
           record->type == MemoryType::managed ? 1 : 0,
           record->flags};
    return Error::hipSuccess;
  });
}

}  // namespace kgate::hip
