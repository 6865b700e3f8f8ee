// SPDX-License-Identifier: MIT
// Random programs: what LLVM compiles for the GPU, executed here, against what LLVM compiles for
// this machine. Every output has the same bits.
#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/gates/emulator/differential/program_runner.hpp"

namespace {

using kgate::emulator_tests::compare_program;
using kgate::emulator_tests::exact_arithmetic;
using kgate::emulator_tests::ProgramTarget;
using kgate::emulator_tests::RowCounts;

constexpr unsigned kOperations = 120;

/// Programs from `seed` on, until at least `instructions` exact ones ran.
void run(const ProgramTarget& target, std::uint64_t seed, std::uint64_t instructions) {
  RowCounts executed;
  unsigned programs = 0;
  for (; exact_arithmetic(executed) < instructions && programs < 200; ++programs) {
    const auto comparison = compare_program(seed + programs, kOperations, target);
    INFO(comparison.problem);
    REQUIRE(comparison.problem.empty());
    for (const auto& [row, count] : comparison.executed) executed[row] += count;
  }
  CHECK(exact_arithmetic(executed) >= instructions);
  CHECK(executed.size() > 100);
}

}  // namespace

TEST_CASE("random programs give the host's bits, gfx1151 wave32") {
  run({"gfx1151", 32, true}, 1000, 5000);
}
TEST_CASE("random programs give the host's bits, gfx1151 wave64") {
  run({"gfx1151", 64, true}, 2000, 5000);
}
TEST_CASE("random programs give the host's bits, gfx1100 wave32") {
  run({"gfx1100", 32, true}, 3000, 5000);
}
TEST_CASE("random programs give the host's bits as unoptimised code, gfx1151 wave32") {
  run({"gfx1151", 32, false}, 4000, 5000);
}
