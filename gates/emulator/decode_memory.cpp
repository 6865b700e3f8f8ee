// SPDX-License-Identifier: MIT
// Decoding DS, FLAT, GLOBAL, SCRATCH, MUBUF and MTBUF, and naming graphics instructions.
#include "gates/emulator/decode_step.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

// source[0] is the address, source[1] and source[2] are data; a missing one has Type::none.

void DecodeStep::ds() {
  const std::uint32_t w = words_[0];
  out_.dwords = 2;
  const std::uint32_t high = word(1);
  if (!select(Format::ds, (w >> 18U) & 0xFFU, Format::ds)) return;
  const Semantics& semantics = out_.row->semantics;
  out_.offset = static_cast<std::int32_t>(w & 0xFFFFU);
  const std::array<unsigned, 3> fields{high & 0xFFU, (high >> 8U) & 0xFFU, (high >> 16U) & 0xFFU};
  for (unsigned k = 0; k < 3; ++k) {
    if (semantics.source[k] != Type::none) {
      out_.source[k] = vgpr(fields[k], dwords(semantics.source[k]));
    } else {
      unused(fields[k] == 0);
    }
  }
  if (semantics.destination != Type::none) {
    out_.destination = vgpr(high >> 24U, dwords(semantics.destination));
  } else {
    unused(high >> 24U == 0);
  }
  if ((semantics.traits & kNoOperands) != 0) unused(out_.offset == 0);
  if (((w >> 17U) & 1U) != 0) fail(kNotModelled);  // GDS: memory that all workgroups share
}

void DecodeStep::flat() {
  const std::uint32_t w = words_[0];
  out_.dwords = 2;
  const std::uint32_t high = word(1);
  constexpr std::array<Format, 4> kSegments{Format::flat, Format::scratch, Format::global,
                                            Format::none};
  const Format format = kSegments[(w >> 16U) & 3U];
  if (!select(format, (w >> 18U) & 0x7FU, format)) return;
  const Semantics& semantics = out_.row->semantics;
  const std::uint32_t traits = semantics.traits;
  out_.cache_policy = static_cast<std::uint8_t>(((w >> 14U) & 1U) | (((w >> 15U) & 1U) << 1U) |
                                                (((w >> 13U) & 1U) << 2U));
  const std::uint32_t raw = w & 0x1FFFU;
  out_.offset = static_cast<std::int32_t>(raw << 19U) >> 19;
  if (format == Format::flat && out_.offset < 0) fail("a FLAT offset above 4095");
  const unsigned base = (high >> 16U) & 0x7FU;
  const bool has_base = base != kNull && format != Format::flat;
  if (base == kExec + 1) fail("EXEC_HI as a base address");
  const bool vector_address = ((high >> 23U) & 1U) != 0;
  if (format == Format::flat) unused(base == kNull);
  if (format != Format::scratch) unused(!vector_address);
  if (format == Format::scratch) {
    if (vector_address) {
      out_.source[0] = vgpr(high & 0xFFU, 1);
    } else {
      unused((high & 0xFFU) == 0);
    }
    if (has_base) out_.mask_source = sgpr(base, 1);
  } else if (format == Format::global && has_base) {
    out_.mask_source = sgpr(base, 2);
    if ((traits & kNoOperands) == 0) out_.source[0] = vgpr(high & 0xFFU, 1);
  } else if ((traits & kNoOperands) == 0) {
    out_.source[0] = vgpr(high & 0xFFU, 2);
  }
  if (semantics.source[1] != Type::none) {
    out_.source[1] = vgpr((high >> 8U) & 0xFFU, dwords(semantics.source[1]));
  } else {
    unused(((high >> 8U) & 0xFFU) == 0);
  }
  if ((traits & kNoOperands) != 0) unused((high & 0xFFU) == 0);
  const bool returns = (traits & kAtomic) == 0 || (out_.cache_policy & 1U) != 0;
  if (semantics.destination != Type::none && returns) {
    out_.destination = vgpr(high >> 24U, dwords(semantics.destination));
  } else {
    unused(high >> 24U == 0);
  }
}

void DecodeStep::mubuf() {
  const std::uint32_t w = words_[0];
  out_.dwords = 2;
  const std::uint32_t high = word(1);
  if (!select(Format::mubuf, (w >> 18U) & 0xFFU, Format::mubuf)) return;
  if ((out_.row->semantics.traits & kNoOperands) != 0) {
    return unused((w & 0x3FFFFU) == 0 && high == 0);
  }
  buffer_operands(high);
}

void DecodeStep::mtbuf() {
  const std::uint32_t w = words_[0];
  out_.dwords = 2;
  const std::uint32_t high = word(1);
  if (!select(Format::mtbuf, (w >> 15U) & 0xFU, Format::mtbuf)) return;
  out_.op_sel_hi = static_cast<std::uint8_t>((w >> 19U) & 0x7FU);
  buffer_operands(high);
}

/// The fields that MUBUF and MTBUF have in the same places.
void DecodeStep::buffer_operands(std::uint32_t high) {
  const std::uint32_t w = words_[0];
  const Semantics& semantics = out_.row->semantics;
  const std::uint32_t traits = semantics.traits;
  out_.offset = static_cast<std::int32_t>(w & 0xFFFU);
  out_.cache_policy = static_cast<std::uint8_t>(((w >> 14U) & 1U) | (((w >> 12U) & 1U) << 1U) |
                                                (((w >> 13U) & 1U) << 2U));
  // tfe: a register more for the status of sparse residency.
  const unsigned status = (high >> 21U) & 1U;
  // op_sel holds offen (1) and idxen (2).
  out_.op_sel = static_cast<std::uint8_t>((high >> 22U) & 3U);
  const unsigned registers = (out_.op_sel & 1U) + (out_.op_sel >> 1U);
  if (registers != 0) {
    out_.source[0] = vgpr(high & 0xFFU, registers);
  } else {
    unused((high & 0xFFU) == 0);
  }
  const unsigned data = (high >> 8U) & 0xFFU;
  if (semantics.source[1] != Type::none) {
    out_.source[1] = vgpr(data, dwords(semantics.source[1]) + status);
  }
  const bool returns = (traits & kAtomic) == 0 || (out_.cache_policy & 1U) != 0;
  if (semantics.destination != Type::none && returns) {
    out_.destination = vgpr(data, dwords(semantics.destination) + status);
  }
  if (semantics.source[1] == Type::none && semantics.destination == Type::none) unused(data == 0);
  out_.mask_source = sgpr(((high >> 16U) & 0x1FU) << 2U, 4);
  source(2, high >> 24U, Type::b32);
  if (out_.source[2].kind == OperandKind::vgpr || out_.has_literal) fail("a buffer offset operand");
  if (status != 0) fail(kNotModelled);
}

void DecodeStep::graphics(Format format, unsigned opcode, unsigned length) {
  out_.dwords = static_cast<std::uint8_t>(length);
  for (unsigned i = 1; i < length; ++i) static_cast<void>(word(i));
  select(format, opcode, format);
}

}  // namespace kgate::emulator
