// SPDX-License-Identifier: MIT
// Every environment variable of the library and of the kgate program.
#include "kernels/registry/flags.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include "kernels/registry/build_defaults.hpp"

namespace kgate {
namespace {

constexpr std::string_view kSwitchValues = "1, true, on, yes or 0, false, off, no";

constexpr std::array kVariables{
    Variable{"KGATE_HIP_EMULATOR", "a path", "beside the program, then the linker's path",
             "the library behind `emulated:` devices"},
    Variable{"KGATE_HIP_ON_CUDA", "a path", "beside the program, then the linker's path",
             "the library behind `cuda:` devices"},
    Variable{"KGATE_PROVIDER_DISABLE", "provider names, separated by commas", "none",
             "these providers serve no operation; for comparing one with another"},
    Variable{"KGATE_PROVIDER_TRACE", kSwitchValues, "off",
             "print one line per operation and backend: which provider it was given, and why"},
    Variable{"NO_COLOR", "any text", "colours on a terminal", "programs print no colours"},
};

constexpr Switch kTrace{"KGATE_PROVIDER_TRACE", "", false};

const char* environment(std::string_view name) { return std::getenv(std::string(name).c_str()); }

std::string path_in(std::string_view name) {
  const char* value = environment(name);
  return value == nullptr ? "" : value;
}

std::string trimmed_lower(std::string_view text) {
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && blank(text.back())) {
    text.remove_suffix(1);
  }
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return lower;
}

}  // namespace

std::optional<bool> parse_switch(const char* value) {
  if (value == nullptr) {
    return std::nullopt;
  }
  const std::string text = trimmed_lower(value);
  for (const char* yes : {"1", "true", "on", "yes"}) {
    if (text == yes) {
      return true;
    }
  }
  for (const char* no : {"0", "false", "off", "no"}) {
    if (text == no) {
      return false;
    }
  }
  return std::nullopt;
}

SwitchState switch_state(const Switch& which) {
  static std::mutex mutex;
  static std::map<std::string_view, SwitchState> known;
  const std::scoped_lock lock(mutex);
  const auto [at, inserted] = known.try_emplace(which.variable);
  if (inserted) {
    const char* value = environment(which.variable);
    at->second.asked = parse_switch(value);
    at->second.on = at->second.asked.value_or(which.fallback);
    if (value != nullptr && *value != '\0' && !at->second.asked) {
      fmt::print(stderr,
                 "kgate: {}='{}' is neither of 1, true, on, yes nor of 0, false, off, no; "
                 "the default of this build ({}) is used\n",
                 which.variable, value, which.fallback ? "on" : "off");
    }
  }
  return at->second;
}

std::string_view build_backend() { return build_defaults::kBackend; }

std::span<const FusedDefault> fused_defaults() { return build_defaults::kFusedDefaults; }

std::string hip_emulator_path() { return path_in("KGATE_HIP_EMULATOR"); }

std::string hip_on_cuda_path() { return path_in("KGATE_HIP_ON_CUDA"); }

bool no_color() { return !path_in("NO_COLOR").empty(); }

std::span<const Variable> variables() { return kVariables; }

std::span<const Switch> fused_switches() { return build_defaults::kFusedSwitches; }

const Switch* fused_switch(std::string_view family) {
  std::string variable = "KGATE_FUSED_";
  for (const char c : family) {
    variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  for (const Switch& one : fused_switches()) {
    if (one.variable == variable) {
      return &one;
    }
  }
  return nullptr;
}

bool provider_trace() { return switch_state(kTrace).on; }

const std::vector<std::string>& disabled_providers() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    const char* value = environment("KGATE_PROVIDER_DISABLE");
    std::string_view rest = value == nullptr ? "" : value;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      if (std::string name = trimmed_lower(rest.substr(0, comma)); !name.empty()) {
        list.push_back(std::move(name));
      }
      rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
    return list;
  }();
  return names;
}

}  // namespace kgate
