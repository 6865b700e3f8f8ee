// SPDX-License-Identifier: MIT
// Keeps registered code and loads it when a device first needs it.
#include "gates/emulator/hip/hip_registration.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "gates/emulator/hip/code_object_bundle.hpp"
#include "gates/emulator/hip/hip_thread.hpp"

namespace kgate::emulator {
namespace {

using hip::Error;

constexpr std::array<std::uint32_t, 2> kWrapperStart{0x48495046, 1};  // "HIPF", version

}  // namespace

Registry& Registry::get() {
  // Unregistration comes after static objects are destroyed, so this is never destroyed.
  static Registry& registry = *new Registry;
  return registry;
}

std::shared_ptr<FatBinary> Registry::find(void** handle) {
  const auto found = binaries_.find(handle);
  return found == binaries_.end() ? nullptr : found->second;
}

void** Registry::add_binary(const void* wrapper) {
  if (wrapper == nullptr ||
      std::memcmp(wrapper, kWrapperStart.data(), sizeof(kWrapperStart)) != 0) {
    return nullptr;
  }
  const std::scoped_lock lock(mutex_);
  auto binary = std::make_shared<FatBinary>();
  binary->wrapper = wrapper;
  void** const handle = reinterpret_cast<void**>(binary.get());
  binaries_.emplace(handle, std::move(binary));
  return handle;
}

void Registry::remove_binary(void** handle) {
  const std::scoped_lock lock(mutex_);
  const std::shared_ptr<FatBinary> binary = find(handle);
  if (binary == nullptr) {
    return;
  }
  for (const auto& device : Runtime::get().devices) {
    device->drain();
  }
  const auto belongs = [&](const auto& entry) { return entry.second.binary == binary; };
  std::erase_if(functions_, belongs);
  std::erase_if(variables_, belongs);
  binaries_.erase(handle);
}

void Registry::add_function(void** handle, const void* key, const char* name) {
  const std::scoped_lock lock(mutex_);
  if (const std::shared_ptr<FatBinary> binary = find(handle); binary != nullptr) {
    functions_.emplace(key, Symbol{binary, name, 0});
  }
}

void Registry::add_variable(void** handle, const void* key, const char* name, std::size_t size) {
  const std::scoped_lock lock(mutex_);
  if (const std::shared_ptr<FatBinary> binary = find(handle); binary != nullptr) {
    variables_.emplace(key, Symbol{binary, name, size});
  }
}

void Registry::add_managed(void** handle, void** slot, const void* initial, const char* name,
                           std::size_t size) {
  const std::scoped_lock lock(mutex_);
  const std::shared_ptr<FatBinary> binary = find(handle);
  if (binary == nullptr || size == 0) {
    return;
  }
  constexpr std::size_t kAlignment = 256;
  void* const memory = Runtime::get().allocate(size, kAlignment, {0, MemoryType::managed, 0}, name);
  if (memory != nullptr) {
    std::memcpy(memory, initial, size);
    binary->managed.push_back({name, memory});
  }
  *slot = memory;
}

Error Registry::load(FatBinary& binary, int device, std::shared_ptr<const CodeObject>& code) {
  std::shared_ptr<const CodeObject>& loaded = binary.code[device];
  if (loaded == nullptr) {
    Runtime& runtime = Runtime::get();
    const Target& target = runtime.devices.at(static_cast<std::size_t>(device))->target();
    std::span<const std::byte> image;
    std::vector<std::byte> unpacked;
    std::span<const std::byte> elf;
    if (const Status status = image_extent(binary.wrapper, image); !status) {
      return fail(status);
    }
    if (const Status status = select_code_object(image, target.name, unpacked, elf); !status) {
      return fail(status);
    }
    if (const Status status = CodeObject::load(elf, target, runtime.memory, "the program", loaded);
        !status) {
      return fail(status);
    }
    for (const FatBinary::Managed& managed : binary.managed) {
      if (const auto slot = loaded->find_variable(managed.name);
          slot && slot->size == sizeof(managed.memory)) {
        runtime.memory.copy_in(slot->address, &managed.memory, sizeof(managed.memory));
      }
    }
  }
  code = loaded;
  return Error::hipSuccess;
}

Error Registry::function(const void* key, int device, FunctionState& function) {
  const std::scoped_lock lock(mutex_);
  const auto found = functions_.find(key);
  if (found == functions_.end()) {
    return fail(Error::hipErrorInvalidDeviceFunction, "{} is not a registered kernel",
                fmt::ptr(key));
  }
  const Symbol& symbol = found->second;
  if (const Error error = load(*symbol.binary, device, function.code); error != Error::hipSuccess) {
    return error;
  }
  function.kernel = function.code->find_kernel(symbol.name);
  function.device = device;
  return function.kernel != nullptr ? Error::hipSuccess
                                    : fail(Error::hipErrorInvalidDeviceFunction,
                                           "the program's code has no kernel '{}'", symbol.name);
}

Error Registry::variable(const void* key, int device, Variable& variable) {
  const std::scoped_lock lock(mutex_);
  const auto found = variables_.find(key);
  if (found == variables_.end()) {
    return fail(Error::hipErrorInvalidSymbol, "{} is not a registered variable", fmt::ptr(key));
  }
  const Symbol& symbol = found->second;
  std::shared_ptr<const CodeObject> code;
  if (const Error error = load(*symbol.binary, device, code); error != Error::hipSuccess) {
    return error;
  }
  const auto placed = code->find_variable(symbol.name);
  if (!placed) {
    return fail(Error::hipErrorInvalidSymbol, "the program's code has no variable '{}'",
                symbol.name);
  }
  variable = *placed;
  return Error::hipSuccess;
}

}  // namespace kgate::emulator
