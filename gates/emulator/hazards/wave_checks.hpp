// SPDX-License-Identifier: MIT
// The checks that follow one wave: values nothing defined, and results used before their wait.
//
// Reading an undefined value is no fault: compilers copy, spill and combine what they do not use.
// It is one where it decides something: an address, a branch, EXEC, the operand of an atomic, or
// all the bytes that a store to global memory writes. A store of which a part is undefined (the
// padding of a structure) leaves that part of memory unwritten, so that reading it is the fault.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "gates/emulator/hazards/footprint.hpp"
#include "gates/emulator/hazards/inexact_values.hpp"
#include "gates/emulator/hazards/outstanding.hpp"
#include "gates/emulator/hazards/undefined_bits.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

class WaveChecks {
 public:
  /// The wave was just started.
  void start(const Wave& wave);

  /// Before an instruction executes. Raises what it finds.
  [[gnu::always_inline]] void before(Wave& wave, const Instruction& instruction) {
    const Footprint& footprint = wave.program->footprint(&instruction);
    if (footprint.always || footprint.touches.intersects(watched_)) {
      look(wave, instruction, footprint);
    }
  }

  /// What the wave has issued and not waited for.
  [[nodiscard]] const Outstanding& outstanding() const { return outstanding_; }
  [[nodiscard]] const InexactUses& inexact_uses() const { return inexact_.uses(); }
  /// True while a store carries undefined bits.
  [[nodiscard]] bool stores_undefined() const { return stores_undefined_; }
  /// The undefined bits of the next `size` bytes that the lane stores.
  void stored_bits(unsigned lane, unsigned size, std::uint8_t* bits);
  /// The undefined bits of the next `size` bytes that the lane loads.
  void loaded_bits(unsigned lane, unsigned size, const std::uint8_t* bits);
  /// The scalar load that executes brings undefined bytes from its byte `first` on.
  void loaded_padding(const Instruction& instruction, std::uint64_t first);
  /// How the bytes that a lane stores are inexact, and those that it loads.
  void stored_inexact(unsigned lane, unsigned size, std::uint8_t* kinds) const;
  void loaded_inexact(const Wave& wave, unsigned lane, unsigned size, const std::uint8_t* kinds);

 private:
  void look(Wave& wave, const Instruction& instruction, const Footprint& footprint);
  void follow(Wave& wave, const Instruction& instruction, const Footprint& footprint);
  void check_waits(Wave& wave, const Instruction& instruction, const Footprint& footprint);
  void check_memory(Wave& wave, const Instruction& instruction, const Footprint& footprint);
  void check_data(Wave& wave, const Instruction& instruction, const Footprint& footprint);
  void check_compute(Wave& wave, const Instruction& instruction, const Footprint& footprint);
  void check_branch(Wave& wave, const Footprint& footprint);
  /// Raises if an active lane has an undefined bit in the operand.
  void require_defined(Wave& wave, const Operand& operand, const char* use);
  void report_undefined(Wave& wave, const std::string& name, const char* use, int lane);
  void begin_transfer(const Wave& wave, const Instruction& instruction, const Footprint& footprint);
  void refresh();

  bool registers_ = false;
  bool waits_ = false;
  bool follows_ = false;  ///< keeps outstanding_, which data races need too
  bool follows_inexact_ = false;
  UndefinedBits undefined_;
  InexactValues inexact_;
  Outstanding outstanding_;
  RegisterSet watched_;  ///< undefined, outstanding or inexact

  // Of the memory instruction that is executing.
  const Instruction* transfer_ = nullptr;
  const Footprint* transfer_footprint_ = nullptr;
  bool stores_undefined_ = false;
  std::array<std::uint8_t, 64> moved_{};  ///< bytes, by lane
};

/// v5, s3, vcc_lo, m0, scc ... as reports name registers.
[[nodiscard]] std::string vector_name(unsigned vgpr);
[[nodiscard]] std::string scalar_name(unsigned slot);

}  // namespace kgate::emulator
