// SPDX-License-Identifier: MIT
// Disassembly text in LLVM's syntax: mnemonics, suffixes and operands of every encoding.
#include <fmt/format.h>

#include "gates/emulator/decoder.hpp"
#include "gates/emulator/text_parts.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator {
namespace {

class TextBuilder {
 public:
  explicit TextBuilder(const Instruction& instruction)
      : in_(instruction), row_(*instruction.row), semantics_(row_.semantics) {}

  std::string run() {
    out_ = std::string(row_.mnemonic);
    switch (in_.encoding) {
      case Format::sop1:
      case Format::sop2:
      case Format::sopc:
        scalar();
        break;
      case Format::sopk:
        out_ += sopk_operands(in_);
        break;
      case Format::sopp:
        out_ += sopp_operands(in_);
        break;
      case Format::smem:
        smem();
        break;
      case Format::ds:
        ds();
        break;
      case Format::flat:
      case Format::global:
      case Format::scratch:
        flat();
        break;
      case Format::mubuf:
      case Format::mtbuf:
        buffer();
        break;
      default:
        vector();
        break;
    }
    return out_;
  }

 private:
  [[nodiscard]] bool has(std::uint32_t trait) const { return (semantics_.traits & trait) != 0; }

  void add(const std::string& operand) {
    out_ += first_ ? " " : ", ";
    out_ += operand;
    first_ = false;
  }
  void scalar() {
    if (in_.destination.kind != OperandKind::none) add(register_text(in_.destination));
    if (row_.mnemonic.starts_with("s_sendmsg_rtn")) {
      add(message_text(static_cast<unsigned>(in_.offset)));
      return;
    }
    for (unsigned k = 0; k < 3; ++k) {
      if (k == 2 && has(kAccumulates)) break;
      if (in_.source[k].kind != OperandKind::none) add(source_text(in_, k, semantics_.source[k]));
    }
  }
  void smem() {
    if (has(kNoOperands)) return;
    if (in_.destination.kind != OperandKind::none) {
      add(register_text(in_.destination));
    } else {
      add(small_text((in_.words[0] >> 6U) & 0x7FU));  // s_atc_probe: an immediate
    }
    add(register_text(in_.source[0]));
    const bool has_register = in_.source[1].encoded != kNull;
    if (has_register) {
      add(register_text(in_.source[1]));
      if (in_.offset != 0) out_ += fmt::format(" offset:{}", signed_hex(in_.offset));
    } else {
      add(in_.offset != 0 ? signed_hex(in_.offset) : "null");
    }
    out_ += cache_text(in_.cache_policy);
  }
  void ds() {
    if (has(kNoOperands)) return;
    if (in_.destination.kind != OperandKind::none) add(register_text(in_.destination));
    for (const Operand& source : in_.source) {
      if (source.kind != OperandKind::none) add(register_text(source));
    }
    const auto offset = static_cast<unsigned>(in_.offset);
    if (row_.mnemonic == "ds_swizzle_b32") {
      if (offset != 0) out_ += swizzle_text(offset);
    } else if (has(kTwoAddresses)) {
      if ((offset & 0xFFU) != 0) out_ += fmt::format(" offset0:{}", offset & 0xFFU);
      if (offset >> 8U != 0) out_ += fmt::format(" offset1:{}", offset >> 8U);
    } else if (offset != 0) {
      out_ += fmt::format(" offset:{}", offset);
    }
    if (((in_.words[0] >> 17U) & 1U) != 0) out_ += " gds";
  }
  void flat() {
    if (in_.destination.kind != OperandKind::none) add(register_text(in_.destination));
    const bool is_scratch = in_.encoding == Format::scratch;
    if (in_.source[0].kind != OperandKind::none) {
      add(register_text(in_.source[0]));
    } else if (is_scratch) {
      add("off");
    }
    if (in_.source[1].kind != OperandKind::none) add(register_text(in_.source[1]));
    if (in_.encoding != Format::flat) {
      add(in_.mask_source.kind != OperandKind::none ? register_text(in_.mask_source) : "off");
    }
    if (in_.offset != 0) out_ += fmt::format(" offset:{}", in_.offset);
    out_ += cache_text(in_.cache_policy);
  }
  void buffer() {
    if (has(kNoOperands)) return;
    if (in_.source[1].kind != OperandKind::none) {
      add(register_text(in_.source[1]));
    } else if (in_.destination.kind != OperandKind::none) {
      add(register_text(in_.destination));
    }
    add(in_.source[0].kind != OperandKind::none ? register_text(in_.source[0]) : "off");
    add(register_text(in_.mask_source));
    add(source_text(in_, 2, Type::b32));
    if (in_.encoding == Format::mtbuf) out_ += buffer_format_text(in_.op_sel_hi);
    if ((in_.op_sel & 2U) != 0) out_ += " idxen";
    if ((in_.op_sel & 1U) != 0) out_ += " offen";
    if (in_.offset != 0) out_ += fmt::format(" offset:{}", in_.offset);
    out_ += cache_text(in_.cache_policy);
    if (((in_.words[1] >> 21U) & 1U) != 0) out_ += " tfe";
  }

  void suffix() {
    if (in_.encoding == Format::vopd) return;
    const bool long_form = in_.encoding == Format::vop3;
    const bool short_row =
        row_.format == Format::vop1 || row_.format == Format::vop2 || row_.format == Format::vopc;
    if (in_.dpp != Dpp::none) {
      if (long_form || in_.encoding == Format::vop3p) {
        out_ += "_e64_dpp";
      } else if (row_.format != Format::vopc) {
        out_ += "_dpp";
      }
    } else if (short_row && !has(kNoVop3) && !has(kNoOperands)) {
      out_ += long_form ? "_e64" : "_e32";
    }
  }
  /// LLVM prints constants of these integer operands as floats.
  [[nodiscard]] Type printed_type(unsigned k) const {
    const bool as_half = row_.mnemonic == "v_ldexp_f16" || row_.mnemonic == "v_dot2_bf16_bf16" ||
                         row_.mnemonic.ends_with("_class_f16");
    if (has(kMixed)) return Type::f16;
    // Literals of bf16 print as the 32 bits that are there.
    const bool brain = row_.mnemonic == "v_dot2_bf16_bf16" && in_.source[k].encoded == 255;
    if (brain) return Type::b32;
    return as_half && is_16_bit(semantics_.source[k]) ? Type::f16 : semantics_.source[k];
  }
  /// v_mov_b16 alone names the half of a register.
  [[nodiscard]] std::string half_suffix(unsigned bit, const Operand& operand) const {
    if (row_.mnemonic != "v_mov_b16" || operand.kind != OperandKind::vgpr) return {};
    return ((in_.op_sel >> bit) & 1U) != 0 ? ".h" : ".l";
  }
  [[nodiscard]] std::string modified_source(unsigned k) const {
    std::string text = source_text(in_, k, printed_type(k)) + half_suffix(k, in_.source[k]);
    if (in_.encoding == Format::vop3p && !has(kMixed)) return text;
    const bool absolute = ((in_.absolute >> k) & 1U) != 0;
    const bool negate = ((in_.negate >> k) & 1U) != 0;
    const unsigned field = in_.source[k].encoded;
    const bool constant =
        (field >= 128 && field <= 208) || (field >= 240 && field <= 248) || field == 255;
    if (absolute) return (negate ? "-|" : "|") + text + "|";
    if (negate && constant) return "neg(" + text + ")";
    return negate ? "-" + text : text;
  }
  void vector() {
    if (in_.pair != nullptr) {
      out_ = half_text(in_.pair[0]) + " :: " + half_text(in_.pair[1]);
      return;
    }
    suffix();
    if (has(kNoOperands)) return;
    if (in_.destination.kind != OperandKind::none) {
      add(register_text(in_.destination) + half_suffix(3, in_.destination));
    }
    if (in_.mask_destination.kind != OperandKind::none) add(register_text(in_.mask_destination));
    unsigned sources = 0;
    for (; sources < 3 && semantics_.source[sources] != Type::none; ++sources) {
      if (sources == 2 && has(kAccumulates)) break;
      add(modified_source(sources));
    }
    if (has(kCarryIn)) add(register_text(in_.mask_source));
    modifiers(sources);
  }
  static std::string half_text(const Instruction& half) {
    Instruction alone = half;
    alone.pair = nullptr;
    std::string text = TextBuilder(alone).run();
    // v_add_f32 is v_dual_add_f32 here; the mask of v_cndmask is VCC without saying so.
    text = "v_dual_" + text.substr(2);
    const std::size_t mask = text.rfind(", vcc_lo");
    if (mask != std::string::npos && (half.row->semantics.traits & kCarryIn) != 0) {
      text.resize(mask);
    }
    return text;
  }
  void modifiers(unsigned sources) {
    if (in_.encoding == Format::vop3p) {
      packed_modifiers(sources);
    } else if (in_.encoding == Format::vop3) {
      const unsigned selects = has(kScalarSources) ? 2 : sources + (has(kAccumulates) ? 2U : 1U);
      if (in_.op_sel != 0) out_ += bits_text("op_sel", op_sel_bits(sources), selects);
    }
    if (in_.clamp) out_ += " clamp";
    constexpr std::array<const char*, 4> kOutput{"", " mul:2", " mul:4", " div:2"};
    out_ += kOutput[in_.output_modifier];
    out_ += dpp_text(in_);
  }
  /// The destination's bit follows those of the sources that exist.
  [[nodiscard]] unsigned op_sel_bits(unsigned sources) const {
    if (has(kScalarSources)) return in_.op_sel & 3U;
    // A tied source has a bit too, always 0.
    const unsigned tied = has(kAccumulates) ? 1U : 0U;
    const unsigned mask = (1U << sources) - 1U;
    return (in_.op_sel & mask) | (((in_.op_sel >> 3U) & 1U) << (sources + tied));
  }
  void packed_modifiers(unsigned sources) {
    if (has(kMatrix)) return matrix_modifiers();
    const unsigned all = (1U << sources) - 1U;
    const unsigned low = in_.op_sel & all;
    const unsigned high = in_.op_sel_hi & all;
    if (low != 0) out_ += bits_text("op_sel", low, sources);
    const unsigned usual = has(kMixed) ? 0U : all;
    if (high != usual) out_ += bits_text("op_sel_hi", high, sources);
    if (has(kMixed)) return;
    if ((in_.negate & all) != 0) out_ += bits_text("neg_lo", in_.negate & all, sources);
    if ((in_.absolute & all) != 0) out_ += bits_text("neg_hi", in_.absolute & all, sources);
  }

  /// op_sel counts for 16-bit results only, and only its third bit.
  void matrix_modifiers() {
    if ((in_.op_sel & 4U) != 0) out_ += bits_text("op_sel", in_.op_sel, 3);
    if (is_16_bit(semantics_.destination) && in_.op_sel_hi != 7) {
      out_ += bits_text("op_sel_hi", in_.op_sel_hi, 3);
    }
    if (in_.negate != 0) out_ += bits_text("neg_lo", in_.negate, 3);
    if (in_.absolute != 0) out_ += bits_text("neg_hi", in_.absolute, 3);
  }

  const Instruction& in_;
  const Row& row_;
  const Semantics& semantics_;
  std::string out_;
  bool first_ = true;
};

}  // namespace

std::string text(const Instruction& instruction) {
  if (instruction.row == nullptr) {
    return fmt::format(".long {:#010x}, {:#010x}", instruction.words[0], instruction.words[1]);
  }
  return TextBuilder(instruction).run();
}

}  // namespace kgate::emulator
