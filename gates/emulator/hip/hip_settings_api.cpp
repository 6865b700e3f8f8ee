// SPDX-License-Identifier: MIT
// Entry points: settings that do not change results (cache and bank configuration, advice, limits,
// flags), and small questions.
#include <dlfcn.h>

#include <array>
#include <atomic>
#include <cstring>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {

// Defined with their likes.
KGATE_EXPORT Error hipMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                  std::size_t height);
KGATE_EXPORT Error hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                                      FunctionHandle function,
                                                                      int threads,
                                                                      std::size_t dynamic_lds);
KGATE_EXPORT Error hipModuleOccupancyMaxPotentialBlockSize(int* grid, int* block,
                                                           FunctionHandle function,
                                                           std::size_t dynamic_lds, int limit);

namespace {

using emulator::entry;
using emulator::Runtime;

/// hipLimit_t: stack, printf buffer, heap; bytes. What is set is only remembered.
constexpr std::array<std::size_t, 3> kInitialLimits{1024, std::size_t{1} << 20U,
                                                    std::size_t{8} << 20U};
std::array<std::atomic<std::size_t>, 3> limits{kInitialLimits[0], kInitialLimits[1],
                                               kInitialLimits[2]};

/// hipDeviceMapHost, which is always on.
constexpr std::uint32_t kMapHost = 8;
std::atomic<std::uint32_t> device_flags{0};

bool is_device(int device) {
  return device >= 0 && static_cast<std::size_t>(device) < Runtime::get().devices.size();
}

Error valid(bool condition) {
  return entry([&] { return condition ? Error::hipSuccess : Error::hipErrorInvalidValue; });
}

template <class Value>
Error give(Value* out, Value value) {
  return entry([&] {
    if (out == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *out = value;
    return Error::hipSuccess;
  });
}

/// Whether `size` bytes from `pointer` on are of one allocation of managed memory.
bool is_managed(const void* pointer, std::size_t size) {
  Runtime& runtime = Runtime::get();
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const auto found = runtime.memory.find(address);
  const auto record = found ? runtime.record_of(found->address) : std::nullopt;
  return record && record->type == emulator::MemoryType::managed &&
         size <= found->size - (address - found->address);
}

}  // namespace

KGATE_EXPORT Error hipDeviceGetLimit(std::size_t* value, std::uint32_t limit) {
  return limit < limits.size() ? give(value, limits.at(limit).load())
                               : entry([] { return Error::hipErrorUnsupportedLimit; });
}

KGATE_EXPORT Error hipDeviceSetLimit(std::uint32_t limit, std::size_t value) {
  return entry([&] {
    if (limit >= limits.size()) {
      return Error::hipErrorUnsupportedLimit;
    }
    limits.at(limit) = value;
    return Error::hipSuccess;
  });
}

// hipFuncCachePreferNone and hipSharedMemBankSizeDefault are 0; gfx11 has nothing to choose.
KGATE_EXPORT Error hipDeviceSetCacheConfig(int config) { return valid(config >= 0 && config <= 3); }
KGATE_EXPORT Error hipDeviceGetCacheConfig(int* config) { return give(config, 0); }
KGATE_EXPORT Error hipDeviceSetSharedMemConfig(int config) {
  return valid(config >= 0 && config <= 2);
}
KGATE_EXPORT Error hipDeviceGetSharedMemConfig(int* config) { return give(config, 0); }

KGATE_EXPORT Error hipSetDeviceFlags(std::uint32_t flags) {
  return entry([&] {
    device_flags = flags;
    return Error::hipSuccess;
  });
}
KGATE_EXPORT Error hipGetDeviceFlags(std::uint32_t* flags) {
  return give(flags, device_flags.load() | kMapHost);
}

/// All devices are alike in what can be asked for: the first, whatever the properties say.
KGATE_EXPORT Error hipChooseDevice(int* device, const void* properties) {
  return properties == nullptr ? valid(false) : give(device, 0);
}
KGATE_EXPORT Error hipChooseDeviceR0000(int* device, const void* properties) {
  return hipChooseDevice(device, properties);
}
KGATE_EXPORT Error hipChooseDeviceR0600(int* device, const void* properties) {
  return hipChooseDevice(device, properties);
}

/// 16 characters that name the device: its target and number.
KGATE_EXPORT Error hipDeviceGetUuid(char* uuid, int device) {
  return entry([&] {
    if (uuid == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    if (!is_device(device)) {
      return Error::hipErrorInvalidDevice;
    }
    const auto& model = Runtime::get().devices.at(static_cast<std::size_t>(device))->model();
    std::memset(uuid, '0', 16);
    model.target.copy(uuid, 15);
    uuid[15] = static_cast<char>('0' + device);
    return Error::hipSuccess;
  });
}

/// hipDeviceP2PAttr: rank, access, native atomics, arrays.
KGATE_EXPORT Error hipDeviceGetP2PAttribute(int* value, std::uint32_t attribute, int from, int to) {
  if (!is_device(from) || !is_device(to)) {
    return entry([] { return Error::hipErrorInvalidDevice; });
  }
  constexpr std::array<int, 4> kValues{0, 1, 1, 0};
  return from != to && attribute < kValues.size() ? give(value, kValues.at(attribute))
                                                  : valid(false);
}

KGATE_EXPORT Error hipMemPrefetchAsync(const void* pointer, std::size_t size, int /*device*/,
                                       StreamHandle stream) {
  return valid(is_managed(pointer, size) && Runtime::get().stream(stream) != nullptr);
}

KGATE_EXPORT Error hipMemAdvise(const void* pointer, std::size_t size, std::uint32_t /*advice*/,
                                int /*device*/) {
  return valid(size != 0 && is_managed(pointer, size));
}

KGATE_EXPORT Error hipStreamAttachMemAsync(StreamHandle stream, void* pointer, std::size_t length,
                                           std::uint32_t /*flags*/) {
  return valid(is_managed(pointer, length) && Runtime::get().stream(stream) != nullptr);
}

KGATE_EXPORT Error hipMemAllocHost(void** pointer, std::size_t size) {
  return hipHostMalloc(pointer, size, 0);
}

KGATE_EXPORT Error hipMemAllocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                    std::size_t height, std::uint32_t /*element*/) {
  return hipMallocPitch(pointer, pitch, width, height);
}

KGATE_EXPORT Error hipMemPtrGetInfo(void* pointer, std::size_t* size) {
  const auto found = Runtime::get().memory.find(reinterpret_cast<std::uint64_t>(pointer));
  return found ? give(size, static_cast<std::size_t>(found->size)) : valid(false);
}

KGATE_EXPORT Error hipProfilerStart() { return valid(true); }
KGATE_EXPORT Error hipProfilerStop() { return valid(true); }

KGATE_EXPORT int hipGetStreamDeviceId(StreamHandle stream) {
  const auto queue = Runtime::get().stream(stream);
  return queue == nullptr ? -1 : queue->device();
}

/// Which compute units a stream may use does not matter to results.
KGATE_EXPORT Error hipExtStreamCreateWithCUMask(StreamHandle* stream, std::uint32_t size,
                                                const std::uint32_t* mask) {
  return size == 0 || mask == nullptr ? valid(false) : hipStreamCreateWithFlags(stream, 0);
}

KGATE_EXPORT Error hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, FunctionHandle function, int threads, std::size_t dynamic_lds,
    std::uint32_t /*flags*/) {
  return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_lds);
}

KGATE_EXPORT Error hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block,
                                                                    FunctionHandle function,
                                                                    std::size_t dynamic_lds,
                                                                    int limit,
                                                                    std::uint32_t /*flags*/) {
  return hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, dynamic_lds, limit);
}

/// hipChannelFormatDesc: bits of four components, and the kind of their values.
struct ChannelFormat {
  std::array<int, 4> bits;
  int kind;
};
KGATE_EXPORT ChannelFormat hipCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {{x, y, z, w}, kind};
}

/// The address of an entry point; which version of HIP asks does not matter.
KGATE_EXPORT Error hipGetProcAddress(const char* name, void** function, int /*version*/,
                                     std::uint64_t /*flags*/, std::uint32_t* status) {
  return entry([&] {
    if (name == nullptr || function == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    Dl_info own{};
    static const char here = 0;
    void* const library =
        ::dladdr(&here, &own) != 0 ? ::dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    *function = library == nullptr ? nullptr : ::dlsym(library, name);
    if (library != nullptr) {
      ::dlclose(library);
    }
    if (status != nullptr) {
      *status = *function == nullptr ? 1 : 0;
    }
    return *function == nullptr
               ? emulator::fail(Error::hipErrorInvalidValue, "there is no entry point '{}'", name)
               : Error::hipSuccess;
  });
}

}  // namespace kgate::hip
