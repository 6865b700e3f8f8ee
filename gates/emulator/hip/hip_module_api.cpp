// SPDX-License-Identifier: MIT
// Entry points: modules, functions, and launching them.
#include <fstream>
#include <iterator>
#include <vector>

#include "gates/emulator/emulator_api.h"
#include "gates/emulator/hip/code_object_bundle.hpp"
#include "gates/emulator/hip/hip_exports.hpp"
#include "gates/emulator/hip/hip_runtime.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::hip {
namespace {

using emulator::EmulatedDevice;
using emulator::entry;
using emulator::FunctionState;
using emulator::ModuleState;
using emulator::Runtime;

Error load(ModuleHandle* module, std::span<const std::byte> image, std::string_view label) {
  Runtime& runtime = Runtime::get();
  EmulatedDevice& device = runtime.current_device();
  std::vector<std::byte> unpacked;
  std::span<const std::byte> elf;
  if (const Status status =
          emulator::select_code_object(image, device.target().name, unpacked, elf);
      !status) {
    return emulator::fail(status);
  }
  auto state = std::make_shared<ModuleState>();
  state->device = device.number();
  if (const Status status =
          emulator::CodeObject::load(elf, device.target(), runtime.memory, label, state->code);
      !status) {
    return emulator::fail(status);
  }
  *module = runtime.modules.insert(std::move(state));
  return Error::hipSuccess;
}

Error load_data(ModuleHandle* module, const void* image) {
  if (module == nullptr || image == nullptr) {
    return Error::hipErrorInvalidValue;
  }
  std::span<const std::byte> bytes;
  if (const Status status = emulator::image_extent(image, bytes); !status) {
    return emulator::fail(status);
  }
  return load(module, bytes, "a module");
}

Error not_a_module() {
  return emulator::fail(Error::hipErrorInvalidHandle, "the module handle is not a live module");
}

}  // namespace

KGATE_EXPORT Error hipModuleLoad(ModuleHandle* module, const char* path) {
  return entry([&] {
    if (module == nullptr || path == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file),
                                  std::istreambuf_iterator<char>()};
    if (!file || bytes.empty()) {
      return emulator::fail(Error::hipErrorFileNotFound, "'{}' cannot be read or is empty", path);
    }
    return load(module, std::as_bytes(std::span(bytes)), path);
  });
}

KGATE_EXPORT Error hipModuleLoadData(ModuleHandle* module, const void* image) {
  return entry([&] { return load_data(module, image); });
}

/// The options are hints to a compiler; an image that is compiled already has no use for them.
KGATE_EXPORT Error hipModuleLoadDataEx(ModuleHandle* module, const void* image,
                                       std::uint32_t /*count*/, std::uint32_t* /*options*/,
                                       void** /*values*/) {
  return entry([&] { return load_data(module, image); });
}

KGATE_EXPORT std::uint32_t kgateEmulatorModuleLoad(void** module, const void* image,
                                                   std::size_t size) {
  return static_cast<std::uint32_t>(entry([&] {
    if (module == nullptr || image == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    ModuleHandle handle = nullptr;
    const Error error = load(&handle, {static_cast<const std::byte*>(image), size}, "a module");
    *module = handle;
    return error;
  }));
}

KGATE_EXPORT Error hipModuleUnload(ModuleHandle module) {
  return entry([&] {
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<ModuleState> state = runtime.modules.remove(module);
    if (state == nullptr) {
      return not_a_module();
    }
    const std::scoped_lock lock(state->mutex);
    for (const auto& [name, function] : state->functions) {
      runtime.functions.remove(function);
    }
    runtime.devices.at(static_cast<std::size_t>(state->device))->drain();
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipModuleGetFunction(FunctionHandle* function, ModuleHandle module,
                                        const char* name) {
  return entry([&] {
    if (function == nullptr || name == nullptr) {
      return Error::hipErrorInvalidValue;
    }
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<ModuleState> state = runtime.modules.find(module);
    if (state == nullptr) {
      return not_a_module();
    }
    const emulator::Kernel* const kernel = state->code->find_kernel(name);
    if (kernel == nullptr) {
      return emulator::fail(Error::hipErrorNotFound, "the module has no kernel '{}'", name);
    }
    const std::scoped_lock lock(state->mutex);
    const auto [place, added] = state->functions.try_emplace(name, nullptr);
    if (added) {
      place->second = runtime.functions.insert(
          std::make_shared<FunctionState>(FunctionState{state->code, kernel, state->device}));
    }
    *function = place->second;
    return Error::hipSuccess;
  });
}

KGATE_EXPORT Error hipModuleGetGlobal(void** pointer, std::size_t* size, ModuleHandle module,
                                      const char* name) {
  return entry([&] {
    if (name == nullptr || (pointer == nullptr && size == nullptr)) {
      return Error::hipErrorInvalidValue;
    }
    Runtime& runtime = Runtime::get();
    const std::shared_ptr<ModuleState> state = runtime.modules.find(module);
    if (state == nullptr) {
      return not_a_module();
    }
    const auto variable = state->code->find_variable(name);
    if (!variable) {
      return emulator::fail(Error::hipErrorNotFound, "the module has no variable '{}'", name);
    }
    if (pointer != nullptr) {
      *pointer = runtime.memory.host(variable->address);
    }
    if (size != nullptr) {
      *size = variable->size;
    }
    return Error::hipSuccess;
  });
}

}  // namespace kgate::hip
