// SPDX-License-Identifier: MIT
// The instruction table's row, the decoded instruction, and what connects them to execution.
//
// A file in isa/ defines one InstructionGroup named like the file, made of rows. The build collects
// the groups from the folder listing. A row gives the encoding, the opcode, the mnemonic, how exact
// the result is, and the semantics; VOP1, VOP2 and VOPC rows also serve the VOP3, DPP and VOPD
// forms.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace kgate::emulator {

struct Wave;
struct Instruction;
struct Mode;

/// Encoding families. VOP3SD is vop3 with a row that writes a mask.
enum class Format : std::uint8_t {
  sop1,
  sop2,
  sopc,
  sopk,
  sopp,
  smem,
  vop1,
  vop2,
  vopc,
  vop3,
  vop3p,
  vopd,
  ds,
  flat,
  global,
  scratch,
  mubuf,
  mtbuf,
  mimg,
  exp,
  ldsdir,
  vinterp,
  none,  ///< not an encoding: text that could not be decoded
};
inline constexpr unsigned kFormatCount = static_cast<unsigned>(Format::none) + 1;

/// What a result may depend on beside its inputs.
enum class Accuracy : std::uint8_t {
  exact,        ///< defined to the bit
  documented,   ///< hardware documents an error bound; any value inside it may be returned
  approximate,  ///< no bound is documented; the nearest value is returned
  model,        ///< the order of roundings is this emulator's documented model
  refused,      ///< known by name, not modelled: executing it is a fault
};

/// The element an operand is read or written as: decides registers, constants and modifiers.
enum class Type : std::uint8_t {
  none,
  b16,
  i16,
  u16,
  f16,
  b32,
  i32,
  u32,
  f32,
  b64,
  i64,
  u64,
  f64,
  pk_u16,
  pk_i16,
  pk_f16,  ///< two 16-bit elements in one register
  b96,
  b128,
  b256,
  b512,
  mask,  ///< one bit a lane: one SGPR in wave32, a pair in wave64
};

/// Registers an operand of this type takes; a mask counts 1 (wave32).
[[nodiscard]] constexpr unsigned dwords(Type type) {
  switch (type) {
    case Type::none:
      return 0;
    case Type::b64:
    case Type::i64:
    case Type::u64:
    case Type::f64:
      return 2;
    case Type::b96:
      return 3;
    case Type::b128:
      return 4;
    case Type::b256:
      return 8;
    case Type::b512:
      return 16;
    default:
      return 1;
  }
}
[[nodiscard]] constexpr bool is_float(Type type) {
  return type == Type::f16 || type == Type::f32 || type == Type::f64 || type == Type::pk_f16;
}
[[nodiscard]] constexpr bool is_16_bit(Type type) { return type >= Type::b16 && type <= Type::f16; }
[[nodiscard]] constexpr bool is_packed(Type type) {
  return type >= Type::pk_u16 && type <= Type::pk_f16;
}

/// The problem of an instruction, or of a form of one, that is known by name and refused.
inline constexpr const char* kNotModelled = "not modelled";

/// Executes one instruction for one wave; stops by throwing FaultError.
using Handler = void (*)(Wave&, const Instruction&);

inline constexpr unsigned kHalf = 32;  ///< lanes a lane function works on at once

/// 32 lanes of one vector instruction, operands already fetched and modified.
struct LaneBlock {
  std::array<const std::uint32_t*, 3> source{};       ///< low dwords, kHalf lanes each
  std::array<const std::uint32_t*, 3> source_high{};  ///< high dwords of 64-bit sources
  std::uint32_t* result = nullptr;                    ///< never overlaps a source
  std::uint32_t* result_high = nullptr;
  std::uint32_t mask_in = 0;   ///< carry in, select, scale flag: one bit a lane
  std::uint32_t mask_out = 0;  ///< carry out or comparison
  std::uint32_t negate = 0;  ///< the neg bits, for rows that read them otherwise (iu8 dot products)
  const Mode* mode = nullptr;
  std::uint64_t seed = 0;  ///< 0: nearest value; else draws inside the documented error
};
/// Computes the result of every lane of a block, switched on or not. Pure: no state but the block.
using LaneFunction = void (*)(LaneBlock&);

/// Traits of a row, or-ed.
enum Trait : std::uint32_t {
  kCompare = 1U << 0U,         ///< the result is a mask: mask_out
  kWritesExec = 1U << 1U,      ///< v_cmpx: the mask goes to EXEC
  kCarryOut = 1U << 2U,        ///< also writes a mask: VCC or SDST
  kCarryIn = 1U << 3U,         ///< reads a mask: VCC or the last VOP3 source
  kReadsVcc = 1U << 4U,        ///< reads VCC in every encoding (v_div_fmas)
  kAccumulates = 1U << 5U,     ///< the destination is the last source too
  kLiteralLast = 1U << 6U,     ///< fmaak: the literal is the third source
  kLiteralMiddle = 1U << 7U,   ///< fmamk: the literal is the second source
  kNoVop3 = 1U << 8U,          ///< has no VOP3 form
  kNoDpp = 1U << 9U,           ///< has no DPP form
  kScalarResult = 1U << 10U,   ///< the destination is an SGPR (v_readlane)
  kScalarSources = 1U << 11U,  ///< sources after the first are scalar (v_readlane, v_permlane16)
  kMixed = 1U << 12U,          ///< v_fma_mix: op_sel_hi chooses f16 per source
  kIntegerSigns = 1U << 13U,   ///< v_dot4_i32_iu8: neg says which sources are signed
  kOnlyGfx115 = 1U << 14U,     ///< gfx1150 and later
  kBitModifiers =
      1U << 15U,  ///< takes float modifiers though its type is an integer (v_mov, v_cndmask)
  kRegisterSource = 1U << 16U,  ///< source 0 is a register, not a constant
  kStore = 1U << 17U,           ///< memory: writes, has no result
  kAtomic = 1U << 18U,  ///< memory: read-modify-write; the result exists if glc or the _rtn form
  kTwoAddresses = 1U << 19U,  ///< ds: two 8-bit offsets
  kHighHalf = 1U << 20U,      ///< d16_hi: the upper half of the register
  kLowHalf = 1U << 21U,       ///< d16: the lower half of the register, the other kept
  kNoOperands = 1U << 22U,    ///< prints and takes nothing
  kBranch = 1U << 23U,        ///< simm16 is a distance in dwords
  kNoOpSel = 1U << 24U,       ///< a 16-bit instruction without op_sel
  kNoModifiers = 1U << 25U,   ///< a float instruction without neg, abs, omod, clamp
  kMatrix = 1U << 26U,        ///< wmma: C and D are 16x16 tiles of the destination's type
};

/// How a row executes. Either `handler` does it all, or `lanes` is run by the vector executor.
struct Semantics {
  Handler handler = nullptr;
  LaneFunction lanes = nullptr;  ///< MODE as clang sets it: RNE, denormals kept, IEEE, DX10_CLAMP
  LaneFunction lanes_any_mode = nullptr;  ///< any other MODE; null: MODE does not matter
  LaneFunction lanes_clamped = nullptr;   ///< integer clamp bit set
  Type destination = Type::none;
  std::array<Type, 3> source{};
  std::uint32_t traits = 0;
};

struct Row {
  Format format = Format::none;
  std::uint16_t opcode = 0;
  std::string_view mnemonic;  ///< LLVM's, without _e32, _e64, _dpp
  Accuracy accuracy = Accuracy::exact;
  Semantics semantics;
};

struct InstructionGroup {
  std::span<const Row> rows;
};

enum class OperandKind : std::uint8_t { none, vgpr, sgpr, constant };

/// A resolved operand: every index it names is valid for its width.
struct Operand {
  OperandKind kind = OperandKind::none;
  std::uint8_t count = 0;     ///< dwords
  std::uint16_t index = 0;    ///< VGPR, or slot in Wave::scalar
  std::uint16_t encoded = 0;  ///< the field as encoded, for text
};

enum class Dpp : std::uint8_t { none, row, eight };

struct Instruction {
  Handler handler = nullptr;
  LaneFunction lanes = nullptr;
  LaneFunction lanes_any_mode = nullptr;
  const Row* row = nullptr;
  Operand destination;
  std::array<Operand, 3> source;
  Operand mask_destination;                 ///< carry out, comparison
  Operand mask_source;                      ///< carry in, select
  std::array<std::uint64_t, 3> constant{};  ///< value of a constant source, expanded to its type
  std::int32_t offset = 0;                  ///< memory offset, simm16, or branch distance in dwords
  std::uint32_t literal = 0;
  Format encoding = Format::none;    ///< as encoded: vop3 for the long form of a vop2 row
  std::uint8_t dwords = 1;           ///< length
  std::uint8_t negate = 0;           ///< bit a source; neg_lo of VOP3P
  std::uint8_t absolute = 0;         ///< bit a source; neg_hi of VOP3P
  std::uint8_t op_sel = 0;           ///< bit a source, bit 3 the destination
  std::uint8_t op_sel_hi = 0;        ///< VOP3P; of MTBUF the buffer format
  std::uint8_t output_modifier = 0;  ///< omod
  bool clamp = false;
  bool has_literal = false;
  std::uint8_t cache_policy = 0;  ///< glc 1, slc 2, dlc 4
  Dpp dpp = Dpp::none;
  bool dpp_fetch_inactive = false;  ///< FI
  bool dpp_bound_control = false;   ///< BC
  std::uint8_t dpp_row_mask = 0xF;
  std::uint8_t dpp_bank_mask = 0xF;
  std::uint32_t dpp_control = 0;         ///< 9-bit control, or eight 3-bit selectors
  const Instruction* pair = nullptr;     ///< VOPD: the X half; the Y half follows it
  std::array<std::uint32_t, 2> words{};  ///< first dwords as encoded
  const char* problem = nullptr;         ///< why it cannot execute; the handler then raises it
};

}  // namespace kgate::emulator
