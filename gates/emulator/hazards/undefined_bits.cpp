// SPDX-License-Identifier: MIT
// Which bits are undefined: the state.
#include "gates/emulator/hazards/undefined_bits.hpp"

namespace kgate::emulator {

void UndefinedBits::start(const Wave& wave) {
  wave_lanes_ = wave.lanes;
  lanes_.fill(wave.existing);
  lanes_.at(0) = 0;
  partial_.fill(0);
  scalar_.fill(0);
  registers_ = {};
  registers_.add_vector(1, kVectorRegisters - 1);
  for (unsigned slot = 0; slot < kTrapTemporaries; ++slot) {
    const bool set = (wave.set_at_start.at(slot / 64) >> (slot % 64) & 1U) != 0;
    if (!set) set_scalar(slot, ~0U);
  }
  set_scalar(kM0, ~0U);
  set_scalar(kScc, 1);
}

bool UndefinedBits::any(const RegisterSet& set, std::uint64_t lanes) const {
  const RegisterSet undefined = set.common(registers_);
  std::uint64_t found = 0;
  for_each_vector(undefined, [&](unsigned vgpr) { found |= lanes_[vgpr]; });
  for_each_scalar(undefined, [&](unsigned) { found = lanes = ~std::uint64_t{0}; });
  return (found & lanes) != 0;
}

std::uint32_t UndefinedBits::vector_bits(unsigned vgpr, unsigned lane) const {
  if ((lanes_.at(vgpr) >> lane & 1U) == 0) return 0;
  return (partial_.at(vgpr) >> lane & 1U) == 0 ? ~0U : bits_[vgpr * wave_lanes_ + lane];
}

void UndefinedBits::set_vector(unsigned vgpr, unsigned lane, std::uint32_t bits) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  lanes_.at(vgpr) = bits != 0 ? lanes_.at(vgpr) | bit : lanes_.at(vgpr) & ~bit;
  const bool partial = bits != 0 && bits != ~0U;
  partial_.at(vgpr) = partial ? partial_.at(vgpr) | bit : partial_.at(vgpr) & ~bit;
  if (partial) {
    // Rarely needed, and as large as the registers themselves.
    bits_.resize(std::size_t{kVectorRegisters} * wave_lanes_);
    bits_[vgpr * wave_lanes_ + lane] = bits;
  }
  if (lanes_.at(vgpr) != 0) {
    registers_.add_vector(vgpr, 1);
  } else {
    registers_.remove_vector(vgpr);
  }
}

void UndefinedBits::set_scalar(unsigned slot, std::uint32_t bits) {
  scalar_.at(slot) = bits;
  if (bits != 0) {
    registers_.add_scalar(slot, 1);
  } else {
    registers_.remove_scalar(slot);
  }
}

void UndefinedBits::define(unsigned vgpr, std::uint64_t lanes, std::uint32_t bits) {
  if (bits == ~0U) {
    lanes_.at(vgpr) &= ~lanes;
    partial_.at(vgpr) &= ~lanes;
    if (lanes_.at(vgpr) == 0) registers_.remove_vector(vgpr);
    return;
  }
  for (std::uint64_t left = lanes & lanes_.at(vgpr); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
    set_vector(vgpr, lane, vector_bits(vgpr, lane) & ~bits);
  }
}

void UndefinedBits::define(const RegisterSet& set, std::uint64_t lanes) {
  const RegisterSet undefined = set.common(registers_);
  for_each_vector(undefined, [&](unsigned vgpr) { define(vgpr, lanes); });
  for_each_scalar(undefined, [&](unsigned slot) { set_scalar(slot, 0); });
}

/// Sets the undefined bits of `lanes` to those of `bits`, [lane].
void UndefinedBits::set_lanes(unsigned vgpr, std::uint64_t lanes, const std::uint32_t* bits) {
  std::uint64_t some = 0;
  std::uint64_t all = 0;
  for (unsigned lane = 0; lane < wave_lanes_; ++lane) {
    some |= std::uint64_t{bits[lane] != 0} << lane;
    all |= std::uint64_t{bits[lane] == ~0U} << lane;
  }
  lanes_[vgpr] = (lanes_[vgpr] & ~lanes) | (some & lanes);
  partial_[vgpr] = (partial_[vgpr] & ~lanes) | (some & ~all & lanes);
  for (std::uint64_t left = some & ~all & lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
    set_vector(vgpr, lane, bits[lane]);
  }
  if (lanes_[vgpr] != 0) {
    registers_.add_vector(vgpr, 1);
  } else {
    registers_.remove_vector(vgpr);
  }
}

}  // namespace kgate::emulator
