// SPDX-License-Identifier: MIT
// A library of AMD's name without a device: every call fails, as where there is no such hardware.
#include <cstdint>

namespace {
constexpr std::uint32_t kNoDevice = 100;
}

#define KGATE_ABSENT(name) \
  extern "C" [[gnu::visibility("default")]] std::uint32_t name() { return kNoDevice; }

KGATE_ABSENT(__hipPushCallConfiguration)
KGATE_ABSENT(__hipPopCallConfiguration)
KGATE_ABSENT(hipLaunchKernel)
KGATE_ABSENT(hipSetDevice)
KGATE_ABSENT(hipMalloc)
KGATE_ABSENT(hipFree)
KGATE_ABSENT(hipMemcpy)
KGATE_ABSENT(hipMemcpyToSymbol)
KGATE_ABSENT(hipDeviceSynchronize)
KGATE_ABSENT(hipGetLastError)
KGATE_ABSENT(hipRuntimeGetVersion)
KGATE_ABSENT(hipPointerGetAttributes)
KGATE_ABSENT(hipIpcGetMemHandle)

// Registration needs no device; the managed variable is the program's own memory then.
namespace {
int managed = 0;
}
extern "C" [[gnu::visibility("default")]] void** __hipRegisterFatBinary(const void* /*binary*/) {
  static void* handle = nullptr;
  return &handle;
}
extern "C" [[gnu::visibility("default")]] void __hipUnregisterFatBinary(void** /*modules*/) {}
extern "C" [[gnu::visibility("default")]] void __hipRegisterFunction() {}
extern "C" [[gnu::visibility("default")]] void __hipRegisterVar() {}
extern "C" [[gnu::visibility("default")]] void __hipRegisterManagedVar(void* /*modules*/,
                                                                       void** pointer) {
  *pointer = &managed;
}
