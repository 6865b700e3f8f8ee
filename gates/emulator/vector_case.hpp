// SPDX-License-Identifier: MIT
// One test vector: setting up the state, executing one instruction, comparing the state after it.
#pragma once

#include <memory>
#include <string>

#include "gates/emulator/vectors.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

/// The state vectors run on: one wave, 64 KiB of LDS, device memory where vectors expect it.
class VectorBench {
 public:
  VectorBench(Target target, const InstructionTable& table);

  /// Runs the vector of one line; all of the outcome but its line number.
  VectorOutcome run(const std::string& line);

 private:
  Target target_;
  const InstructionTable* table_;
  Memory memory_;
  Options options_;
  KernelImage kernel_;
  Launch launch_;
  Workgroup group_;
  Wave wave_;
};

}  // namespace kgate::emulator
