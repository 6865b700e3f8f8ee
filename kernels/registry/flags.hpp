// SPDX-License-Identifier: MIT
// Every environment variable of the library, read here and nowhere else, each once.
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

/// KGATE_PROVIDER_TRACE: one line per operation and backend, when it is first resolved.
[[nodiscard]] bool provider_trace();

/// KGATE_PROVIDER_DISABLE: names separated by commas.
[[nodiscard]] const std::vector<std::string>& disabled_providers();

}  // namespace kgate
