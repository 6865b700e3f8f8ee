// SPDX-License-Identifier: MIT
// SOPK: scalar instructions with a 16-bit immediate, hardware registers, calls.
#include <fmt/format.h>

#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

enum HardwareRegister : u32 {
  kMode = 1,
  kStatus = 2,
  kTrapStatus = 3,
  kShaderMemoryBases = 15,
  kFlatScratchLow = 20,
  kFlatScratchHigh = 21,
  kHardwareId1 = 23,
  kHardwareId2 = 24,
  kShaderCycles = 29,
};

void move(Wave& wave, const Instruction& instruction) {
  write_scalar(wave, instruction, instruction.offset);
}
void conditional_move(Wave& wave, const Instruction& instruction) {
  if (wave.scalar[kScc] != 0) write_scalar(wave, instruction, instruction.offset);
}
void add(Wave& wave, const Instruction& instruction) {
  i32 sum = 0;
  const bool overflow =
      __builtin_add_overflow(read_scalar<i32>(wave, instruction, 0), instruction.offset, &sum);
  write_scalar(wave, instruction, sum);
  wave.scalar[kScc] = u32{overflow};
}
void multiply(Wave& wave, const Instruction& instruction) {
  write_scalar(wave, instruction,
               read_scalar<u32>(wave, instruction, 0) * static_cast<u32>(instruction.offset));
}

template <class T, class F>
void compare_immediate(Wave& wave, const Instruction& instruction) {
  const T immediate = std::is_signed_v<T> ? static_cast<T>(instruction.offset)
                                          : static_cast<T>(instruction.offset & 0xFFFF);
  wave.scalar[kScc] = u32{F{}(read_scalar<T>(wave, instruction, 0), immediate)};
}
template <class T, class F>
constexpr Row compare(u16 opcode, std::string_view mnemonic, F /*function*/) {
  return {Format::sopk, opcode, mnemonic, Accuracy::exact,
          special(&compare_immediate<T, F>, Type::none, {kTypeOf<T>})};
}

u32 read_hardware_register(Wave& wave, u32 id) {
  switch (id) {
    case kMode:
      return wave.mode.bits;
    case kStatus: {
      const u32 vccz = (wave.scalar[kVcc] == 0 && (wave.lanes == 32 || wave.scalar[kVcc + 1] == 0));
      return wave.scalar[kScc] | (u32{wave.exec() == 0} << 9U) | (vccz << 10U);
    }
    case kTrapStatus:
      return wave.trap_status;
    case kShaderMemoryBases:
      return 0x00010002;
    // Scratch is private to a lane here, so its base is a number nobody can use: 0.
    case kFlatScratchLow:
    case kFlatScratchHigh:
      return 0;
    case kHardwareId1:
      return wave.index & 0x1FU;
    case kHardwareId2:
      return 0;
    case kShaderCycles:
      return static_cast<u32>(wave.executed) & 0xFFFFFU;
    default:
      raise(wave, FaultKind::unsupported_mode,
            fmt::format("hardware register {} is not modelled", id));
  }
}

struct Field {
  u32 id;
  u32 offset;
  u32 mask;
};
Field hardware_field(const Instruction& instruction) {
  const auto immediate = static_cast<u32>(instruction.offset);
  const u32 size = ((immediate >> 11U) & 31U) + 1;
  const u32 offset = (immediate >> 6U) & 31U;
  return {immediate & 63U, offset, size == 32 ? ~0U : (1U << size) - 1U};
}

void get_register(Wave& wave, const Instruction& instruction) {
  const Field field = hardware_field(instruction);
  write_scalar(wave, instruction,
               (read_hardware_register(wave, field.id) >> field.offset) & field.mask);
}
void set_register(Wave& wave, const Instruction& instruction) {
  const Field field = hardware_field(instruction);
  const u32 value = read_scalar<u32>(wave, instruction, 0);
  if (field.id != kMode && field.id != kTrapStatus) {
    raise(wave, FaultKind::unsupported_mode,
          fmt::format("hardware register {} cannot be written", field.id));
  }
  const u32 mask = field.mask << field.offset;
  const u32 merged =
      (read_hardware_register(wave, field.id) & ~mask) | ((value << field.offset) & mask);
  if (field.id == kTrapStatus) {
    wave.trap_status = merged;
    return;
  }
  if ((merged & 0x3FF000U) != 0) {
    raise(wave, FaultKind::unsupported_mode, "floating-point exceptions are not modelled");
  }
  wave.set_mode(merged & 0x8003FFU);
}

void call(Wave& wave, const Instruction& instruction) {
  const u64 next = wave.program->address(wave.next);
  write_scalar<u64>(wave, instruction, next);
  wave.next = wave.program->at(next + static_cast<u64>(i64{instruction.offset} * 4));
}
void nothing(Wave& /*wave*/, const Instruction& /*instruction*/) {}

constexpr Row kRows[] = {
    {Format::sopk, 0x00, "s_movk_i32", Accuracy::exact, special(&move, Type::i32, {})},
    {Format::sopk, 0x01, "s_version", Accuracy::exact,
     special(&nothing, Type::none, {}, kNoOperands)},
    {Format::sopk, 0x02, "s_cmovk_i32", Accuracy::exact, special(&conditional_move, Type::i32, {})},
    compare<i32>(0x03, "s_cmpk_eq_i32", [](i32 a, i32 b) { return a == b; }),
    compare<i32>(0x04, "s_cmpk_lg_i32", [](i32 a, i32 b) { return a != b; }),
    compare<i32>(0x05, "s_cmpk_gt_i32", [](i32 a, i32 b) { return a > b; }),
    compare<i32>(0x06, "s_cmpk_ge_i32", [](i32 a, i32 b) { return a >= b; }),
    compare<i32>(0x07, "s_cmpk_lt_i32", [](i32 a, i32 b) { return a < b; }),
    compare<i32>(0x08, "s_cmpk_le_i32", [](i32 a, i32 b) { return a <= b; }),
    compare<u32>(0x09, "s_cmpk_eq_u32", [](u32 a, u32 b) { return a == b; }),
    compare<u32>(0x0A, "s_cmpk_lg_u32", [](u32 a, u32 b) { return a != b; }),
    compare<u32>(0x0B, "s_cmpk_gt_u32", [](u32 a, u32 b) { return a > b; }),
    compare<u32>(0x0C, "s_cmpk_ge_u32", [](u32 a, u32 b) { return a >= b; }),
    compare<u32>(0x0D, "s_cmpk_lt_u32", [](u32 a, u32 b) { return a < b; }),
    compare<u32>(0x0E, "s_cmpk_le_u32", [](u32 a, u32 b) { return a <= b; }),
    {Format::sopk, 0x0F, "s_addk_i32", Accuracy::exact, special(&add, Type::i32, {Type::i32})},
    {Format::sopk, 0x10, "s_mulk_i32", Accuracy::exact, special(&multiply, Type::i32, {Type::i32})},
    {Format::sopk, 0x11, "s_getreg_b32", Accuracy::exact, special(&get_register, Type::b32, {})},
    {Format::sopk, 0x12, "s_setreg_b32", Accuracy::exact,
     special(&set_register, Type::none, {Type::b32})},
    {Format::sopk, 0x13, "s_setreg_imm32_b32", Accuracy::exact,
     special(&set_register, Type::none, {}, kLiteralLast)},
    {Format::sopk, 0x14, "s_call_b64", Accuracy::exact, special(&call, Type::b64, {}, kBranch)},
    {Format::sopk, 0x16, "s_subvector_loop_begin", Accuracy::refused,
     special(nullptr, Type::b32, {}, kBranch)},
    {Format::sopk, 0x17, "s_subvector_loop_end", Accuracy::refused,
     special(nullptr, Type::b32, {}, kBranch)},
    {Format::sopk, 0x18, "s_waitcnt_vscnt", Accuracy::exact,
     special(&nothing, Type::none, {Type::b32})},
    {Format::sopk, 0x19, "s_waitcnt_vmcnt", Accuracy::exact,
     special(&nothing, Type::none, {Type::b32})},
    {Format::sopk, 0x1A, "s_waitcnt_expcnt", Accuracy::exact,
     special(&nothing, Type::none, {Type::b32})},
    {Format::sopk, 0x1B, "s_waitcnt_lgkmcnt", Accuracy::exact,
     special(&nothing, Type::none, {Type::b32})},
};

}  // namespace

extern const InstructionGroup sopk;
const InstructionGroup sopk{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
