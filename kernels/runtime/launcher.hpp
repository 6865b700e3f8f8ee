// SPDX-License-Identifier: MIT
// Launches kernel entries of code objects on a stream of a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/export.hpp"
#include "kernels/registry/operations.hpp"
#include "kernels/runtime/code_objects.hpp"
#include "kernels/runtime/device.hpp"

namespace kgate {

/// How often an entry was launched.
struct LaunchCount {
  std::string family;
  std::string entry;
  std::uint64_t count = 0;  ///< launches the runtime accepted
};

/// A code object that a launcher has loaded.
struct LoadedCodeObject {
  std::string family;
  std::string target;
  std::uint32_t wave_size = 0;
  std::string origin;  ///< "embedded" or the path
  std::string hash;    ///< XXH3-128
};

/// Device memory that launches of several kernels may pass values through: no other work uses it
/// until the stream has passed them.
struct Scratch {
  void* data = nullptr;
  std::uint64_t size = 0;  ///< bytes
};

/// A device, a stream of it and a source of code objects. Any number of threads may launch through
/// one launcher. The device and the stream must outlive it.
class KGATE_API Launcher {
 public:
  /// `wave_size` picks the build of each family: 32 or 64.
  Launcher(const Device& device, hip::StreamHandle stream, CodeObjects code_objects,
           std::uint32_t wave_size);
  /// The same device, code objects, providers and counts on another stream of the device, with
  /// scratch memory; costs nothing. `other` must outlive it.
  Launcher(const Launcher& other, hip::StreamHandle stream, Scratch scratch = {});
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;
  Launcher(Launcher&&) = delete;
  Launcher& operator=(Launcher&&) = delete;

  /// Launches `entry` of the code object of `family` and does not wait. `grid` counts workgroups.
  /// `arguments` are the bytes of the entry's one by-value parameter; they are copied.
  /// The first launch of an entry loads its code object; later ones neither allocate nor lock.
  /// @return `not_found` for a missing code object or entry, `device_error` where the runtime
  /// refuses the launch. A fault inside the kernel shows at the next synchronisation.
  Status launch(std::string_view family, std::string_view entry, Dim3 grid, Dim3 block,
                std::uint32_t dynamic_lds, std::span<const std::byte> arguments);

  /// Which provider serves each operation here.
  [[nodiscard]] Operations& operations() const;

  /// Launches so far, by entry, in the order of (family, entry).
  [[nodiscard]] std::vector<LaunchCount> launches() const;
  /// Code objects loaded so far, by family.
  [[nodiscard]] std::vector<LoadedCodeObject> loaded() const;
  [[nodiscard]] const Device& device() const;
  [[nodiscard]] hip::StreamHandle stream() const;
  [[nodiscard]] std::uint32_t wave_size() const;
  [[nodiscard]] const Scratch& scratch() const { return scratch_; }
  /// Waits for the stream.
  [[nodiscard]] Status synchronize() const;

 private:
  struct State;
  std::unique_ptr<State> owned_;  ///< empty in a launcher made from another
  State* state_;
  hip::StreamHandle stream_;
  Scratch scratch_;
};

}  // namespace kgate
