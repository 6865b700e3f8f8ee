// SPDX-License-Identifier: MIT
// Telling encodings apart, resolving operands, and turning what cannot run into a fault.
#include "gates/emulator/decoder.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "gates/emulator/decode_step.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {
namespace {

constexpr std::array<Target, 7> kTargets{{{"gfx1100", false},
                                          {"gfx1101", false},
                                          {"gfx1102", false},
                                          {"gfx1103", false},
                                          {"gfx1150", true},
                                          {"gfx1151", true},
                                          {"gfx1152", true}}};

void raise_problem(Wave& wave, const Instruction& instruction) {
  const Row* row = instruction.row;
  if (row != nullptr && instruction.problem == kNotModelled) {
    raise(wave, FaultKind::refused_instruction,
          fmt::format("{} is known and not modelled", row->mnemonic));
  }
  if (row != nullptr) {
    raise(wave, FaultKind::unsupported_operand,
          fmt::format("{}: {}", row->mnemonic, instruction.problem));
  }
  raise(wave, FaultKind::unknown_instruction,
        fmt::format("{}; words {:#010x} {:#010x}", instruction.problem, instruction.words[0],
                    instruction.words[1]));
}

/// 0.5 -0.5 1 -1 2 -2 4 -4 and 1/(2 pi) as f16, f32, f64 (operand codes 240..248).
constexpr std::array<std::uint16_t, 9> kHalfConstants{0x3800, 0xB800, 0x3C00, 0xBC00, 0x4000,
                                                      0xC000, 0x4400, 0xC400, 0x3118};
constexpr std::array<std::uint32_t, 9> kSingleConstants{0x3F000000, 0xBF000000, 0x3F800000,
                                                        0xBF800000, 0x40000000, 0xC0000000,
                                                        0x40800000, 0xC0800000, 0x3E22F983};
constexpr std::array<std::uint64_t, 9> kDoubleConstants{
    0x3FE0000000000000, 0xBFE0000000000000, 0x3FF0000000000000,
    0xBFF0000000000000, 0x4000000000000000, 0xC000000000000000,
    0x4010000000000000, 0xC010000000000000, 0x3FC45F306DC9C882};

}  // namespace

std::optional<Target> find_target(std::string_view name) {
  for (const Target& target : kTargets) {
    if (target.name == name) return target;
  }
  return std::nullopt;
}

Instruction Decoder::decode(std::span<const std::uint32_t> words,
                            std::deque<std::array<Instruction, 2>>& pairs) const {
  return DecodeStep(*this, words, pairs).run();
}

DecodeStep::DecodeStep(const Decoder& decoder, std::span<const std::uint32_t> words,
                       std::deque<std::array<Instruction, 2>>& pairs)
    : decoder_(&decoder), words_(words), pairs_(&pairs) {
  for (unsigned i = 0; i < 2 && i < words.size(); ++i) out_.words[i] = words[i];
}

void DecodeStep::fail(const char* problem) {
  if (out_.problem == nullptr) out_.problem = problem;
}

void DecodeStep::unused(bool zero) {
  if (!zero) fail("a field that this instruction does not use is not zero");
}

std::uint32_t DecodeStep::word(unsigned i) {
  if (i < words_.size()) return words_[i];
  fail("the instruction is cut off by the end of the code");
  return 0;
}

std::uint32_t DecodeStep::take_literal() {
  if (!out_.has_literal) {
    out_.has_literal = true;
    out_.literal = word(out_.dwords);
    ++out_.dwords;
  }
  return out_.literal;
}

bool DecodeStep::select(Format format, unsigned opcode, Format encoding) {
  out_.encoding = encoding;
  out_.row = decoder_->table_->find(format, opcode);
  if (out_.row == nullptr) {
    out_.encoding = Format::none;
    fail("no instruction has this opcode");
    return false;
  }
  if ((out_.row->semantics.traits & kOnlyGfx115) != 0 && !decoder_->target_.gfx115) {
    out_.row = nullptr;
    out_.encoding = Format::none;
    fail("this instruction exists on gfx1150 and later only");
    return false;
  }
  const Semantics& semantics = out_.row->semantics;
  out_.handler = semantics.handler;
  out_.lanes = semantics.lanes;
  out_.lanes_any_mode =
      semantics.lanes_any_mode != nullptr ? semantics.lanes_any_mode : semantics.lanes;
  return true;
}

bool DecodeStep::is_scalar_encoding() const { return out_.encoding <= Format::smem; }

Operand DecodeStep::vgpr(unsigned index, unsigned count) {
  if (index + count > kVectorRegisters) fail("a VGPR beyond v255");
  return {OperandKind::vgpr, static_cast<std::uint8_t>(count), static_cast<std::uint16_t>(index),
          static_cast<std::uint16_t>(index + 256)};
}

Operand DecodeStep::sgpr(unsigned field, unsigned count, bool destination) {
  Operand operand{OperandKind::sgpr, static_cast<std::uint8_t>(count),
                  static_cast<std::uint16_t>(field), static_cast<std::uint16_t>(field)};
  const bool temporary = field >= kTrapTemporaries && field < kNull;
  const unsigned alignment = count >= 3 ? 4 : count;
  if (field % alignment != 0) fail("an SGPR tuple that is not aligned");
  if (temporary && field + count > kNull) fail("an SGPR tuple out of range");
  if (field == kNull || temporary) {
    // NULL and, outside a trap handler, the trap temporaries read 0 and drop writes.
    if (destination) {
      operand.index = kDiscard;
    } else {
      operand.kind = OperandKind::constant;
    }
    return operand;
  }
  const unsigned limit = field < kTrapTemporaries ? kTrapTemporaries : kExec + 2;
  if (field < kVcc && field + count > kVcc) fail("an SGPR tuple out of range");
  if (field + count > limit || (field == kM0 && count > 1)) fail("an SGPR tuple out of range");
  return operand;
}

Operand DecodeStep::mask(unsigned field, bool destination) {
  return sgpr(field, mask_dwords(), destination);
}

void DecodeStep::constant(unsigned k, unsigned field, Type type) {
  Operand& operand = out_.source[k];
  operand = {OperandKind::constant, static_cast<std::uint8_t>(dwords(type)), 0,
             static_cast<std::uint16_t>(field)};
  std::int64_t value = 0;
  if (field <= 192) {
    value = static_cast<std::int64_t>(field) - 128;
  } else if (field <= 208) {
    value = 192 - static_cast<std::int64_t>(field);
  } else {
    const unsigned i = field - 240;
    if (type == Type::f16 || type == Type::pk_f16) {
      value = kHalfConstants[i];
    } else if (type == Type::f64 || type == Type::b64 || type == Type::i64 || type == Type::u64) {
      value = static_cast<std::int64_t>(kDoubleConstants[i]);
    } else {
      value = kSingleConstants[i];
    }
  }
  out_.constant[k] = static_cast<std::uint64_t>(value);
}

void DecodeStep::literal_source(unsigned k, Type type) {
  const std::uint64_t literal = take_literal();
  out_.source[k] = {OperandKind::constant, static_cast<std::uint8_t>(dwords(type)), 0, 255};
  switch (type) {
    case Type::f64:
      out_.constant[k] = literal << 32U;
      break;
    case Type::i64:
      out_.constant[k] = literal | ((literal >> 31U) != 0 ? 0xFFFFFFFF00000000U : 0);
      break;
    default:
      out_.constant[k] = literal;
      break;
  }
}

void DecodeStep::source(unsigned k, unsigned field, Type type) {
  const unsigned count = type == Type::mask ? mask_dwords() : dwords(type);
  if (field >= 256) {
    out_.source[k] = vgpr(field - 256, count);
    return;
  }
  if (field < 128) {
    out_.source[k] = sgpr(field, count);
    return;
  }
  if (field <= 208 || (field >= 240 && field <= 248)) return constant(k, field, type);
  if (field == 255) return literal_source(k, type);
  if (field == 250 || field == 233 || field == 234) {
    if (k == 0 && dpp_allowed_) return dpp(field);
    return fail("DPP where it cannot be");
  }
  Operand& operand = out_.source[k];
  operand = {OperandKind::sgpr, static_cast<std::uint8_t>(count), 0,
             static_cast<std::uint16_t>(field)};
  if (field == 253 && count == 1) {
    operand.index = kScc;
  } else if (field >= 235 && field <= 238 && count == 2) {
    // Apertures: base 1 << 48 for LDS, 2 << 48 for scratch; limits 4 GiB above.
    const std::uint64_t base = std::uint64_t{field <= 236 ? 1U : 2U} << 48U;
    operand.kind = OperandKind::constant;
    out_.constant[k] = field % 2 == 1 ? base : base | 0xFFFFFFFFU;
  } else {
    fail("an operand code that this instruction cannot read");
  }
}

Instruction DecodeStep::run() {
  const std::uint32_t first = word(0);
  if (words_.empty()) {
    out_.handler = &raise_problem;
    return out_;
  }
  const unsigned top6 = first >> 26U;
  const unsigned top8 = first >> 24U;
  if ((first >> 31U) == 0) {
    const unsigned opcode = first >> 25U;
    if (opcode == 0x3F) {
      vop1();
    } else if (opcode == 0x3E) {
      vopc();
    } else {
      vop2();
    }
  } else if ((first >> 30U) == 2) {
    scalar();
  } else if (top6 == 0x32) {
    vopd();
  } else if (top8 == 0xCC) {
    vop3p();
  } else if (top6 == 0x35) {
    vop3();
  } else if (top6 == 0x36) {
    ds();
  } else if (top6 == 0x37) {
    flat();
  } else if (top6 == 0x38) {
    mubuf();
  } else if (top6 == 0x3A) {
    mtbuf();
  } else if (top6 == 0x3D) {
    smem();
  } else if (top6 == 0x3C) {
    // NSA: a dword of further address registers.
    graphics(Format::mimg, (first >> 18U) & 0xFFU, 2 + (first & 1U));
  } else if (top6 == 0x3E) {
    graphics(Format::exp, 0, 2);
  } else if (top8 == 0xCD) {
    graphics(Format::vinterp, (first >> 16U) & 0x7FU, 2);
  } else if (top8 == 0xCE) {
    graphics(Format::ldsdir, (first >> 20U) & 3U, 1);
  } else {
    fail("no instruction has this encoding");
  }
  if (out_.row != nullptr && out_.row->accuracy == Accuracy::refused) fail(kNotModelled);
  if (out_.problem == nullptr && out_.handler == nullptr) fail("no semantics");
  if (out_.problem != nullptr) out_.handler = &raise_problem;
  return out_;
}

}  // namespace kgate::emulator
