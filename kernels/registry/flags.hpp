// SPDX-License-Identifier: MIT
// Every environment variable of the library and of the kgate program, read here and nowhere else.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgate {

/// A switch in the environment. Unset or unrecognised takes the build's default.
struct Switch {
  std::string_view variable;
  std::string_view meaning;
  bool fallback = false;  ///< the default compiled into this build
};

/// The default of the fused paths in builds for one backend.
struct FusedDefault {
  std::string_view backend;
  bool on = false;
};

/// Whether the variable was explicitly set, by the spellings trimmed and case-insensitive:
/// 0, false, off, no and 1, true, on, yes. Anything else, or null: not set.
[[nodiscard]] std::optional<bool> parse_switch(const char* value);

/// What a switch came to. `on` and `asked` differ: a default that is on was not asked for.
struct SwitchState {
  bool on = false;
  std::optional<bool> asked;
};

/// Reads the environment on the first call for this variable and keeps the answer; an unrecognised
/// value warns once on standard error. Thread-safe.
[[nodiscard]] SwitchState switch_state(const Switch& which);

/// The switch of a fused family: KGATE_FUSED_<FAMILY>, compiled on for ROCm builds and off for CUDA
/// and CPU builds. Null for a family without one.
[[nodiscard]] const Switch* fused_switch(std::string_view family);
[[nodiscard]] std::span<const Switch> fused_switches();

/// The backend this build is for, and what each backend's builds have fused paths default to.
[[nodiscard]] std::string_view build_backend();
[[nodiscard]] std::span<const FusedDefault> fused_defaults();

/// KGATE_PROVIDER_TRACE: one line per operation and backend, when it is first resolved.
[[nodiscard]] bool provider_trace();

/// KGATE_PROVIDER_DISABLE: names separated by commas. Read once.
[[nodiscard]] const std::vector<std::string>& disabled_providers();

/// Where the library behind a kind of device is, if the environment says so; empty if not. Read
/// whenever such a device is opened.
[[nodiscard]] std::string hip_emulator_path();  ///< KGATE_HIP_EMULATOR
[[nodiscard]] std::string hip_on_cuda_path();   ///< KGATE_HIP_ON_CUDA

/// NO_COLOR: any text but the empty one asks programs not to colour their output.
[[nodiscard]] bool no_color();

/// A variable as documentation lists it.
struct Variable {
  std::string_view name;
  std::string_view values;    ///< what may be written there
  std::string_view fallback;  ///< what holds when it is unset
  std::string_view meaning;
};

/// Every variable that is not a fused family's switch, in name order.
[[nodiscard]] std::span<const Variable> variables();

}  // namespace kgate
