// SPDX-License-Identifier: MIT
// Which values come from instructions whose result hardware does not define to the bit, and where
// such values go.
//
// Three expansions of the compiler give results that do not depend on the bits of the inexact
// instruction in them, and end the taint of it:
// - f32 and f64 division: v_rcp, v_div_scale, v_div_fmas and the fma steps between; the quotient
//   that v_div_fixup returns is the IEEE quotient for any v_rcp within its documented error;
// - f32 and f64 square root: v_sqrt_f32 or v_rsq_f64; the steps after it choose among neighbours,
//   and the selection by v_cmp_class with 0x260 (zeros and +infinity keep the argument) ends it;
// - integer division: v_rcp_iflag_f32, or for 64 bits v_rcp_f32 times 0x5f7ffffc, whose error the
//   corrections in integers remove; the conversion to integer ends the taint.
// The approximation seeds test that argument: results must not change with them.
//
// Halves of VGPRs are followed apart: a 16-bit result leaves what the other half held.
#pragma once

#include <array>
#include <cstdint>

#include "gates/emulator/hazards/footprint.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

/// Why a value is inexact; or-ed, a byte.
enum Inexact : std::uint8_t {
  kInDivision = 1,
  kInRoot = 2,
  kInIntegerDivision = 4,
  kInexact = 8,    ///< anything else
  kEndsRoot = 16,  ///< of a mask: a selection by it ends a square root
};

/// Sums; the first use is that of `total` if it has one.
void add_uses(InexactUses& total, const InexactUses& more);

class InexactValues {
 public:
  void start();

  [[nodiscard]] const RegisterSet& registers() const { return registers_; }
  [[nodiscard]] const InexactUses& uses() const { return uses_; }

  /// Before the instruction runs.
  void step(Wave& wave, const Instruction& instruction, const Footprint& footprint);

  /// How the data of a lane's store is inexact; what a lane's load of so marked bytes makes of its
  /// destination.
  [[nodiscard]] std::uint8_t stored(unsigned lane) const;
  void loaded(const Instruction& instruction, const Footprint& footprint, unsigned lane,
              std::uint8_t kinds);

 private:
  static constexpr unsigned kKinds = 4;
  using LaneMasks = std::array<std::uint64_t, kKinds>;  ///< lanes, by kind

  using Halves = std::array<LaneMasks, 2>;  ///< of a VGPR: low, high
  /// What an instruction writes.
  struct Result {
    Halves vector;
    std::uint8_t scalar = 0;
    std::uint64_t lanes = 0;  ///< of VGPRs
    std::array<bool, 2> kept{};
  };

  [[nodiscard]] Result result_of(const Wave& wave, const Instruction& instruction,
                                 const Footprint& footprint) const;
  void write(const Wave& wave, const Instruction& instruction, const Footprint& footprint,
             const Result& result);
  void memory(Wave& wave, const Instruction& instruction, const Footprint& footprint);
  void branch(Wave& wave, const Instruction& instruction, const Footprint& footprint);
  /// Of all registers of the set, and of both halves of its VGPRs unless `halves` says otherwise.
  [[nodiscard]] LaneMasks kinds_of(const RegisterSet& set, std::uint64_t all,
                                   unsigned halves = HalfFlow::kBoth) const;
  /// Of what reaches one half of the result.
  [[nodiscard]] LaneMasks kinds_of_half(const Instruction& instruction, const Footprint& footprint,
                                        unsigned half, std::uint64_t all) const;
  [[nodiscard]] bool tests_for_root_end(const Wave& wave, const Instruction& instruction) const;
  [[nodiscard]] static bool starts_long_division(const Wave& wave, const Instruction& instruction);
  void end_taint(const Wave& wave, const Instruction& instruction, LaneMasks& kinds) const;
  /// Both halves, or one.
  void set_vector(unsigned vgpr, std::uint64_t lanes, const LaneMasks& kinds,
                  unsigned halves = HalfFlow::kBoth);
  void set_scalar(unsigned slot, std::uint8_t kinds);
  void count(const Wave& wave, const Instruction& instruction, const char* use,
             std::uint64_t& counter);

  std::array<Halves, kVectorRegisters> vector_{};
  std::array<std::uint8_t, kScalarSlots> scalar_{};
  RegisterSet registers_;
  LaneMasks data_{};  ///< of the store that is executing
  InexactUses uses_;
};

}  // namespace kgate::emulator
