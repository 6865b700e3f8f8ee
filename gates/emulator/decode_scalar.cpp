// SPDX-License-Identifier: MIT
// Decoding SOP1, SOP2, SOPC, SOPK, SOPP and SMEM.
#include "gates/emulator/decode_step.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {

void DecodeStep::scalar() {
  const unsigned top9 = words_[0] >> 23U;
  if (top9 == 0x17D) {
    sop1();
  } else if (top9 == 0x17E) {
    sopc();
  } else if (top9 == 0x17F) {
    sopp();
  } else if ((words_[0] >> 28U) == 0xB) {
    sopk();
  } else {
    sop2();
  }
}

void DecodeStep::sop1() {
  const std::uint32_t w = words_[0];
  if (!select(Format::sop1, (w >> 8U) & 0xFFU, Format::sop1)) return;
  const Semantics& semantics = out_.row->semantics;
  if (semantics.destination != Type::none) {
    out_.destination = sgpr((w >> 16U) & 0x7FU, dwords(semantics.destination), true);
  }
  out_.offset = static_cast<std::int32_t>(w & 0xFFU);  // s_sendmsg_rtn: the message
  if (semantics.source[0] != Type::none) source(0, w & 0xFFU, semantics.source[0]);
  if ((semantics.traits & kRegisterSource) != 0 && out_.source[0].kind != OperandKind::sgpr) {
    fail("a source that is not an SGPR");
  }
}

void DecodeStep::sop2() {
  const std::uint32_t w = words_[0];
  if (!select(Format::sop2, (w >> 23U) & 0x7FU, Format::sop2)) return;
  const Semantics& semantics = out_.row->semantics;
  const std::uint32_t traits = semantics.traits;
  out_.destination = sgpr((w >> 16U) & 0x7FU, dwords(semantics.destination), true);
  source(0, w & 0xFFU, semantics.source[0]);
  if ((traits & kLiteralMiddle) != 0) {
    literal_source(1, semantics.source[1]);
    source(2, (w >> 8U) & 0xFFU, semantics.source[2]);
  } else {
    source(1, (w >> 8U) & 0xFFU, semantics.source[1]);
    if ((traits & kLiteralLast) != 0) literal_source(2, semantics.source[2]);
  }
  if ((traits & kAccumulates) != 0) {
    out_.source[2] = sgpr((w >> 16U) & 0x7FU, dwords(semantics.destination));
  }
}

void DecodeStep::sopc() {
  const std::uint32_t w = words_[0];
  if (!select(Format::sopc, (w >> 16U) & 0x7FU, Format::sopc)) return;
  source(0, w & 0xFFU, out_.row->semantics.source[0]);
  source(1, (w >> 8U) & 0xFFU, out_.row->semantics.source[1]);
}

void DecodeStep::sopk() {
  const std::uint32_t w = words_[0];
  if (!select(Format::sopk, (w >> 23U) & 0x1FU, Format::sopk)) return;
  const Semantics& semantics = out_.row->semantics;
  const unsigned field = (w >> 16U) & 0x7FU;
  out_.offset = static_cast<std::int16_t>(w & 0xFFFFU);
  if (semantics.destination != Type::none) {
    out_.destination = sgpr(field, dwords(semantics.destination), true);
  }
  // SOPK reads its register too: s_addk, s_cmpk, s_setreg.
  if (semantics.source[0] != Type::none) source(0, field, semantics.source[0]);
  if ((semantics.traits & kLiteralLast) != 0) literal_source(0, Type::b32);
}

void DecodeStep::sopp() {
  const std::uint32_t w = words_[0];
  if (!select(Format::sopp, (w >> 16U) & 0x7FU, Format::sopp)) return;
  out_.offset = static_cast<std::int16_t>(w & 0xFFFFU);
  if ((out_.row->semantics.traits & kNoOperands) != 0) unused(out_.offset == 0);
}

void DecodeStep::smem() {
  const std::uint32_t w = words_[0];
  out_.dwords = 2;
  const std::uint32_t high = word(1);
  if (!select(Format::smem, (w >> 18U) & 0xFFU, Format::smem)) return;
  const Semantics& semantics = out_.row->semantics;
  if ((semantics.traits & kNoOperands) != 0) return unused((w & 0x3FFFFU) == 0 && high == 0);
  if (semantics.destination != Type::none) {
    const unsigned destination = (w >> 6U) & 0x7FU;
    if (destination == kM0 || destination >= kExec) fail("a scalar load into M0 or EXEC");
  }
  out_.cache_policy = static_cast<std::uint8_t>(((w >> 14U) & 1U) | (((w >> 13U) & 1U) << 2U));
  out_.offset = static_cast<std::int32_t>(high << 11U) >> 11;
  const unsigned base = (w & 0x3FU) << 1U;
  out_.source[0] = sgpr(base, dwords(semantics.source[0]));
  out_.source[1] = sgpr(high >> 25U, 1);
  if (semantics.destination != Type::none) {
    out_.destination = sgpr((w >> 6U) & 0x7FU, dwords(semantics.destination), true);
  }
}

}  // namespace kgate::emulator
