// SPDX-License-Identifier: MIT
// Emulator options as command-line text.
#include "gates/harness/emulator_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gates/emulator/emulator_api.h"

namespace kgate::gates {
namespace {

/// The option that asks for these checks; "" for the defaults.
std::string checks_option(const EmulatorOptions& options) {
  const std::array<std::pair<bool, const char*>, 4> checks{
      {{options.check_initialised, "initialised"},
       {options.check_registers, "registers"},
       {options.check_waits, "waits"},
       {options.check_races, "races"}}};
  std::string names;
  std::size_t count = 0;
  for (const auto& [on, name] : checks) {
    if (on) names += fmt::format("{}{}", count++ == 0 ? "" : ",", name);
  }
  if (count == checks.size()) return " --hazards";
  if (count == 1 && options.check_initialised) return "";
  return fmt::format(" --emulator-checks {}", count == 0 ? "none" : names);
}

}  // namespace

const char* order_name(std::uint32_t order) {
  constexpr std::array<const char*, 4> kNames{"in-order", "reverse", "random", "one-ahead"};
  return order < kNames.size() ? kNames.at(order) : "unknown";
}

std::string shell_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string emulator_arguments(const EmulatorOptions& options) {
  std::string text;
  if (options.wave_order != kgateEmulatorInOrder) {
    text += fmt::format(" --emulator-waves {}", order_name(options.wave_order));
  }
  if (options.group_order != kgateEmulatorInOrder) {
    text += fmt::format(" --emulator-groups {}", order_name(options.group_order));
  }
  if (options.poison != EmulatorOptions{}.poison) {
    text += fmt::format(" --emulator-poison {:#04x}", options.poison);
  }
  text += checks_option(options);
  std::string_view rest = options.suppressions;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    text += fmt::format(" --suppress {}", shell_quoted(line));
  }
  return text;
}

}  // namespace kgate::gates
