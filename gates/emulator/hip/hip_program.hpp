// SPDX-License-Identifier: MIT
// A program that `kgate emulate` has started with this runtime in the place of AMD's.
#pragma once

#include <string_view>

namespace kgate::emulator {

/// Environment variable in which `kgate emulate` hands its options over: "name=value" separated by
/// commas, of schedule, approx (seeds), limit (instructions of a wave), waves, groups
/// (kgateEmulatorOrder), poison (a byte), and unaligned, initialised, registers, waits, races (0 or
/// 1).
inline constexpr const char* kProgramVariable = "KGATE_EMULATED_PROGRAM";
/// The one for its suppressions, lines as kgateEmulatorSuppress takes them.
inline constexpr const char* kSuppressionsVariable = "KGATE_EMULATED_SUPPRESSIONS";

/// HIP_VISIBLE_DEVICES, in a program of `kgate emulate`; null elsewhere and where it is not set.
[[nodiscard]] const char* visible_devices();

/// Prints a fault where nobody else will: the program was not written for this runtime. Does
/// nothing in programs that were.
void report_to_program(std::string_view fault);

}  // namespace kgate::emulator
