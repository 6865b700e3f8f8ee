// SPDX-License-Identifier: MIT
// Text of registers, constants and modifiers.
#include "gates/emulator/text_parts.hpp"

#include <fmt/format.h>

#include <array>

#include "gates/emulator/buffer_formats.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {
namespace {

std::string tuple(std::string_view prefix, unsigned first, unsigned count) {
  if (count <= 1) return fmt::format("{}{}", prefix, first);
  return fmt::format("{}[{}:{}]", prefix, first, first + count - 1);
}

constexpr std::array<std::string_view, 8> kFloatTexts{"0.5", "-0.5", "1.0", "-1.0",
                                                      "2.0", "-2.0", "4.0", "-4.0"};

bool is_wide(Type type) { return dwords(type) == 2; }
/// 16-bit operands whose floating-point constants print as bits.
bool prints_half_bits(const Instruction& instruction, Type type) {
  return (is_16_bit(type) && type != Type::f16) || instruction.encoding == Format::sopc;
}

/// A 32-bit literal: small integers in decimal, values of inline constants as such, else hex.
std::string literal_text(const Instruction& instruction, Type type) {
  std::uint32_t value = instruction.literal;
  if (type == Type::f64) return value == 0 ? "0" : fmt::format("{:#x}", value);
  // LLVM prints all 32 bits of a literal in SOP1.
  const bool half = is_16_bit(type) && instruction.encoding != Format::sop1;
  if (half) value &= 0xFFFFU;
  const auto as_signed = half ? static_cast<std::int16_t>(value) : static_cast<std::int32_t>(value);
  if (as_signed >= -16 && as_signed <= 64) return fmt::format("{}", as_signed);
  constexpr std::array<std::uint32_t, 9> kSingles{0x3F000000, 0xBF000000, 0x3F800000,
                                                  0xBF800000, 0x40000000, 0xC0000000,
                                                  0x40800000, 0xC0800000, 0x3E22F983};
  if (!half && !is_packed(type)) {
    for (unsigned i = 0; i < kSingles.size(); ++i) {
      if (kSingles[i] == value) return std::string(i < 8 ? kFloatTexts[i] : "0.15915494");
    }
  }
  return fmt::format("{:#x}", value);
}

constexpr std::array<std::uint16_t, 9> kHalfBits{0x3800, 0xB800, 0x3C00, 0xBC00, 0x4000,
                                                 0xC000, 0x4400, 0xC400, 0x3118};

}  // namespace

std::string register_text(const Operand& operand) {
  const unsigned field = operand.encoded;
  const unsigned count = operand.count;
  if (field >= 256) return tuple("v", field - 256, count);
  if (field < kVcc) return tuple("s", field, count);
  if (field == kVcc && count == 2) return "vcc";
  if (field == kVcc) return "vcc_lo";
  if (field == kVcc + 1) return "vcc_hi";
  if (field < kNull) return tuple("ttmp", field - kTrapTemporaries, count);
  if (field == kNull) return "null";
  if (field == kM0) return "m0";
  if (field == kExec && count == 2) return "exec";
  return field == kExec ? "exec_lo" : "exec_hi";
}

std::string source_text(const Instruction& instruction, unsigned k, Type type) {
  const Operand& operand = instruction.source[k];
  const unsigned field = operand.encoded;
  if (field < 128 || field >= 256) return register_text(operand);
  if (field <= 192) return fmt::format("{}", field - 128);
  if (field <= 208) return fmt::format("-{}", field - 192);
  const bool half_bits = is_16_bit(type) && prints_half_bits(instruction, type);
  if (field >= 240 && field <= 248 && half_bits) {
    return fmt::format("{:#x}", kHalfBits[field - 240]);
  }
  if (field >= 240 && field < 248) return std::string(kFloatTexts[field - 240]);
  switch (field) {
    case 235:
      return "src_shared_base";
    case 236:
      return "src_shared_limit";
    case 237:
      return "src_private_base";
    case 238:
      return "src_private_limit";
    case 248:
      return is_wide(type) ? "0.15915494309189532" : "0.15915494";
    case 253:
      return "src_scc";
    default:
      break;
  }
  const Semantics& semantics = instruction.row->semantics;
  const bool always_hex = (k == 1 && (semantics.traits & kLiteralMiddle) != 0) ||
                          (k == 2 && (semantics.traits & kLiteralLast) != 0);
  return always_hex ? fmt::format("{:#x}", instruction.literal) : literal_text(instruction, type);
}
std::string cache_text(unsigned policy) {
  return fmt::format("{}{}{}", (policy & 1U) != 0 ? " glc" : "", (policy & 2U) != 0 ? " slc" : "",
                     (policy & 4U) != 0 ? " dlc" : "");
}

std::string signed_hex(std::int32_t value) {
  return value < 0 ? fmt::format("-{:#x}", -static_cast<std::int64_t>(value))
                   : fmt::format("{:#x}", value);
}

std::string small_text(unsigned value) {
  return value <= 64 ? fmt::format("{}", value) : fmt::format("{:#x}", value);
}

std::string bits_text(std::string_view name, unsigned bits, unsigned count) {
  std::string text = fmt::format(" {}:[", name);
  for (unsigned i = 0; i < count; ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ",", (bits >> i) & 1U);
  }
  return text + "]";
}

std::string buffer_format_text(unsigned format) {
  constexpr std::array<std::string_view, 7> kKinds{"UNORM", "SNORM", "USCALED", "SSCALED",
                                                   "UINT",  "SINT",  "FLOAT"};
  if (format == 0) return " format:[BUF_FMT_INVALID]";
  if (format == 1) return {};  // BUF_FMT_8_UNORM
  if (format >= kBufferFormats.size()) return fmt::format(" format:{}", format);
  const BufferFormat& known = kBufferFormats[format];
  return fmt::format(" format:[BUF_FMT_{}_{}]", known.layout,
                     kKinds[static_cast<unsigned>(known.kind)]);
}

std::string dpp_text(const Instruction& instruction) {
  const unsigned control = instruction.dpp_control;
  std::string text;
  if (instruction.dpp == Dpp::eight) {
    text = " dpp8:[";
    for (unsigned i = 0; i < 8; ++i) {
      text += fmt::format("{}{}", i == 0 ? "" : ",", (control >> (3 * i)) & 7U);
    }
    return text + (instruction.dpp_fetch_inactive ? "] fi:1" : "]");
  }
  if (instruction.dpp == Dpp::none) return text;
  if (control < 0x100) {
    text = fmt::format(" quad_perm:[{},{},{},{}]", control & 3U, (control >> 2U) & 3U,
                       (control >> 4U) & 3U, (control >> 6U) & 3U);
  } else if (control == 0x140) {
    text = " row_mirror";
  } else if (control == 0x141) {
    text = " row_half_mirror";
  } else {
    constexpr std::array<std::string_view, 7> kNames{"row_shl", "row_shr",   "row_ror",  "",
                                                     "",        "row_share", "row_xmask"};
    const unsigned kind = (control >> 4U) - 0x10;
    text = fmt::format(" {}:{}", kind < kNames.size() ? kNames[kind] : "", control & 15U);
  }
  text += fmt::format(" row_mask:{:#x} bank_mask:{:#x}", instruction.dpp_row_mask,
                      instruction.dpp_bank_mask);
  if (instruction.dpp_bound_control) text += " bound_ctrl:1";
  if (instruction.dpp_fetch_inactive) text += " fi:1";
  return text;
}

}  // namespace kgate::emulator
