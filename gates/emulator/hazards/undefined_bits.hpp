// SPDX-License-Identifier: MIT
// Which bits of a wave's registers hold a value that something defined.
//
// A bit counts as undefined only if it was seen to change when the undefined bits it comes from are
// changed: an instruction that reads some is run several times with other values in their places,
// and what differs between the runs is undefined in turn. So a value is never called undefined
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
  [[nodiscard]] std::uint32_t vector_bits(unsigned vgpr, unsigned lane) const;
  [[nodiscard]] std::uint32_t scalar_bits(unsigned slot) const { return scalar_.at(slot); }

  void set_vector(unsigned vgpr, unsigned lane, std::uint32_t bits);
  void set_scalar(unsigned slot, std::uint32_t bits);
  /// `bits` of the VGPR are defined in `lanes`.
  void define(unsigned vgpr, std::uint64_t lanes, std::uint32_t bits = ~0U);
  /// Every register of the set is defined, VGPRs in `lanes`.
  void define(const RegisterSet& set, std::uint64_t lanes);

  /// What the instruction, about to run and without effect outside registers, leaves undefined.
  void propagate(Wave& wave, const Instruction& instruction, const Footprint& footprint);

 private:
  static constexpr unsigned kRuns = 8;
  void fill(Wave& wave, const Instruction& instruction, unsigned run) const;
  void collect(const Wave& wave, unsigned run);
  void restore(Wave& wave) const;
  void store(const Wave& wave, const Instruction& instruction, const Footprint& footprint);

  unsigned wave_lanes_ = 32;
  std::array<std::uint64_t, kVectorRegisters> lanes_{};    ///< with an undefined bit
  std::array<std::uint64_t, kVectorRegisters> partial_{};  ///< of those: bits_ says which
  std::vector<std::uint32_t> bits_;                        ///< [register][lane]
  std::array<std::uint32_t, kScalarSlots> scalar_{};
  RegisterSet registers_;

  // Of one propagation.
  std::vector<unsigned> read_;              ///< VGPRs that hold undefined bits and are touched
  std::vector<unsigned> written_;           ///< VGPRs
  std::vector<unsigned> touched_;           ///< VGPRs
  RegisterSet read_scalars_;                ///< touched slots that hold undefined bits
  std::vector<std::uint32_t> saved_;        ///< of all touched VGPRs
  std::vector<std::uint32_t> first_;        ///< results of the first run
  std::vector<std::uint32_t> differences_;  ///< of later runs from the first
  std::array<std::uint32_t, kScalarSlots> saved_scalar_{};
  std::array<std::uint32_t, kScalarSlots> first_scalar_{};
  std::array<std::uint32_t, kScalarSlots> scalar_differences_{};
};

}  // namespace kgate::emulator
