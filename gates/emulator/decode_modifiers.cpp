// SPDX-License-Identifier: MIT
// DPP words, and which modifiers an instruction may carry.
#include "gates/emulator/decode_step.hpp"

namespace kgate::emulator {
namespace {

bool takes_signs(const Semantics& semantics, unsigned k) {
  if (semantics.source[k] == Type::none) return false;
  return is_float(semantics.source[k]) || (semantics.traits & kBitModifiers) != 0;
}

bool is_wide(const Semantics& semantics) {
  for (const Type type : semantics.source) {
    if (dwords(type) > 1) return true;
  }
  return dwords(semantics.destination) > 1;
}

bool is_control(unsigned code) {
  const unsigned kind = code >> 4U;
  const bool shift = (kind == 0x10 || kind == 0x11 || kind == 0x12) && (code & 15U) != 0;
  return code < 0x100 || shift || code == 0x140 || code == 0x141 || kind == 0x15 || kind == 0x16;
}

}  // namespace

void DecodeStep::dpp(unsigned field) {
  const std::uint32_t control = word(out_.dwords);
  ++out_.dwords;
  if (is_wide(out_.row->semantics)) return fail("DPP on a 64-bit operand");
  unsigned index = control & 0xFFU;
  if (is_16_bit(out_.row->semantics.source[0]) && out_.encoding <= Format::vopc && index >= 128) {
    out_.op_sel |= 1U;
    index -= 128;
  }
  out_.source[0] = vgpr(index, dwords(out_.row->semantics.source[0]));
  out_.literal = control;  // for text
  if (field != 250) {
    out_.dpp = Dpp::eight;
    out_.dpp_fetch_inactive = field == 234;
    out_.dpp_control = control >> 8U;
    return;
  }
  out_.dpp = Dpp::row;
  out_.dpp_control = (control >> 8U) & 0x1FFU;
  out_.dpp_fetch_inactive = ((control >> 18U) & 1U) != 0;
  out_.dpp_bound_control = ((control >> 19U) & 1U) != 0;
  out_.dpp_bank_mask = (control >> 24U) & 0xFU;
  out_.dpp_row_mask = (control >> 28U) & 0xFU;
  if (!is_control(out_.dpp_control)) fail("a DPP control that does not exist");
  unused(((control >> 17U) & 1U) == 0);
  if (out_.encoding == Format::vop3 || out_.encoding == Format::vop3p) {
    // VOP3 has its own abs and neg.
    unused(((control >> 20U) & 0xFU) == 0);
    return;
  }
  out_.negate = static_cast<std::uint8_t>(((control >> 20U) & 1U) | ((control >> 21U) & 2U));
  out_.absolute = static_cast<std::uint8_t>(((control >> 21U) & 1U) | ((control >> 22U) & 2U));
  for (unsigned k = 0; k < 2; ++k) {
    const bool signs = ((out_.negate >> k) & 1U) != 0 || ((out_.absolute >> k) & 1U) != 0;
    if (signs && !takes_signs(out_.row->semantics, k)) fail("abs or neg on an integer source");
  }
}

void DecodeStep::check_modifiers(unsigned encoded_sources) {
  const Semantics& semantics = out_.row->semantics;
  const bool scalars = (semantics.traits & kScalarSources) != 0;
  for (unsigned k = 0; k < 3; ++k) {
    const bool signs = ((out_.negate >> k) & 1U) != 0 || ((out_.absolute >> k) & 1U) != 0;
    const bool encoded = k < encoded_sources;
    if (signs && !(encoded && takes_signs(semantics, k))) fail("abs or neg on an integer source");
    const bool selects = ((out_.op_sel >> k) & 1U) != 0;
    const bool half = encoded && is_16_bit(semantics.source[k]);
    if (selects && !half && !(scalars && k < 2)) fail("op_sel on a source that is not 16 bits");
  }
  if ((out_.op_sel & 8U) != 0 && !is_16_bit(semantics.destination)) {
    fail("op_sel on a result that is not 16 bits");
  }
  const bool float_result = is_float(semantics.destination);
  if (out_.output_modifier != 0 && !float_result) fail("omod on a result that is not a float");
  const bool float_compare = (semantics.traits & kCompare) != 0 && is_float(semantics.source[1]);
  if ((semantics.traits & kNoModifiers) != 0 && (out_.clamp || out_.output_modifier != 0)) {
    fail("clamp or omod on an instruction that has neither");
  }
  if (out_.clamp && !float_result && !float_compare && semantics.lanes_clamped == nullptr) {
    fail("clamp on an instruction that has none");
  }
}

void DecodeStep::check_packed_modifiers() {
  const Semantics& semantics = out_.row->semantics;
  const bool mixed = (semantics.traits & kMixed) != 0;
  for (unsigned k = 0; k < 3; ++k) {
    const Type type = semantics.source[k];
    const bool low = ((out_.negate >> k) & 1U) != 0;
    if (type == Type::none) unused(((out_.op_sel >> k) & 1U) == 0);
    const bool high = ((out_.absolute >> k) & 1U) != 0;
    const bool signedness = (semantics.traits & kIntegerSigns) != 0 && k < 2;
    const bool takes_low = is_float(type) || signedness;
    const bool takes_high = type == Type::pk_f16 || mixed;
    if ((low && !takes_low) || (high && !takes_high)) fail("neg on an integer source");
    const bool selects = ((out_.op_sel >> k) & 1U) != 0;
    if (selects && !is_packed(type) && !mixed) fail("op_sel on a source that has no halves");
    if (!is_packed(type) && !mixed && type != Type::none && ((out_.op_sel_hi >> k) & 1U) == 0) {
      fail("op_sel_hi on a source that has no halves");
    }
  }
  if (out_.clamp && !is_float(semantics.destination) && semantics.lanes_clamped == nullptr) {
    fail("clamp on an instruction that has none");
  }
}

}  // namespace kgate::emulator
