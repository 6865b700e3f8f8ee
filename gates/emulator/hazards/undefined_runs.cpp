// SPDX-License-Identifier: MIT
// Which bits an instruction leaves undefined: runs with other values in the undefined places.
#include <algorithm>
#include <cstring>

#include "gates/emulator/hazards/undefined_bits.hpp"
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

void UndefinedBits::prepare(Wave& wave, const Footprint& footprint, std::uint64_t lanes) {
  const std::size_t size = wave_lanes_;
  active_ = lanes & wave.existing;
  affected_ = 0;
  filled_.clear();
  written_.clear();
  for_each_vector(footprint.writes, [&](unsigned vgpr) { written_.push_back(vgpr); });
  // Sources that the instruction overwrites, and lanes that it may leave as they are, count too.
  const bool crosses = active_ != (wave.exec() & wave.existing) || footprint.crosses_lanes;
  RegisterSet filled = footprint.reads.common(registers_);
  filled.add(crosses ? footprint.writes : footprint.writes.common(footprint.reads));
  for_each_vector(filled, [&](unsigned vgpr) { filled_.push_back(vgpr); });
  filled_bits_.assign(filled_.size() * size, 0);
  filled_from_.resize(filled_.size() * size);
  for (std::size_t i = 0; i < filled_.size(); ++i) {
    const unsigned vgpr = filled_[i];
    std::memcpy(&filled_from_[i * size], wave.vgpr(vgpr), size * 4);
    const std::uint64_t undefined = lanes_[vgpr] & active_;
    affected_ |= undefined;
    for (std::uint64_t left = undefined; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
      filled_bits_[i * size + lane] = vector_bits(vgpr, lane);
    }
  }
  saved_.resize(written_.size() * size);
  for (std::size_t i = 0; i < written_.size(); ++i) {
    std::memcpy(&saved_[i * size], wave.vgpr(written_[i]), size * 4);
  }
  first_.resize(written_.size() * size);
  differences_.assign(written_.size() * size, 0);
  read_scalars_ = footprint.touches.common(registers_);
  scalars_change_ = false;
  for_each_scalar(footprint.writes, [&](unsigned) { scalars_change_ = true; });
  for_each_scalar(read_scalars_, [&](unsigned) { scalars_change_ = true; });
  for_each_scalar(footprint.reads.common(registers_), [&](unsigned) { affected_ = active_; });
  if (crosses) affected_ = active_;
  saved_scalar_ = wave.scalar;
  scalar_differences_.fill(0);
}

void UndefinedBits::fill(Wave& wave, const Instruction& instruction, unsigned run) const {
  const std::size_t size = wave_lanes_;
  const bool same = run != 2 && run < 5;  // for all lanes
  for (std::size_t i = 0; i < filled_.size(); ++i) {
    std::uint32_t* const values = wave.vgpr(filled_[i]);
    const std::uint32_t* const from = &filled_from_[i * size];
    const std::uint32_t* const bits = &filled_bits_[i * size];
    if (same) {
      const std::uint32_t with = filling(run, 0, 0);
      for (std::size_t lane = 0; lane < size; ++lane) {
        values[lane] = (from[lane] & ~bits[lane]) | (with & bits[lane]);
      }
      continue;
    }
    std::memcpy(values, from, size * 4);
  }
  // One register after the other: of two undefined operands the second then equals the first.
  for (std::size_t i = 0; !same && i < filled_.size(); ++i) {
    const unsigned vgpr = filled_[i];
    std::uint32_t* const values = wave.vgpr(vgpr);
    for (std::uint64_t left = lanes_[vgpr] & active_; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
      const std::uint32_t bits = filled_bits_[i * size + lane];
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
  const std::size_t size = wave_lanes_;
  for (std::size_t i = 0; i < filled_.size(); ++i) {
    std::memcpy(wave.vgpr(filled_[i]), &filled_from_[i * size], size * 4);
  }
  for (std::size_t i = 0; i < written_.size(); ++i) {
    std::memcpy(wave.vgpr(written_[i]), &saved_[i * size], size * 4);
  }
}

void UndefinedBits::collect(const Wave& wave, unsigned run) {
  const std::size_t size = wave_lanes_;
  for (std::size_t i = 0; i < written_.size(); ++i) {
    const std::uint32_t* const now = wave.vector.data() + written_[i] * size;
    std::uint32_t* const first = &first_[i * size];
    std::uint32_t* const differences = &differences_[i * size];
    if (run == 0) {
      std::memcpy(first, now, size * 4);
      continue;
    }
    for (std::size_t lane = 0; lane < size; ++lane) differences[lane] |= now[lane] ^ first[lane];
  }
  if (!scalars_change_) return;
  if (run == 0) {
    first_scalar_ = wave.scalar;
    return;
  }
  for (std::size_t slot = 0; slot < kScalarSlots; ++slot) {
    scalar_differences_[slot] |= wave.scalar[slot] ^ first_scalar_[slot];
  }
}

bool UndefinedBits::is_settled(const Instruction& instruction, const Footprint& footprint) const {
  const auto all_set = [&](std::uint32_t bits) {
    return (footprint.exact_bits ? bits : by_halves(bits)) == ~0U;
  };
  for (std::size_t i = 0; i < written_.size(); ++i) {
    for (std::uint64_t left = affected_; left != 0; left &= left - 1) {
      if (!all_set(differences_[i * wave_lanes_ + static_cast<unsigned>(__builtin_ctzll(left))])) {
        return false;
      }
    }
  }
  bool settled = true;
  for_each_scalar(footprint.writes, [&](unsigned slot) {
    const std::uint32_t bits = scalar_differences_[slot];
    if (slot == kScc) {
      settled &= bits == 1;
    } else if (instruction.encoding <= Format::smem || footprint.crosses_lanes) {
      settled &= all_set(bits);
    } else {
      // A mask's half: of which lanes, its slot does not say.
      const std::uint64_t affected = affected_ | affected_ >> 32U;
      settled &= (bits & affected) == (affected & 0xFFFFFFFFU);
    }
  });
  return settled;
}

void UndefinedBits::store(const Instruction& instruction, const Footprint& footprint) {
  for (std::size_t i = 0; i < written_.size(); ++i) {
    std::uint32_t* const bits = &differences_[i * wave_lanes_];
    if (!footprint.exact_bits) std::transform(bits, bits + wave_lanes_, bits, by_halves);
    set_lanes(written_[i], active_, bits);
  }
  // A vector instruction's scalar results are masks, one bit a lane.
  const bool whole = instruction.encoding <= Format::smem && !footprint.exact_bits;
  for_each_scalar(footprint.writes, [&](unsigned slot) {
    const std::uint32_t bits = scalar_differences_.at(slot);
    set_scalar(slot, whole && slot != kScc ? by_halves(bits) : bits);
  });
}

void UndefinedBits::propagate(Wave& wave, const Instruction& instruction,
                              const Footprint& footprint, std::uint64_t lanes) {
  prepare(wave, footprint, lanes);
  const std::uint32_t mode = wave.mode.bits;
  const Instruction* const next = wave.next;
  for (unsigned run = 0; run < kRuns; ++run) {
    fill(wave, instruction, run);
    instruction.handler(wave, instruction);
    collect(wave, run);
    if (scalars_change_) wave.scalar = saved_scalar_;
    if (run != 0 && is_settled(instruction, footprint)) break;
  }
  restore(wave);
  wave.set_mode(mode);
  wave.next = next;
  store(instruction, footprint);
}

}  // namespace kgate::emulator
