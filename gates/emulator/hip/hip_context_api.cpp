// SPDX-License-Identifier: MIT
// Entry points: contexts, of which every device has one, and access between devices.
#include <array>
#include <cstdio>
#include <set>

#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::entry;
using emulator::Runtime;
using emulator::thread_state;

using ContextHandle = struct ContextObject*;

/// No valid address, and no other object's handle.
constexpr std::uintptr_t kFirstContext = std::uintptr_t{0xA010} << 48U;

bool is_device(int device) {
  return device >= 0 && static_cast<std::size_t>(device) < Runtime::get().devices.size();
}

Error no_device(int device) {
  return emulator::fail(Error::hipErrorInvalidDevice, "there is no device {}", device);
}

ContextHandle context_of(int device) {
  return std::bit_cast<ContextHandle>(kFirstContext + static_cast<std::uintptr_t>(device));
}

/// -1 for a handle that is none.
int device_of(ContextHandle context) {
  const std::uintptr_t device = std::bit_cast<std::uintptr_t>(context) - kFirstContext;
  return device < Runtime::get().devices.size() ? static_cast<int>(device) : -1;
}

Error not_a_context() {
  return emulator::fail(Error::hipErrorInvalidContext, "the handle is not a context");
}

/// Pairs (from, to) of devices with access switched on.
struct PeerAccess {
  std::mutex mutex;
  std::set<std::pair<int, int>> pairs;
};

PeerAccess& peer_access() {
  static PeerAccess& access = *new PeerAccess;
  return access;
}

template <class Body>
Error with_peer(int peer, Body body) {
  return entry([&] {
    const int own = thread_state().device;
    if (!is_device(peer) || peer == own) {
      return no_device(peer);
    }
    PeerAccess& access = peer_access();
    const std::scoped_lock lock(access.mutex);
    return body(access.pairs, std::pair(own, peer));
  });
}

Error set(int* out, int value) {
  if (out == nullptr) {
    return Error::hipErrorInvalidValue;
  }
  *out = value;
  return Error::hipSuccess;
}

}  // namespace

KGATE_EXPORT Error hipCtxCreate(ContextHandle* context, std::uint32_t /*flags*/, int device) {
  return entry([&] {
    if (context == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    if (!is_device(device)) {
      return no_device(device);
    }
    *context = context_of(device);
    thread_state().contexts.push_back(thread_state().device);
    thread_state().device = device;
    return Error::hipSuccess;
  });
}

/// A device's context lives as long as the process; destroying it only takes it from the stack.
KGATE_EXPORT Error hipCtxDestroy(ContextHandle context) {
  return entry([&] {
    auto& state = thread_state();
    if (device_of(context) < 0) {
      return not_a_context();
    }
    if (!state.contexts.empty() && state.device == device_of(context)) {
      state.device = state.contexts.back();
      state.contexts.pop_back();
    }
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipCtxPushCurrent(ContextHandle context) {
  return entry([&] {
    const int device = device_of(context);
    if (device < 0) {
      return not_a_context();
    }
    thread_state().contexts.push_back(thread_state().device);
    thread_state().device = device;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipCtxPopCurrent(ContextHandle* context) {
  return entry([&] {
    auto& state = thread_state();
    if (state.contexts.empty()) {
      return emulator::fail(Error::hipErrorInvalidContext, "no context was pushed");
    }
    if (context != nullptr) {
      *context = context_of(state.device);
    }
    state.device = state.contexts.back();
    state.contexts.pop_back();
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipCtxSetCurrent(ContextHandle context) {
  return entry([&] {
    const int device = device_of(context);
    if (context != nullptr && device < 0) {
      return not_a_context();
    }
    // HIP: null takes the thread's context away, and its calls then use the first device.
    thread_state().device = context == nullptr ? 0 : device;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipCtxGetCurrent(ContextHandle* context) {
  return entry([&] {
    if (context == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *context = context_of(thread_state().device);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipCtxGetDevice(int* device) {
  return entry([&] { return set(device, thread_state().device); });
}

KGATE_EXPORT Error hipCtxSynchronize() { return hipDeviceSynchronize(); }

KGATE_EXPORT Error hipDevicePrimaryCtxRetain(ContextHandle* context, int device) {
  return entry([&] {
    if (context == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    if (!is_device(device)) {
      return no_device(device);
    }
    *context = context_of(device);
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipDevicePrimaryCtxRelease(int device) {
  return entry([&] { return is_device(device) ? Error::hipSuccess : no_device(device); });
}

KGATE_EXPORT Error hipDevicePrimaryCtxGetState(int device, std::uint32_t* flags, int* active) {
  return entry([&] {
    if (flags == nullptr || active == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    if (!is_device(device)) {
      return no_device(device);
    }
    *flags = 0;
    *active = thread_state().device == device ? 1 : 0;
    return Error::hipSuccess;
  });
}

/// All devices share one address space here, so each can reach the memory of the others.
KGATE_EXPORT Error hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return entry([&] {
    if (!is_device(device) || !is_device(peer)) {
      return no_device(is_device(device) ? peer : device);
    }
    return set(can, device != peer ? 1 : 0);
  });
}

KGATE_EXPORT Error hipDeviceEnablePeerAccess(int peer, std::uint32_t flags) {
  return with_peer(peer, [&](auto& pairs, const auto& pair) {
    if (flags != 0) {
      return Error::hipErrorInvalidValue;
    }
    return pairs.insert(pair).second ? Error::hipSuccess : Error::hipErrorPeerAccessAlreadyEnabled;
  });
}

KGATE_EXPORT Error hipDeviceDisablePeerAccess(int peer) {
  return with_peer(peer, [](auto& pairs, const auto& pair) {
    return pairs.erase(pair) != 0 ? Error::hipSuccess : Error::hipErrorPeerAccessNotEnabled;
  });
}

/// "domain:bus:device.function", of which the bus is the device's number plus one.
KGATE_EXPORT Error hipDeviceGetPCIBusId(char* text, int size, int device) {
  return entry([&] {
    constexpr int kSize = 13;
    if (text == nullptr || size < kSize) {
      return emulator::fail(Error::hipErrorInvalidValue, "the text needs {} characters", kSize);
    }
    if (!is_device(device)) {
      return no_device(device);
    }
    const std::string id = fmt::format("0000:{:02x}:00.0", device + 1);
    id.copy(text, id.size());
    text[id.size()] = '\0';
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipDeviceGetByPCIBusId(int* device, const char* text) {
  return entry([&] {
    if (device == nullptr || text == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    for (int number = 0; is_device(number); ++number) {
      std::array<char, 16> id{};
      static_cast<void>(hipDeviceGetPCIBusId(id.data(), static_cast<int>(id.size()), number));
      if (std::string_view(id.data()) == text) return set(device, number);
    }
    return emulator::fail(Error::hipErrorInvalidDevice, "no device is at '{}'", text);
  });
}

}  // namespace kgate::hip
