// SPDX-License-Identifier: MIT
// Which bits of a wave's registers hold a value that something defined.
//
// A bit counts as undefined only if it was seen to change when the undefined bits it comes from are
// changed: an instruction that reads some is run up to eight times with other values in their
// places, and what differs between the runs is undefined in turn. Fewer runs suffice where all bits
// that can differ did. So a value is never called undefined
// that the program's inputs determine (x & 0 is 0), for every instruction alike; an influence that
// none of the runs shows is missed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gates/emulator/hazards/footprint.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

class UndefinedBits {
 public:
  /// Everything is undefined but what the descriptor asks the dispatcher to set. The registers of
  /// lanes without a work-item count as defined.
  void start(const Wave& wave);

  /// Registers with an undefined bit in some lane.
  [[nodiscard]] const RegisterSet& registers() const { return registers_; }
  /// Lanes in which the VGPR has an undefined bit.
  [[nodiscard]] std::uint64_t lanes(unsigned vgpr) const { return lanes_.at(vgpr); }
  /// True if a scalar of the set has an undefined bit, or a VGPR has one in `lanes`.
  [[nodiscard]] bool any(const RegisterSet& set, std::uint64_t lanes) const;
  [[nodiscard]] std::uint32_t vector_bits(unsigned vgpr, unsigned lane) const;
  [[nodiscard]] std::uint32_t scalar_bits(unsigned slot) const { return scalar_.at(slot); }

  void set_vector(unsigned vgpr, unsigned lane, std::uint32_t bits);
  void set_scalar(unsigned slot, std::uint32_t bits);
  /// `bits` of the VGPR are defined in `lanes`.
  void define(unsigned vgpr, std::uint64_t lanes, std::uint32_t bits = ~0U);
  /// Every register of the set is defined, VGPRs in `lanes`.
  void define(const RegisterSet& set, std::uint64_t lanes);

  /// What the instruction, about to run and without effect outside registers, leaves undefined.
  /// `lanes` is EXEC where each lane's results depend on that lane alone, else all of them.
  void propagate(Wave& wave, const Instruction& instruction, const Footprint& footprint,
                 std::uint64_t lanes);

 private:
  static constexpr unsigned kRuns = 8;
  void prepare(Wave& wave, const Footprint& footprint, std::uint64_t lanes);
  void fill(Wave& wave, const Instruction& instruction, unsigned run) const;
  void collect(const Wave& wave, unsigned run);
  /// True if no further run can show more.
  [[nodiscard]] bool is_settled(const Instruction& instruction, const Footprint& footprint) const;
  void restore(Wave& wave) const;
  void store(const Instruction& instruction, const Footprint& footprint);
  void set_lanes(unsigned vgpr, std::uint64_t lanes, const std::uint32_t* bits);

  unsigned wave_lanes_ = 32;
  std::array<std::uint64_t, kVectorRegisters> lanes_{};    ///< with an undefined bit
  std::array<std::uint64_t, kVectorRegisters> partial_{};  ///< of those: bits_ says which
  std::vector<std::uint32_t> bits_;                        ///< [register][lane]
  std::array<std::uint32_t, kScalarSlots> scalar_{};
  RegisterSet registers_;

  // Of one propagation.
  std::uint64_t active_ = 0;                ///< lanes whose VGPRs may change
  std::uint64_t affected_ = 0;              ///< of those: that read something undefined
  std::vector<unsigned> filled_;            ///< VGPRs to be set before each run
  std::vector<std::uint32_t> filled_bits_;  ///< their undefined bits, [register][lane]
  std::vector<std::uint32_t> filled_from_;  ///< what they hold
  std::vector<unsigned> written_;           ///< VGPRs
  std::vector<std::uint32_t> saved_;        ///< what those hold
  RegisterSet read_scalars_;                ///< touched slots that hold undefined bits
  bool scalars_change_ = false;
  std::vector<std::uint32_t> first_;        ///< results of the first run
  std::vector<std::uint32_t> differences_;  ///< of later runs from the first
  std::array<std::uint32_t, kScalarSlots> saved_scalar_{};
  std::array<std::uint32_t, kScalarSlots> first_scalar_{};
  std::array<std::uint32_t, kScalarSlots> scalar_differences_{};
};

}  // namespace kgate::emulator
