// SPDX-License-Identifier: MIT
// Footprints from the decoded operands, and from the mnemonic where a register is implied.
#include "gates/emulator/hazards/footprint.hpp"

#include <algorithm>
#include <string_view>

#include "gates/emulator/wave.hpp"

namespace kgate::emulator {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
bool starts(std::string_view text, std::string_view part) {
  return text.substr(0, part.size()) == part;
}
template <std::size_t N>
bool has_any(std::string_view text, const std::array<std::string_view, N>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](auto part) { return has(text, part); });
}

void add(RegisterSet& set, const Operand& operand) {
  if (operand.kind == OperandKind::vgpr) set.add_vector(operand.index, operand.count);
  if (operand.kind == OperandKind::sgpr && operand.index != kVccz && operand.index != kExecz) {
    set.add_scalar(operand.index, operand.count);
  }
}

/// SALU results that leave SCC alone: moves, selections, multiplications, bit counts from an end,
/// packing, and float arithmetic.
bool writes_scc(Format format, std::string_view name) {
  static constexpr std::array<std::string_view, 18> kLeaves{
      "mov",    "cselect",      "mul",  "bfm",    "brev", "ctz",  "clz",     "cls",    "sext",
      "bitset", "bitreplicate", "pack", "pc_b64", "_f32", "_f16", "sendmsg", "getreg", "setreg"};
  if (format == Format::sopc || starts(name, "s_cmpk")) return true;
  if (format == Format::sopk) return name == "s_addk_i32";
  if (format != Format::sop1 && format != Format::sop2) return false;
  return !has_any(name, kLeaves);
}
bool reads_scc(std::string_view name) {
  static constexpr std::array<std::string_view, 5> kReads{"s_addc", "s_subb_", "s_cselect",
                                                          "s_cmov", "s_cbranch_scc"};
  return has_any(name, kReads);
}

/// Results whose bits are bits of the sources, moved, chosen or combined place by place.
bool moves_bits(std::string_view name) {
  static constexpr std::array<std::string_view, 24> kParts{
      "mov",   "_and",  "_or",     "_xor",    "_xnor", "_nand",   "_nor", "_not",
      "bfi",   "perm",  "lane",    "shl",     "shr",   "bfe",     "brev", "bfrev",
      "align", "pack_", "cndmask", "cselect", "swap",  "swizzle", "cmp",  "bit"};
  return has_any(name, kParts) || has(name, "exec") || has(name, "qm");
}

Counter memory_counter(const Instruction& instruction) {
  const std::uint32_t traits = instruction.row->semantics.traits;
  const bool returns = instruction.destination.kind != OperandKind::none;
  if (instruction.row->format == Format::ds) return Counter::lds;
  if (instruction.row->format == Format::smem) return Counter::scalar;
  const bool load = (traits & kStore) == 0 && returns;
  if (instruction.row->format == Format::flat) {
    return load ? Counter::flat_load : Counter::flat_store;
  }
  return load ? Counter::vector_load : Counter::vector_store;
}

Role role_of(const Instruction& instruction) {
  const Row& row = *instruction.row;
  const std::string_view name = row.mnemonic;
  switch (row.format) {
    case Format::sopp:
      if (name == "s_waitcnt" || name == "s_wait_idle") return Role::wait;
      if (name == "s_barrier") return Role::barrier;
      return starts(name, "s_cbranch_scc") || starts(name, "s_cbranch_vcc") ? Role::branch
                                                                            : Role::other;
    case Format::sopk:
      return starts(name, "s_waitcnt") ? Role::wait : Role::compute;
    case Format::sop1:
      return name == "s_setpc_b64" || name == "s_swappc_b64" ? Role::branch : Role::compute;
    case Format::ds:
      // Lane exchange goes through the LDS hardware, not through LDS.
      if (has(name, "permute") || has(name, "swizzle")) return Role::compute;
      [[fallthrough]];
    case Format::smem:
    case Format::flat:
    case Format::global:
    case Format::scratch:
    case Format::mubuf:
    case Format::mtbuf:
      return (row.semantics.traits & kNoOperands) != 0 ? Role::other : Role::memory;
    default:
      return Role::compute;
  }
}

/// True if a part of the destination keeps what it held, whatever EXEC says.
bool keeps_part(const Instruction& instruction) {
  const Semantics& semantics = instruction.row->semantics;
  const std::string_view name = instruction.row->mnemonic;
  if (is_16_bit(semantics.destination) && instruction.destination.kind == OperandKind::vgpr) {
    return true;
  }
  static constexpr std::array<std::string_view, 5> kKeeps{"writelane", "bitset", "cmov", "permlane",
                                                          "v_swap"};
  return instruction.dpp != Dpp::none || has_any(name, kKeeps);
}

/// Registers that the encoding implies.
void add_implied(const Instruction& instruction, unsigned lanes, Footprint& out) {
  const std::string_view name = instruction.row->mnemonic;
  const Format format = instruction.row->format;
  const unsigned masks = lanes / 32;
  if (reads_scc(name)) out.reads.add_scalar(kScc, 1);
  if (writes_scc(format, name)) out.writes.add_scalar(kScc, 1);
  if (starts(name, "s_cbranch_vcc")) out.reads.add_scalar(kVcc, masks);
  static constexpr std::array<std::string_view, 6> kM0Readers{"movrel", "swaprel", "addtid",
                                                              "append", "consume", "gs_reg"};
  if (has_any(name, kM0Readers)) out.reads.add_scalar(kM0, 1);
  const bool saves = has(name, "saveexec") || has(name, "wrexec");
  if (saves || (instruction.row->semantics.traits & kWritesExec) != 0) {
    out.writes.add_scalar(kExec, masks);
  }
  if (has(name, "v_swap")) {
    add(out.writes, instruction.source[0]);
    add(out.reads, instruction.destination);
  }
}

void add_operands(const Instruction& instruction, unsigned lanes, Footprint& out) {
  for (const Operand& source : instruction.source) add(out.reads, source);
  add(out.reads, instruction.mask_source);
  add(out.writes, instruction.destination);
  add(out.writes, instruction.mask_destination);
  add_implied(instruction, lanes, out);
  const bool memory = role_of(instruction) == Role::memory;
  if (!memory && keeps_part(instruction)) add(out.reads, instruction.destination);
}

/// What of its registers a memory instruction moves.
void describe_data(const Instruction& instruction, Footprint& out) {
  const std::string_view name = instruction.row->mnemonic;
  const std::uint32_t traits = instruction.row->semantics.traits;
  const bool high = (traits & kHighHalf) != 0 || has(name, "d16_hi");
  // A d16 format load may fill both halves.
  const bool half = high || (traits & kLowHalf) != 0 || (has(name, "d16") && !has(name, "format"));
  out.data_size = static_cast<std::uint8_t>(4U * instruction.source[1].count);
  if ((traits & kStore) != 0) {
    if (has(name, "_b8")) out.data_size = 1;
    if (has(name, "_b16")) out.data_size = 2;
    out.data_first = high ? 2 : 0;
  } else if (half) {
    out.result_bits = high ? 0xFFFF0000U : 0x0000FFFFU;
  }
  out.sign_extends = has(name, "_i8") || has(name, "_i16");
}

bool exchanges_lanes(const Instruction& instruction) {
  static constexpr std::array<std::string_view, 5> kParts{"lane", "permute", "swizzle", "wmma",
                                                          "mbcnt"};
  return instruction.dpp != Dpp::none || has_any(instruction.row->mnemonic, kParts);
}

}  // namespace

Footprint footprint_of(const Instruction& instruction, unsigned lanes) {
  Footprint out;
  if (instruction.row == nullptr || instruction.problem != nullptr) {
    out.role = Role::other;
    return out;
  }
  const std::string_view name = instruction.row->mnemonic;
  out.role = role_of(instruction);
  if (instruction.pair != nullptr) {
    for (unsigned i = 0; i < 2; ++i) add_operands(instruction.pair[i], lanes, out);
    out.exact_bits = moves_bits(instruction.pair[0].row->mnemonic) &&
                     moves_bits(instruction.pair[1].row->mnemonic);
  } else {
    add_operands(instruction, lanes, out);
    out.exact_bits = moves_bits(name);
    out.crosses_lanes = exchanges_lanes(instruction);
    if (!out.crosses_lanes && out.role == Role::compute) out.flow = half_flow(instruction);
  }
  if (out.role == Role::memory) {
    out.counter = memory_counter(instruction);
    describe_data(instruction, out);
  }
  // Lane exchange through LDS hardware and messages that return also take a while.
  if (instruction.row->format == Format::ds && out.role == Role::compute)
    out.counter = Counter::lds;
  if (has(name, "sendmsg_rtn")) out.counter = Counter::scalar;
  out.relative = has(name, "movrel") || has(name, "swaprel");
  out.touches = out.reads;
  out.touches.add(out.writes);
  const bool inexact =
      instruction.row->accuracy != Accuracy::exact ||
      (instruction.pair != nullptr && instruction.pair[1].row->accuracy != Accuracy::exact);
  out.always = out.role == Role::memory || out.role == Role::wait || out.role == Role::barrier ||
               out.counter != Counter::none || out.relative || inexact ||
               starts(name, "v_cmp_class_f");  // it may end a square root: InexactValues
  return out;
}

}  // namespace kgate::emulator
