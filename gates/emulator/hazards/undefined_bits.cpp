// SPDX-License-Identifier: MIT
// State and propagation of undefined bits.
#include "gates/emulator/hazards/undefined_bits.hpp"

#include <algorithm>
#include <cstring>

#include "gates/emulator/scramble.hpp"

namespace kgate::emulator {
namespace {

/// A half of a dword with an undefined bit is undefined: a sum's bits depend on each other.
std::uint32_t by_halves(std::uint32_t bits) {
  return ((bits & 0xFFFFU) != 0 ? 0xFFFFU : 0U) | ((bits >> 16U) != 0 ? 0xFFFF0000U : 0U);
}

/// What stands in for undefined bits in a run. All clear and all set show every bit that is moved;
/// the other operand's value shows equality, the extremes show order, and the rest the xor of two.
std::uint32_t filling(unsigned run, std::uint32_t other, std::uint32_t where) {
  switch (run) {
    case 0:
      return 0;
    case 1:
      return ~0U;
    case 2:
      return other;
    case 3:
      return 0x7FFFFFFFU;
    case 4:
      return 0x80000000U;
    default:
      return static_cast<std::uint32_t>(scramble((std::uint64_t{run} << 32U) | where));
  }
}

/// The dword that the instruction's other source has where one source has register `index`.
std::uint32_t counterpart(const Wave& wave, const Instruction& instruction, OperandKind kind,
                          unsigned index, unsigned lane) {
  unsigned k = 0;
  const auto names = [&](const Operand& operand) {
    return operand.kind == kind && index - operand.index < operand.count;
  };
  while (k < 2 && !names(instruction.source.at(k))) ++k;
  if (k == 2) return 0;
  const unsigned dword = index - instruction.source.at(k).index;
  const Operand& other = instruction.source.at(1 - k);
  switch (other.kind) {
    case OperandKind::vgpr:
      return wave.vector[std::size_t{other.index + dword} * wave.lanes + lane];
    case OperandKind::sgpr:
      return wave.scalar.at(other.index + dword);
    case OperandKind::constant:
      return static_cast<std::uint32_t>(instruction.constant.at(1 - k) >> (32U * (dword & 1U)));
    case OperandKind::none:
      return static_cast<std::uint32_t>(instruction.offset);  // SOPK compares with its immediate
  }
  return 0;
}

}  // namespace

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

void UndefinedBits::fill(Wave& wave, const Instruction& instruction, unsigned run) const {
  for (const unsigned vgpr : read_) {
    std::uint32_t* values = wave.vgpr(vgpr);
    for (std::uint64_t left = lanes_.at(vgpr); left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
      const std::uint32_t bits = vector_bits(vgpr, lane);
      const std::uint32_t other =
          run == 2 ? counterpart(wave, instruction, OperandKind::vgpr, vgpr, lane) : 0;
      values[lane] = (values[lane] & ~bits) | (filling(run, other, vgpr * 64 + lane) & bits);
    }
  }
  for_each_scalar(read_scalars_, [&](unsigned slot) {
    const std::uint32_t bits = scalar_.at(slot);
    const std::uint32_t other =
        run == 2 ? counterpart(wave, instruction, OperandKind::sgpr, slot, 0) : 0;
    std::uint32_t& value = wave.scalar.at(slot);
    value = (value & ~bits) | (filling(run, other, 0x10000U + slot) & bits);
  });
}

void UndefinedBits::restore(Wave& wave) const {
  const std::size_t bytes = std::size_t{wave_lanes_} * 4;
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    std::memcpy(wave.vgpr(touched_[i]), saved_.data() + i * wave_lanes_, bytes);
  }
  wave.scalar = saved_scalar_;
}

void UndefinedBits::collect(const Wave& wave, unsigned run) {
  const std::size_t lanes = wave_lanes_;
  for (std::size_t i = 0; i < written_.size(); ++i) {
    const std::uint32_t* now = wave.vector.data() + written_[i] * lanes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if (run == 0) first_[i * lanes + lane] = now[lane];
      differences_[i * lanes + lane] |= now[lane] ^ first_[i * lanes + lane];
    }
  }
  if (run == 0) first_scalar_ = wave.scalar;
  for (std::size_t slot = 0; slot < kScalarSlots; ++slot) {
    scalar_differences_.at(slot) |= wave.scalar.at(slot) ^ first_scalar_.at(slot);
  }
}

void UndefinedBits::store(const Wave& wave, const Instruction& instruction,
                          const Footprint& footprint) {
  for (std::size_t i = 0; i < written_.size(); ++i) {
    for (unsigned lane = 0; lane < wave_lanes_; ++lane) {
      if ((wave.existing >> lane & 1U) == 0) continue;
      const std::uint32_t bits = differences_[i * wave_lanes_ + lane];
      set_vector(written_[i], lane, footprint.exact_bits ? bits : by_halves(bits));
    }
  }
  // A vector instruction's scalar results are masks, one bit a lane.
  const bool whole = instruction.encoding <= Format::smem && !footprint.exact_bits;
  for_each_scalar(footprint.writes, [&](unsigned slot) {
    const std::uint32_t bits = scalar_differences_.at(slot);
    set_scalar(slot, whole && slot != kScc ? by_halves(bits) : bits);
  });
}

void UndefinedBits::propagate(Wave& wave, const Instruction& instruction,
                              const Footprint& footprint) {
  const std::size_t lanes = wave_lanes_;
  const auto list = [](const RegisterSet& set, std::vector<unsigned>& into) {
    into.clear();
    for_each_vector(set, [&](unsigned vgpr) { into.push_back(vgpr); });
  };
  list(footprint.reads.common(registers_), read_);
  list(footprint.writes, written_);
  list(footprint.touches, touched_);
  // Lanes that are switched off keep what they hold, undefined or not.
  for (const unsigned vgpr : written_) {
    const bool listed = std::find(read_.begin(), read_.end(), vgpr) != read_.end();
    if (lanes_.at(vgpr) != 0 && !listed) read_.push_back(vgpr);
  }
  read_scalars_ = footprint.touches.common(registers_);
  saved_.resize(touched_.size() * lanes);
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    std::memcpy(saved_.data() + i * lanes, wave.vgpr(touched_[i]), lanes * 4);
  }
  saved_scalar_ = wave.scalar;
  first_.assign(written_.size() * lanes, 0);
  differences_.assign(written_.size() * lanes, 0);
  scalar_differences_.fill(0);
  const std::uint32_t mode = wave.mode.bits;
  const Instruction* const next = wave.next;
  for (unsigned run = 0; run < kRuns; ++run) {
    fill(wave, instruction, run);
    instruction.handler(wave, instruction);
    collect(wave, run);
    restore(wave);
  }
  wave.set_mode(mode);
  wave.next = next;
  store(wave, instruction, footprint);
}

}  // namespace kgate::emulator
