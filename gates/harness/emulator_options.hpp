// SPDX-License-Identifier: MIT
// How the emulator is to run launches, beside its seeds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kgate::gates {

/// Defaults are the emulator's own: reads of memory that nothing wrote are found, waves and
/// workgroups run in order.
struct EmulatorOptions {
  std::uint32_t wave_order = 0;   ///< kgateEmulatorOrder
  std::uint32_t group_order = 0;  ///< kgateEmulatorOrder without one_ahead
  std::uint32_t poison = 0xA5;    ///< byte that fills registers, LDS and scratch
  bool check_initialised = true;
  // The hazards: they cost time, most of all the races of kernels that stream.
  bool check_registers = false;
  bool check_waits = false;
  bool check_races = false;
  bool follow_inexact = false;  ///< count opcodes by class and where inexact values go
  std::string suppressions;     ///< lines of RULE[:KERNEL]=REASON
};

/// The options of `kgate run` that say this, each with a space before it; "" for the defaults.
/// Without follow_inexact, which changes no result.
[[nodiscard]] std::string emulator_arguments(const EmulatorOptions& options);

/// Names of kgateEmulatorOrder as options spell them: in-order, reverse, random, one-ahead.
[[nodiscard]] const char* order_name(std::uint32_t order);

/// The text as one word of a POSIX shell.
[[nodiscard]] std::string shell_quoted(std::string_view text);

}  // namespace kgate::gates
