// SPDX-License-Identifier: MIT
// Code that a compiled program registers at its start: kernels and variables by host address.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gates/emulator/hip/hip_runtime.hpp"
#include "kernels/runtime/hip_types.hpp"

namespace kgate::emulator {

/// One fat binary. Its code objects are loaded per device, at first use.
struct FatBinary {
  struct Managed {
    std::string name;
    void* memory = nullptr;  ///< what the device's pointer variable must hold
  };
  const void* wrapper = nullptr;
  std::vector<Managed> managed;
  std::map<int, std::shared_ptr<const CodeObject>> code;  ///< by device
};

/// All registered code of the process. Thread-safe.
class Registry {
 public:
  static Registry& get();

  /// Null for a wrapper that is not one.
  void** add_binary(const void* wrapper);
  void remove_binary(void** handle);
  /// A host key that is known already keeps its first kernel.
  void add_function(void** handle, const void* key, const char* name);
  void add_variable(void** handle, const void* key, const char* name, std::size_t size);
  /// Allocates the managed variable and stores its address in `*slot`.
  void add_managed(void** handle, void** slot, const void* initial, const char* name,
                   std::size_t size);

  /// The kernel of a host key on a device. `InvalidDeviceFunction` for an unknown key,
  /// `NoBinaryForGpu` where its binary has no code for the device.
  hip::Error function(const void* key, int device, FunctionState& function);
  /// The variable whose host shadow is `key`. `InvalidSymbol` for an unknown one.
  hip::Error variable(const void* key, int device, Variable& variable);

 private:
  struct Symbol {
    std::shared_ptr<FatBinary> binary;
    std::string name;
    std::size_t size = 0;
  };
  hip::Error load(FatBinary& binary, int device, std::shared_ptr<const CodeObject>& code);
  std::shared_ptr<FatBinary> find(void** handle);

  std::mutex mutex_;
  std::map<void**, std::shared_ptr<FatBinary>> binaries_;
  std::map<const void*, Symbol> functions_;
  std::map<const void*, Symbol> variables_;
};

}  // namespace kgate::emulator
