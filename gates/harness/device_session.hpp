// SPDX-License-Identifier: MIT
// An open device with the code objects under test: uploads a problem, launches, downloads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gates/harness/emulator_options.hpp"
#include "gates/harness/snapshot.hpp"
#include "kernels/case.hpp"

namespace kgate {
class Device;
}  // namespace kgate

namespace kgate::gates {

/// What to open and how the emulator is to behave.
struct SessionOptions {
  std::string device = "emulated:gfx1151";
  unsigned wave_size = 32;
  std::filesystem::path code_objects;  ///< folder that replaces the embedded ones; empty: embedded
  std::uint64_t schedule_seed = 0;
  std::uint64_t approximation_seed = 0;
  EmulatorOptions emulator;
};

/// The options of `kgate run` that open such a session, each with a space before it.
[[nodiscard]] std::string session_arguments(const SessionOptions& options);

/// What a kernel executed on the emulator, by class, and where inexact values went.
struct KernelFidelity {
  std::string kernel;
  std::uint64_t exact = 0;  ///< wave instructions
  std::uint64_t documented = 0;
  std::uint64_t approximate = 0;
  std::uint64_t model = 0;
  std::map<std::string, std::uint64_t> inexact_opcodes;  ///< the last three by mnemonic
  std::uint64_t stores = 0;  ///< wave instructions that stored an inexact value
  std::uint64_t addresses = 0;
  std::uint64_t branches = 0;
  std::string first_use;  ///< of an inexact value; "" if none

  /// No inexact value decided a result.
  [[nodiscard]] bool exact_results() const { return stores + addresses + branches == 0; }
  /// "v_rcp_f32 12, v_sqrt_f32 4"
  [[nodiscard]] std::string inexact_text() const;
};

/// Adds what another session counted, kernel by kernel.
void add_fidelity(std::vector<KernelFidelity>& total, const std::vector<KernelFidelity>& more);

/// The device side of a run. One thread at a time.
class DeviceSession {
 public:
  /// Opens the device. Not ok: no such device here, and why.
  static Status open(const SessionOptions& options, std::unique_ptr<DeviceSession>& session);
  DeviceSession(const DeviceSession&) = delete;
  DeviceSession& operator=(const DeviceSession&) = delete;
  DeviceSession(DeviceSession&&) = delete;
  DeviceSession& operator=(DeviceSession&&) = delete;
  ~DeviceSession();

  /// Allocates and fills the buffers of `problem`, launches the family, waits, and reads every
  /// segment back.
  Status run(const Family& family, const Problem& problem, Snapshot& after);

  /// "emulated:gfx1151 wave32".
  [[nodiscard]] const std::string& label() const { return label_; }
  [[nodiscard]] const SessionOptions& options() const { return options_; }
  [[nodiscard]] bool emulated() const;
  /// Launches that reached this device through its native kernels.
  [[nodiscard]] std::uint64_t launches() const;
  /// What the runtime calls the device.
  [[nodiscard]] std::string device_name() const;
  /// The code objects used so far: "family target waveN hash".
  [[nodiscard]] std::vector<std::string> code_objects() const;
  /// Whether there is a code object of the family for this device and wave size.
  [[nodiscard]] bool has_code(std::string_view family) const;
  /// Wave instructions the emulator executed for this session; 0 on a real device.
  [[nodiscard]] std::uint64_t wave_instructions() const;
  /// Per kernel, with EmulatorOptions::follow_inexact; empty on a real device.
  [[nodiscard]] std::vector<KernelFidelity> fidelity() const;
  [[nodiscard]] const Device& device() const;
  [[nodiscard]] Launcher& launcher() const;
  /// Seeds and emulator options of the following launches, suppressions excepted; no effect on a
  /// real device.
  void apply(const SessionOptions& options);
  /// The session's own options with another schedule.
  void set_schedule(std::uint64_t seed);

 private:
  struct State;
  explicit DeviceSession(const SessionOptions& options);

  SessionOptions options_;
  std::string label_;
  std::unique_ptr<State> state_;
};

}  // namespace kgate::gates
