// SPDX-License-Identifier: MIT
// Random programs against the host until a number of exact instructions ran; prints what ran.
#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "tests/gates/emulator/differential/program_runner.hpp"

int main(int argc, char** argv) {
  using namespace kgate::emulator_tests;
  const std::uint64_t wanted = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
  std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100000;
  constexpr unsigned kOperations = 200;
  const std::array<ProgramTarget, 6> targets{{{"gfx1151", 32, true},
                                              {"gfx1151", 64, true},
                                              {"gfx1100", 32, true},
                                              {"gfx1100", 64, true},
                                              {"gfx1151", 32, false},
                                              {"gfx1151", 64, false}}};
  RowCounts executed;
  unsigned programs = 0;
  unsigned differing = 0;
  while (exact_arithmetic(executed) < wanted) {
    const auto comparison =
        compare_program(seed++, kOperations, targets.at(programs % targets.size()));
    ++programs;
    for (const auto& [row, count] : comparison.executed) executed[row] += count;
    if (comparison.problem.empty()) continue;
    ++differing;
    fmt::print("{}\n", comparison.problem);
    if (differing >= 20) break;
  }
  unsigned rows = 0;
  for (const auto& [row, count] : executed) {
    rows += row->accuracy == kgate::emulator::Accuracy::exact ? 1U : 0U;
  }
  fmt::print(
      "{} programs, {} exact arithmetic instructions executed by a wave, of {} rows; "
      "{} programs differ from the host\n",
      programs, exact_arithmetic(executed), rows, differing);
  return differing == 0 ? 0 : 1;
}
