// SPDX-License-Identifier: MIT
// A program that `kgate emulate` has started with this runtime in the place of AMD's.
#pragma once

#include <string_view>

namespace kgate::emulator {

/// Environment variable in which `kgate emulate` hands its options over: "name=value" separated by
/// commas, of schedule, approx (seeds), unaligned and initialised (0 or 1).
inline constexpr const char* kProgramVariable = "KGATE_EMULATED_PROGRAM";

/// Prints a fault where nobody else will: the program was not written for this runtime. Does
/// nothing in programs that were.
void report_to_program(std::string_view fault);

}  // namespace kgate::emulator
