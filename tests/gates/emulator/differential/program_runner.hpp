// SPDX-License-Identifier: MIT
// A random program compiled by LLVM for a gfx target and executed on the emulator, and compiled by
// LLVM for this machine and executed here.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gates/emulator/instruction.hpp"
#include "tests/gates/emulator/differential/random_program.hpp"

namespace kgate::emulator_tests {

struct ProgramTarget {
  std::string cpu = "gfx1151";
  unsigned lanes = 32;
  bool optimise = true;  ///< false: code as of -O0, which keeps values in scratch
};

/// Executions of rows by name: one count a wave.
using RowCounts = std::map<const emulator::Row*, std::uint64_t>;

struct ProgramComparison {
  std::string problem;  ///< empty: every output of every lane has the same bits on both sides
  RowCounts executed;
};

/// Runs the program of a seed on one wave and, item by item, on the host, with the inputs that the
/// seed draws. A problem says what differs and how to get there again.
[[nodiscard]] ProgramComparison compare_program(std::uint64_t seed, unsigned operations,
                                                const ProgramTarget& target);

/// Of `counts`, executions of rows that compute (no memory, no control flow) and are exact.
[[nodiscard]] std::uint64_t exact_arithmetic(const RowCounts& counts);

}  // namespace kgate::emulator_tests
