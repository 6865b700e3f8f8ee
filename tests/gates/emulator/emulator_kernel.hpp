// SPDX-License-Identifier: MIT
// Tests' way to run machine code: assemble words or lines, launch, look at memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gates/emulator/dispatch.hpp"
#include "gates/emulator/memory.hpp"

namespace kgate::emulator_tests {

/// Machine code of assembler lines, made by llvm-mc. Fails the test on an error.
[[nodiscard]] std::vector<std::uint32_t> assemble(const std::string& lines,
                                                  const std::string& cpu = "gfx1151",
                                                  unsigned lanes = 32);

/// Options with every check on.
[[nodiscard]] inline emulator::Options with_hazards() {
  emulator::Options options;
  options.check_registers = true;
  options.check_waits = true;
  options.check_races = true;
  return options;
}

/// A kernel from machine code, as a loader would place it: kernel arguments in s[0:1], workgroup
/// ids from s2 on, work-item ids in v0, clang's MODE.
class TestKernel {
 public:
  explicit TestKernel(std::span<const std::uint32_t> code, unsigned lanes = 32,
                      const std::string& cpu = "gfx1151");

  /// Runs the launch; options and statistics may be changed before.
  std::optional<emulator::Fault> run(std::array<std::uint32_t, 3> grid,
                                     std::array<std::uint32_t, 3> block,
                                     std::span<const std::uint64_t> arguments = {});

  /// Fresh device memory of `count` dwords, initialised if values are given.
  std::uint64_t buffer(std::uint64_t count, std::span<const std::uint32_t> values = {});
  [[nodiscard]] std::vector<std::uint32_t> read(std::uint64_t address, std::uint64_t count) const;

  emulator::Memory memory;
  emulator::KernelImage image;
  emulator::Options options = with_hazards();
  emulator::Statistics statistics;
  std::uint32_t dynamic_lds = 0;
};

}  // namespace kgate::emulator_tests
