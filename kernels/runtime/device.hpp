// SPDX-License-Identifier: MIT
// A device of the HIP seam: `emulated:gfx1151`, `hip:0`, `cuda:0`, `cpu:0`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "kernels/registry/registry.hpp"
#include "kernels/runtime/hip_api.hpp"
#include "kernels/status.hpp"

namespace kgate {

inline constexpr std::string_view kDefaultDevice = "emulated:gfx1151";

enum class DeviceKind {
  emulated,  ///< libkgate_hip_emulator.so: gfx machine code on the CPU
  hip,       ///< libamdhip64.so: AMD hardware
  cuda,      ///< libkgate_hip_on_cuda.so: NVIDIA hardware
  cpu,       ///< the host itself: memory and streams, and no kernels; the reference tier's device
};

/// A device specification taken apart.
struct DeviceSpec {
  DeviceKind kind = DeviceKind::emulated;
  std::string target;  ///< gfx target, emulated devices only
  int ordinal = 0;     ///< device number; 0 for an emulated device
};

/// Parses `emulated:<gfx target>`, `hip:<number>`, `cuda:<number>` or `cpu:0`; no surrounding
/// blanks.
Status parse_device_spec(std::string_view text, DeviceSpec& spec);

/// The file of the emulated HIP runtime: KGATE_HIP_EMULATOR, or beside this program, or installed.
Status emulator_library(std::filesystem::path& file);

/// An open device. Immutable, so any thread may use it.
class KGATE_API Device {
 public:
  /// Loads the library that `spec` names, finds the device and reads its properties.
  ///
  /// `emulated:` looks for the emulator library at $KGATE_HIP_EMULATOR if that is set, and else
  /// beside this library or executable, in `../lib` of it, in the install folder and on the dynamic
  /// linker's path; `cuda:` does the same with $KGATE_HIP_ON_CUDA. `hip:` loads libamdhip64.so;
  /// `cpu:0` loads nothing.
  /// @return `invalid_argument` for a malformed spec, `not_found` where the library or the device
  /// does not exist, saying which library was tried and what it answered.
  static Status open(std::string_view spec, std::unique_ptr<Device>& device);

  [[nodiscard]] const std::string& spec() const { return spec_; }
  [[nodiscard]] DeviceKind kind() const { return kind_; }
  [[nodiscard]] bool emulated() const { return kind_ == DeviceKind::emulated; }
  /// Whether the host may read and write device memory through the device pointer.
  [[nodiscard]] bool host_addressable() const { return emulated() || kind_ == DeviceKind::cpu; }
  /// Whose kernels it runs: what providers are registered for.
  [[nodiscard]] Backend backend() const;
  /// The number HIP knows the device by in its library.
  [[nodiscard]] int ordinal() const { return ordinal_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Target of the code it runs, without feature suffixes: "gfx1151", "gfx90a", "sm_90".
  [[nodiscard]] const std::string& target() const { return target_; }
  /// The wave size a kernel has unless it was compiled for another.
  [[nodiscard]] std::uint32_t wave_size() const { return wave_size_; }
  [[nodiscard]] std::uint32_t max_threads_per_block() const { return max_threads_per_block_; }
  /// Bytes of LDS a workgroup may use.
  [[nodiscard]] std::uint64_t max_lds_per_block() const { return max_lds_per_block_; }
  [[nodiscard]] const hip::Api& api() const { return *api_; }

  /// ok for hipSuccess, else `device_error`: what was called, the device and the HIP error name.
  [[nodiscard]] Status check(hip::Error error, std::string_view call) const;
  /// Waits for all work of the device.
  [[nodiscard]] Status synchronize() const;
  /// Text of the last execution fault of an emulated device; empty if none or not emulated.
  [[nodiscard]] std::string last_fault() const;

 private:
  Device() = default;
  Status find_ordinal(const DeviceSpec& wanted);
  Status read_properties();

  std::string spec_;
  DeviceKind kind_ = DeviceKind::emulated;
  int ordinal_ = 0;
  std::string name_;
  std::string target_;
  std::uint32_t wave_size_ = 32;
  std::uint32_t max_threads_per_block_ = 0;
  std::uint64_t max_lds_per_block_ = 0;
  const hip::Api* api_ = nullptr;
};

/// Makes a device current for the calling thread and puts the former one back.
class CurrentDevice {
 public:
  explicit CurrentDevice(const Device& device);
  ~CurrentDevice();
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;
  CurrentDevice(CurrentDevice&&) = delete;
  CurrentDevice& operator=(CurrentDevice&&) = delete;

  [[nodiscard]] const Status& status() const { return status_; }

 private:
  const Device& device_;
  int former_ = -1;  ///< -1 where nothing has to be put back
  Status status_;
};

}  // namespace kgate
