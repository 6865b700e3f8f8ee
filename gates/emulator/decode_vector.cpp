// SPDX-License-Identifier: MIT
// Decoding VOP1, VOP2, VOPC, VOP3, VOP3P and VOPD, with DPP.
#include "gates/emulator/decode_step.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {
namespace {

/// VOPD opcodes as the rows whose operation they are.
struct DualRow {
  Format format;
  std::uint16_t opcode;
};
constexpr std::array<DualRow, 19> kDualRows{{{Format::vop2, 0x2B},
                                             {Format::vop2, 0x2D},
                                             {Format::vop2, 0x2C},
                                             {Format::vop2, 0x08},
                                             {Format::vop2, 0x03},
                                             {Format::vop2, 0x04},
                                             {Format::vop2, 0x05},
                                             {Format::vop2, 0x07},
                                             {Format::vop1, 0x01},
                                             {Format::vop2, 0x01},
                                             {Format::vop2, 0x10},
                                             {Format::vop2, 0x0F},
                                             {Format::vop2, 0x02},
                                             {Format::vopd, 0x0D},
                                             {Format::none, 0},
                                             {Format::none, 0},
                                             {Format::vop2, 0x25},
                                             {Format::vop2, 0x18},
                                             {Format::vop2, 0x1B}}};

}  // namespace

void DecodeStep::finish_vector() {
  if (out_.problem != nullptr) return;
  const Semantics& semantics = out_.row->semantics;
  if (out_.clamp && semantics.lanes_clamped != nullptr) {
    out_.lanes = semantics.lanes_clamped;
    out_.lanes_any_mode = semantics.lanes_clamped;
  }
  if (semantics.handler != nullptr) return;
  bool modified = out_.dpp != Dpp::none || out_.negate != 0 || out_.absolute != 0 ||
                  out_.output_modifier != 0 || out_.clamp || out_.op_sel != 0 ||
                  out_.encoding == Format::vop3p || is_16_bit(semantics.destination);
  const Executors& executors = decoder_->table_->executors();
  out_.handler = modified ? executors.modified : executors.plain;
}

/// Sources in order; the literal and the destination take the places the row's traits give them.
void DecodeStep::vector_sources(std::array<unsigned, 3> fields, unsigned count) {
  const Semantics& semantics = out_.row->semantics;
  unsigned field = 0;
  for (unsigned k = 0; k < 3 && semantics.source[k] != Type::none; ++k) {
    // v_fma_mix: an f16 source takes f16 inline constants.
    const bool half = (semantics.traits & kMixed) != 0 && ((out_.op_sel_hi >> k) & 1U) != 0;
    const Type type = half ? Type::f16 : semantics.source[k];
    if ((k == 1 && (semantics.traits & kLiteralMiddle) != 0) ||
        (k == 2 && (semantics.traits & kLiteralLast) != 0)) {
      literal_source(k, type);
    } else if (k == 2 && (semantics.traits & kAccumulates) != 0) {
      out_.source[k] = out_.destination;
      // A literal cannot collide: accumulating forms have two encoded sources.
    } else if (field < count) {
      source(k, fields[field++], type);
    }
    const OperandKind kind = out_.source[k].kind;
    if (k == 0 && (semantics.traits & kRegisterSource) != 0 && kind != OperandKind::vgpr) {
      fail("a source that is not a VGPR");
    }
    const bool after_vector = k != 0 || (semantics.traits & kRegisterSource) == 0;
    if (after_vector && (semantics.traits & kScalarSources) != 0 && kind == OperandKind::vgpr) {
      fail("a source that is not scalar");
    }
    if (type == Type::b128 && kind != OperandKind::vgpr) fail("a source that is not a VGPR");
  }
}

void DecodeStep::vop1() {
  const std::uint32_t w = words_[0];
  if (!select(Format::vop1, (w >> 9U) & 0xFFU, Format::vop1)) return;
  const Semantics& semantics = out_.row->semantics;
  dpp_allowed_ = (semantics.traits & kNoDpp) == 0;
  if ((semantics.traits & kNoOperands) != 0) return unused((w & 0x1FE01FFU) == 0);
  unsigned field = w & 0x1FFU;
  unsigned destination = (w >> 17U) & 0xFFU;
  if ((semantics.traits & kScalarResult) != 0) {
    if (destination >= 128) fail("an SGPR that does not exist");
    out_.destination = sgpr(destination & 0x7FU, 1, true);
  } else {
    if (is_16_bit(semantics.destination) && destination >= 128) {
      out_.op_sel |= 8U;
      destination -= 128;
    }
    out_.destination = vgpr(destination, dwords(semantics.destination));
  }
  if (is_16_bit(semantics.source[0]) && field >= 256 + 128) {
    out_.op_sel |= 1U;
    field -= 128;
  }
  vector_sources({field, 0, 0}, 1);
  finish_vector();
}

void DecodeStep::vop2() {
  const std::uint32_t w = words_[0];
  if (!select(Format::vop2, (w >> 25U) & 0x3FU, Format::vop2)) return;
  const Semantics& semantics = out_.row->semantics;
  dpp_allowed_ = (semantics.traits & kNoDpp) == 0;
  if ((semantics.traits & kNoOperands) != 0) return unused(w == 0);
  unsigned field0 = w & 0x1FFU;
  unsigned field1 = ((w >> 9U) & 0xFFU) + 256;
  unsigned destination = (w >> 17U) & 0xFFU;
  const auto half = [&](Type type, unsigned& field, unsigned base, unsigned bit) {
    if (is_16_bit(type) && field >= base + 128) {
      out_.op_sel = static_cast<std::uint8_t>(out_.op_sel | bit);
      field -= 128;
    }
  };
  half(semantics.destination, destination, 0, 8U);
  half(semantics.source[0], field0, 256, 1U);
  const bool middle = (semantics.traits & kLiteralMiddle) != 0;
  half(semantics.source[middle ? 2 : 1], field1, 256, middle ? 4U : 2U);
  out_.destination = vgpr(destination, dwords(semantics.destination));
  if ((semantics.traits & kAccumulates) != 0 && (out_.op_sel & 8U) != 0) out_.op_sel |= 4U;
  vector_sources({field0, field1, 0}, 2);
  if ((semantics.traits & (kCarryIn | kReadsVcc)) != 0) out_.mask_source = mask(kVcc, false);
  if ((semantics.traits & kCarryOut) != 0) out_.mask_destination = mask(kVcc, true);
  finish_vector();
}

void DecodeStep::vopc() {
  const std::uint32_t w = words_[0];
  if (!select(Format::vopc, (w >> 17U) & 0xFFU, Format::vopc)) return;
  const Semantics& semantics = out_.row->semantics;
  dpp_allowed_ = true;
  unsigned field0 = w & 0x1FFU;
  unsigned field1 = ((w >> 9U) & 0xFFU) + 256;
  if (is_16_bit(semantics.source[0]) && field0 >= 256 + 128) {
    out_.op_sel |= 1U;
    field0 -= 128;
  }
  if (is_16_bit(semantics.source[1]) && field1 >= 256 + 128) {
    out_.op_sel |= 2U;
    field1 -= 128;
  }
  vector_sources({field0, field1, 0}, 2);
  if ((semantics.traits & kWritesExec) == 0) out_.mask_destination = mask(kVcc, true);
  finish_vector();
}

void DecodeStep::vop3() {
  const std::uint32_t w = words_[0];
  const unsigned opcode = (w >> 16U) & 0x3FFU;
  out_.dwords = 2;
  static_cast<void>(word(1));
  bool found = false;
  if (opcode < 0x100) {
    found = select(Format::vopc, opcode, Format::vop3);
  } else if (opcode < 0x140 && decoder_->table_->find(Format::vop2, opcode - 0x100) != nullptr) {
    found = select(Format::vop2, opcode - 0x100, Format::vop3);
  } else if (opcode >= 0x180 && opcode < 0x200) {
    found = select(Format::vop1, opcode - 0x180, Format::vop3);
  } else {
    found = select(Format::vop3, opcode, Format::vop3);
  }
  if (!found || words_.size() < 2) return;
  const Row& row = *out_.row;
  if ((row.semantics.traits & kNoVop3) != 0) {
    out_.row = nullptr;
    out_.encoding = Format::none;
    return fail("this instruction has no VOP3 form");
  }
  vop3_fields(row, (row.semantics.traits & kCarryOut) != 0);
  finish_vector();
}

void DecodeStep::vop3_fields(const Row& row, bool has_mask_destination) {
  const std::uint32_t w = words_[0];
  const std::uint32_t high = words_[1];
  const Semantics& semantics = row.semantics;
  const std::uint32_t traits = semantics.traits;
  dpp_allowed_ = (traits & kNoDpp) == 0;
  out_.clamp = ((w >> 15U) & 1U) != 0;
  out_.output_modifier = (high >> 27U) & 3U;
  out_.negate = static_cast<std::uint8_t>(high >> 29U);
  const unsigned destination = w & 0xFFU;
  if ((traits & kCompare) != 0) {
    if ((traits & kWritesExec) == 0) out_.mask_destination = mask(destination, true);
  } else if ((traits & kScalarResult) != 0) {
    out_.destination = sgpr(destination, 1, true);
  } else if (semantics.destination != Type::none) {
    out_.destination = vgpr(destination, dwords(semantics.destination));
  }
  if (has_mask_destination) {
    out_.mask_destination = mask((w >> 8U) & 0x7FU, true);
  } else {
    out_.absolute = (w >> 8U) & 7U;
    out_.op_sel = (w >> 11U) & 0xFU;
  }
  const std::array<unsigned, 3> fields{high & 0x1FFU, (high >> 9U) & 0x1FFU,
                                       (high >> 18U) & 0x1FFU};
  vector_sources(fields, 3);
  unsigned encoded = 0;
  while (encoded < 3 && semantics.source[encoded] != Type::none) ++encoded;
  if ((traits & kAccumulates) != 0) --encoded;
  check_modifiers(encoded);
  for (unsigned k = encoded + ((traits & kCarryIn) != 0 ? 1U : 0U); k < 3; ++k) {
    unused(fields[k] == 0);
  }
  if ((traits & kNoOperands) != 0) unused(destination == 0);
  if ((traits & kWritesExec) != 0) unused(destination == kExec);
  if ((traits & kAccumulates) != 0 && (out_.op_sel & 8U) != 0) out_.op_sel |= 4U;
  if ((traits & kCarryIn) != 0) {
    if (fields[2] >= kExec) return fail("a mask operand that is not an SGPR");
    out_.mask_source = mask(fields[2], false);
  }
  if ((traits & kReadsVcc) != 0) out_.mask_source = mask(kVcc, false);
}

void DecodeStep::vop3p() {
  const std::uint32_t w = words_[0];
  out_.dwords = 2;
  const std::uint32_t high = word(1);
  if (!select(Format::vop3p, (w >> 16U) & 0x7FU, Format::vop3p)) return;
  unused(((w >> 23U) & 1U) == 0);
  const Semantics& semantics = out_.row->semantics;
  dpp_allowed_ = (semantics.traits & kNoDpp) == 0;
  out_.absolute = (w >> 8U) & 7U;
  out_.op_sel = (w >> 11U) & 7U;
  out_.op_sel_hi = static_cast<std::uint8_t>(((high >> 27U) & 3U) | ((w >> 12U) & 4U));
  out_.clamp = ((w >> 15U) & 1U) != 0;
  out_.negate = static_cast<std::uint8_t>(high >> 29U);
  if ((semantics.traits & kMatrix) != 0) return matrix();
  if ((semantics.traits & kHighHalf) != 0) out_.op_sel |= 8U;
  out_.destination = vgpr(w & 0xFFU, dwords(semantics.destination));
  vector_sources({high & 0x1FFU, (high >> 9U) & 0x1FFU, (high >> 18U) & 0x1FFU}, 3);
  check_packed_modifiers();
  if (semantics.source[2] == Type::none) unused(((high >> 18U) & 0x1FFU) == 0);
  if (out_.dpp != Dpp::none && out_.source[1].kind != OperandKind::vgpr) {
    fail("DPP with a second source that is not a VGPR");
  }
  finish_vector();
}

/// A and B are VGPRs; C is VGPRs or an inline constant. C and D take 8 registers, 4 in wave64.
void DecodeStep::matrix() {
  const std::uint32_t high = words_[1];
  const Semantics& semantics = out_.row->semantics;
  const unsigned tile = 256U / decoder_->lanes_;
  out_.destination = vgpr(words_[0] & 0xFFU, tile);
  const std::array<unsigned, 3> fields{high & 0x1FFU, (high >> 9U) & 0x1FFU,
                                       (high >> 18U) & 0x1FFU};
  for (unsigned k = 0; k < 2; ++k) {
    if (fields[k] < 256) return fail("a matrix that is not in VGPRs");
    out_.source[k] = vgpr(fields[k] - 256, dwords(semantics.source[k]));
  }
  if (fields[2] >= 256) {
    out_.source[2] = vgpr(fields[2] - 256, tile);
  } else {
    if (fields[2] >= 128) source(2, fields[2], semantics.source[2]);
    if (out_.source[2].kind != OperandKind::constant || out_.has_literal) {
      return fail("a matrix that is neither in VGPRs nor an inline constant");
    }
  }
  const bool integers = (semantics.traits & kIntegerSigns) != 0;
  if (integers) unused(out_.absolute == 0 && (out_.negate & 4U) == 0);
  if (!integers) unused(!out_.clamp);
  unused((out_.op_sel & (is_16_bit(semantics.destination) ? 3U : 7U)) == 0);
}

void DecodeStep::vopd_half(Instruction& half, unsigned opcode, bool y,
                           std::array<unsigned, 2> fields, unsigned destination) {
  if (opcode >= kDualRows.size() || (!y && opcode > 13) ||
      kDualRows[opcode].format == Format::none) {
    return fail("no VOPD instruction has this opcode");
  }
  // The halves share words and literal with the pair: decode in place, then take the result out.
  const Instruction pair = out_;
  const DualRow dual = kDualRows[opcode];
  if (select(dual.format, dual.opcode, Format::vopd)) {
    const Semantics& semantics = out_.row->semantics;
    out_.destination = vgpr(destination, dwords(semantics.destination));
    vector_sources({fields[0], fields[1], 0}, 2);
    if ((semantics.traits & kCarryIn) != 0) out_.mask_source = mask(kVcc, false);
  }
  half = out_;
  out_ = pair;
  out_.problem = half.problem;
  out_.dwords = half.dwords;
  out_.has_literal = half.has_literal;
  out_.literal = half.literal;
}

void DecodeStep::vopd() {
  const std::uint32_t w = words_[0];
  out_.dwords = 2;
  const std::uint32_t high = word(1);
  out_.encoding = Format::vopd;
  if (decoder_->lanes_ != 32) return fail("VOPD exists in wave32 only");
  std::array<Instruction, 2> halves;
  const unsigned x = high >> 24U;
  const unsigned y = ((high >> 16U) & 0xFEU) | (~x & 1U);
  vopd_half(halves[0], (w >> 22U) & 0xFU, false, {w & 0x1FFU, ((w >> 9U) & 0xFFU) + 256}, x);
  vopd_half(halves[1], (w >> 17U) & 0x1FU, true, {high & 0x1FFU, ((high >> 9U) & 0xFFU) + 256}, y);
  if (out_.problem != nullptr) {
    out_.encoding = Format::none;
    return;
  }
  pairs_->push_back(halves);
  out_.pair = pairs_->back().data();
  out_.row = halves[0].row;
  out_.handler = decoder_->table_->executors().pair;
}

}  // namespace kgate::emulator
