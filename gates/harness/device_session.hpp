// SPDX-License-Identifier: MIT
// An open device with the code objects under test: uploads a problem, launches, downloads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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
};

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
  /// Wave instructions the emulator executed for this session; 0 on a real device.
  [[nodiscard]] std::uint64_t wave_instructions() const;
  [[nodiscard]] const Device& device() const;
  [[nodiscard]] Launcher& launcher() const;
  /// Schedule of the following launches; no effect on a real device.
  void set_schedule(std::uint64_t seed);

 private:
  struct State;
  explicit DeviceSession(const SessionOptions& options);

  SessionOptions options_;
  std::string label_;
  std::unique_ptr<State> state_;
};

}  // namespace kgate::gates
