// SPDX-License-Identifier: MIT
// Entry points: devices, versions, synchronisation of a device.
#include <algorithm>
#include <cstring>
#include <optional>

#include "gates/emulator/hip/hip_abi.hpp"
#include "gates/emulator/hip/hip_capture.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::DeviceModel;
using emulator::entry;
using emulator::Runtime;

/// HIP_VERSION of the headers: major * 10^7 + minor * 10^5 + patch. Both property layouts are
/// served.
int version_of_headers() { return emulator::header_version() == 5 ? 50'200'000 : 60'000'000; }

const DeviceModel* model_of(int device) {
  const auto models = emulator::device_models();
  return device >= 0 && static_cast<std::size_t>(device) < models.size()
             ? &models[static_cast<std::size_t>(device)]
             : nullptr;
}

Error no_device(int device) {
  return emulator::fail(Error::hipErrorInvalidDevice,
                        "device {} is not one of the {} emulated ones", device,
                        emulator::device_models().size());
}

template <class Properties>
Error properties_of(Properties* properties, int device) {
  return entry([&] {
    if (properties == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    const DeviceModel* const model = model_of(device);
    if (model == nullptr) {
      return no_device(device);
    }
    emulator::fill_properties(*model, device, *properties);
    return Error::hipSuccess;
  });
}

Error version(int* out) {
  return entry([&] {
    if (out == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *out = version_of_headers();
    return Error::hipSuccess;
  });
}

}  // namespace

KGATE_EXPORT Error hipInit(std::uint32_t flags) {
  return entry([&] { return flags == 0 ? Error::hipSuccess : Error::hipErrorInvalidValue; });
}

KGATE_EXPORT Error hipRuntimeGetVersion(int* out) { return version(out); }

KGATE_EXPORT Error hipDriverGetVersion(int* out) { return version(out); }

KGATE_EXPORT Error hipGetDeviceCount(int* count) {
  return entry([&] {
    if (count == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *count = static_cast<int>(emulator::device_models().size());
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipSetDevice(int device) {
  return entry([&] {
    if (model_of(device) == nullptr) {
      return no_device(device);
    }
    emulator::thread_state().device = device;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGetDevice(int* device) {
  return entry([&] {
    if (device == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *device = emulator::thread_state().device;
    return Error::hipSuccess;
  });
}

/// hipDevice_t is the device number.
KGATE_EXPORT Error hipDeviceGet(int* device, int ordinal) {
  return entry([&] {
    if (device == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    if (model_of(ordinal) == nullptr) {
      return no_device(ordinal);
    }
    *device = ordinal;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipDeviceGetName(char* name, int size, int device) {
  return entry([&] {
    const DeviceModel* const model = model_of(device);
    if (model == nullptr) {
      return no_device(device);
    }
    if (name == nullptr || size <= 0) {
      return Error::hipErrorInvalidValue;
    }
    const std::size_t count = std::min(static_cast<std::size_t>(size) - 1, model->name.size());
    std::memcpy(name, model->name.data(), count);
    name[count] = '\0';
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipDeviceTotalMem(std::size_t* bytes, int device) {
  return entry([&] {
    const DeviceModel* const model = model_of(device);
    if (model == nullptr) {
      return no_device(device);
    }
    if (bytes == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *bytes = model->memory_bytes;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipDeviceComputeCapability(int* major, int* minor, int device) {
  return entry([&] {
    const DeviceModel* const model = model_of(device);
    if (model == nullptr) {
      return no_device(device);
    }
    if (major == nullptr || minor == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    *major = 11;
    *minor = model->minor;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipGetDeviceProperties(DevicePropertiesR0000* properties, int device) {
  return properties_of(properties, device);
}

KGATE_EXPORT Error hipGetDevicePropertiesR0000(DevicePropertiesR0000* properties, int device) {
  return properties_of(properties, device);
}

KGATE_EXPORT Error hipGetDevicePropertiesR0600(DevicePropertiesR0600* properties, int device) {
  return properties_of(properties, device);
}

KGATE_EXPORT Error hipDeviceGetAttribute(int* value, DeviceAttribute which, int device) {
  return entry([&] {
    if (value == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    const DeviceModel* const model = model_of(device);
    if (model == nullptr) {
      return no_device(device);
    }
    const std::optional<int> found = emulator::attribute(*model, device, which);
    if (!found) {
      return emulator::fail(Error::hipErrorInvalidValue, "device attribute {} is not known",
                            static_cast<std::uint32_t>(which));
    }
    *value = *found;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipDeviceSynchronize() {
  return entry([] {
    if (const Error error = emulator::Captures::get().forbid_unsafe(); error != Error::hipSuccess) {
      return error;
    }
    emulator::EmulatedDevice& device = Runtime::get().current_device();
    return emulator::report(device, device.synchronize());
  });
}

/// Completes all work and forgets its faults. Memory and handles stay valid, which HIP leaves open.
KGATE_EXPORT Error hipDeviceReset() {
  return entry([] {
    emulator::EmulatedDevice& device = Runtime::get().current_device();
    while (const emulator::FaultPointer fault = device.synchronize()) {
      device.clear_fault(fault);
    }
    return Error::hipSuccess;
  });
}

}  // namespace kgate::hip
