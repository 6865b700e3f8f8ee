// SPDX-License-Identifier: MIT
// Undefined values and memory: addresses, data, and what loads bring back.
#include <cstring>

#include "gates/emulator/hazards/wave_checks.hpp"

namespace kgate::emulator {
namespace {

/// True for lanes of a FLAT access that go to LDS or scratch.
bool in_aperture(Wave& wave, const Instruction& instruction, unsigned lane) {
  if (instruction.row->format == Format::scratch || instruction.row->format == Format::ds) {
    return true;
  }
  if (instruction.row->format != Format::flat) return false;
  const std::uint32_t high = wave.vgpr(instruction.source[0].index + 1U)[lane] >> 16U;
  return high == 1 || high == 2;
}

std::uint32_t sign_extended(std::uint32_t bits, unsigned size) {
  if (size == 1) return static_cast<std::uint32_t>(static_cast<std::int8_t>(bits));
  return static_cast<std::uint32_t>(static_cast<std::int16_t>(bits));
}

}  // namespace

void WaveChecks::begin_transfer(const Wave& wave, const Instruction& instruction,
                                const Footprint& footprint) {
  transfer_ = &instruction;
  transfer_footprint_ = &footprint;
  moved_.fill(0);
  const Operand& to = instruction.destination;
  if (to.kind != OperandKind::vgpr) return;
  for (unsigned i = to.index; i < to.index + unsigned{to.count}; ++i) {
    undefined_.define(i, wave.exec(), footprint.result_bits);
  }
}

void WaveChecks::check_data(Wave& wave, const Instruction& instruction,
                            const Footprint& footprint) {
  const std::uint32_t traits = instruction.row->semantics.traits;
  if ((traits & kAtomic) != 0) {
    require_defined(wave, instruction.source[1], "what an atomic does");
    if (instruction.row->format == Format::ds) {
      require_defined(wave, instruction.source[2], "what an atomic does");
    }
    return;
  }
  const Operand& data = instruction.source[1];
  std::uint64_t undefined = 0;
  for (const Operand& operand : {instruction.source[1], instruction.source[2]}) {
    if (operand.kind != OperandKind::vgpr) continue;
    for (unsigned i = 0; i < operand.count; ++i) undefined |= undefined_.lanes(operand.index + i);
  }
  for (std::uint64_t left = undefined & wave.exec(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
    bool any = false;
    bool all = true;
    for (unsigned i = 0; i < footprint.data_size; ++i) {
      const unsigned byte = footprint.data_first + i;
      const std::uint32_t bits =
          (undefined_.vector_bits(data.index + byte / 4, lane) >> (8 * (byte % 4))) & 0xFFU;
      any |= bits != 0;
      all &= bits == 0xFFU;
    }
    const Operand& second = instruction.source[2];
    if (instruction.row->format == Format::ds && second.kind == OperandKind::vgpr) {
      for (unsigned i = 0; i < second.count; ++i) {
        any |= undefined_.vector_bits(second.index + i, lane) != 0;
      }
    }
    stores_undefined_ |= any;
    if (!all || in_aperture(wave, instruction, lane)) continue;
    report_undefined(wave, vector_name(data.index), "what global memory holds",
                     static_cast<int>(lane));
  }
}

void WaveChecks::check_memory(Wave& wave, const Instruction& instruction,
                              const Footprint& footprint) {
  const bool scalar = instruction.row->format == Format::smem;
  if ((scalar || wave.exec() != 0) && undefined_.any(footprint.reads, wave.exec())) {
    const RegisterSet undefined = footprint.reads.common(undefined_.registers());
    require_defined(wave, instruction.source[0], "an address");
    require_defined(wave, instruction.mask_source, "an address");
    if (scalar) require_defined(wave, instruction.source[1], "an address");
    const Format format = instruction.row->format;
    if (format == Format::mubuf || format == Format::mtbuf) {
      require_defined(wave, instruction.source[2], "an address");
    }
    if ((undefined.words[RegisterSet::kScalarWord + kM0 / 64] >> (kM0 % 64) & 1U) != 0) {
      report_undefined(wave, "m0", "an address", -1);
    }
    if (instruction.source[1].kind == OperandKind::vgpr) {
      check_data(wave, instruction, footprint);
    }
  }
  begin_transfer(wave, instruction, footprint);
  if (scalar) undefined_.define(footprint.writes, wave.exec());
}

void WaveChecks::stored_bits(unsigned lane, unsigned size, std::uint8_t* bits) {
  const unsigned data_size = transfer_footprint_->data_size;
  unsigned at = moved_.at(lane);
  moved_.at(lane) = static_cast<std::uint8_t>(at + size);
  const Operand* data = &transfer_->source[1];
  // The second place of a ds_store_2addr has data of its own.
  if (at >= data_size && transfer_->source[2].kind == OperandKind::vgpr) {
    data = &transfer_->source[2];
    at -= data_size;
  }
  for (unsigned i = 0; i < size; ++i) {
    const unsigned byte = transfer_footprint_->data_first + at + i;
    bits[i] = static_cast<std::uint8_t>(undefined_.vector_bits(data->index + byte / 4, lane) >>
                                        (8 * (byte % 4)));
  }
}

void WaveChecks::loaded_bits(unsigned lane, unsigned size, const std::uint8_t* bits) {
  const unsigned at = moved_.at(lane);
  moved_.at(lane) = static_cast<std::uint8_t>(at + size);
  std::uint32_t any = 0;
  for (unsigned i = 0; i < size; ++i) any |= bits[i];
  if (any == 0) return;
  const unsigned first = transfer_->destination.index + at / 4;
  const std::uint32_t kept = transfer_footprint_->result_bits;
  if (size < 4) {
    std::uint32_t value = bits[0] | (size > 1 ? std::uint32_t{bits[1]} << 8U : 0U);
    if (transfer_footprint_->sign_extends) value = sign_extended(value, size);
    if (kept == 0xFFFF0000U) value <<= 16U;
    value &= kept;
    undefined_.set_vector(first, lane, undefined_.vector_bits(first, lane) | value);
  } else {
    for (unsigned i = 0; i < size; i += 4) {
      const std::uint32_t value = bits[i] | (std::uint32_t{bits[i + 1]} << 8U) |
                                  (std::uint32_t{bits[i + 2]} << 16U) |
                                  (std::uint32_t{bits[i + 3]} << 24U);
      undefined_.set_vector(first + i / 4, lane, value);
    }
  }
  watched_.add(undefined_.registers());
}

void WaveChecks::loaded_padding(const Instruction& instruction, std::uint64_t first) {
  if (!registers_) return;
  const Operand& to = instruction.destination;
  for (std::uint64_t dword = first / 4; dword < to.count; ++dword) {
    const std::uint32_t bits = dword * 4 < first ? ~0U << (8 * (first % 4)) : ~0U;
    undefined_.set_scalar(to.index + static_cast<unsigned>(dword), bits);
  }
  watched_.add(undefined_.registers());
}

void WaveChecks::stored_inexact(unsigned lane, unsigned size, std::uint8_t* kinds) const {
  std::memset(kinds, inexact_.stored(lane), size);
}

void WaveChecks::loaded_inexact(const Wave& wave, unsigned lane, unsigned size,
                                const std::uint8_t* kinds) {
  std::uint8_t any = 0;
  for (unsigned i = 0; i < size; ++i) any = static_cast<std::uint8_t>(any | kinds[i]);
  if (any == 0) return;
  inexact_.loaded(*wave.current, wave.program->footprint(wave.current), lane, any);
  watched_.add(inexact_.registers());
}

}  // namespace kgate::emulator
