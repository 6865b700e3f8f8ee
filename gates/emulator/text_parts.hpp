// SPDX-License-Identifier: MIT
// Parts of disassembly text: registers, constants, immediates with a syntax of their own.
#pragma once

#include <string>
#include <string_view>

#include "gates/emulator/instruction.hpp"

namespace kgate::emulator {

/// "v5", "v[5:6]", "s[4:7]", "vcc_lo", "ttmp[0:1]", "null", ...
[[nodiscard]] std::string register_text(const Operand& operand);
/// A register or a constant as its type prints.
[[nodiscard]] std::string source_text(const Instruction& instruction, unsigned k, Type type);
/// " glc slc dlc" as set.
[[nodiscard]] std::string cache_text(unsigned policy);
/// "-0x10" or "0x10".
[[nodiscard]] std::string signed_hex(std::int32_t value);
/// Immediates up to 64 print in decimal, others in hex.
[[nodiscard]] std::string small_text(unsigned value);
/// " name:[1,0]" of the low `count` bits.
[[nodiscard]] std::string bits_text(std::string_view name, unsigned bits, unsigned count);
/// " format:[BUF_FMT_32_FLOAT]"; nothing for the format that is the assembler's default.
[[nodiscard]] std::string buffer_format_text(unsigned format);
[[nodiscard]] std::string dpp_text(const Instruction& instruction);

/// Operands of SOPK and SOPP, with their leading blank.
[[nodiscard]] std::string sopk_operands(const Instruction& instruction);
[[nodiscard]] std::string sopp_operands(const Instruction& instruction);
/// "sendmsg(MSG_DEALLOC_VGPRS)".
[[nodiscard]] std::string message_text(unsigned immediate);
/// " offset:swizzle(SWAP,16)".
[[nodiscard]] std::string swizzle_text(unsigned offset);

}  // namespace kgate::emulator
