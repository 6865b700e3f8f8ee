// SPDX-License-Identifier: MIT
// Starts a HIP program with the emulated runtime in the place of AMD's.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "gates/harness/emulator_options.hpp"

namespace kgate::gates {

/// How a program's launches run.
struct ProgramOptions {
  std::uint64_t schedule_seed = 0;
  std::uint64_t approximation_seed = 0;
  std::uint64_t instruction_limit = std::uint64_t{1} << 32;  ///< of a wave; then it is endless
  bool allow_unaligned = true;  ///< compilers rely on it unless told otherwise
  EmulatorOptions emulator;
};

/// Runs `arguments` (the program first, found as a shell finds it) and waits. libamdhip64.so of any
/// version is the emulated runtime for it. Returns its exit status, 128 + the signal that ended it,
/// or kExitCouldNotRun after saying why.
[[nodiscard]] int run_emulated_program(std::span<char* const> arguments,
                                       const ProgramOptions& options);

}  // namespace kgate::gates
