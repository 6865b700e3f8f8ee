// SPDX-License-Identifier: MIT
#include "gates/emulator/hip/hip_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "gates/emulator/emulator_api.h"
#include "gates/emulator/hip/hip_runtime.hpp"

namespace kgate::emulator {
namespace {

bool& in_program() {
  static bool started = false;
  return started;
}

void apply(std::string_view name, std::uint64_t value, Options& options) {
  if (name == "schedule") {
    options.schedule_seed = value;
  } else if (name == "approx") {
    options.approximation_seed = value;
  } else if (name == "unaligned") {
    options.alignment = value != 0 ? AlignmentPolicy::unaligned : AlignmentPolicy::dword;
  } else if (name == "initialised") {
    options.check_initialised = value != 0;
  } else if (name == "registers") {
    options.check_registers = value != 0;
  } else if (name == "waits") {
    options.check_waits = value != 0;
  } else if (name == "races") {
    options.check_races = value != 0;
  } else if (name == "limit") {
    options.instruction_budget = std::max<std::uint64_t>(value, 1);
  } else if (name == "waves") {
    options.wave_order = static_cast<WaveOrder>(std::min<std::uint64_t>(value, 3));
  } else if (name == "groups") {
    options.group_order = static_cast<GroupOrder>(std::min<std::uint64_t>(value, 2));
  } else if (name == "poison") {
    options.poison = static_cast<std::uint8_t>(value);
  }
}

/// Runs when the library is loaded, before the program's first call.
[[gnu::constructor]] void start() {
  const char* const text = std::getenv(kProgramVariable);
  if (text == nullptr) {
    return;
  }
  in_program() = true;
  Options options;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view piece = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), piece.size() + 1));
    const std::size_t equals = piece.find('=');
    std::uint64_t value = 0;
    if (equals != std::string_view::npos &&
        std::from_chars(piece.data() + equals + 1, piece.data() + piece.size(), value).ec ==
            std::errc{}) {
      apply(piece.substr(0, equals), value, options);
    }
  }
  Runtime::get().options.set(options);
  // kgate emulate has checked them.
  if (const char* const lines = std::getenv(kSuppressionsVariable)) {
    static_cast<void>(kgateEmulatorSuppress(lines));
  }
}

}  // namespace

const char* visible_devices() {
  return std::getenv(kProgramVariable) == nullptr ? nullptr : std::getenv("HIP_VISIBLE_DEVICES");
}

void report_to_program(std::string_view fault) {
  if (in_program()) {
    fmt::print(stderr, "kgate emulate: {}\n", fault);
  }
}

}  // namespace kgate::emulator
