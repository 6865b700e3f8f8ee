// SPDX-License-Identifier: MIT
// SOP1: scalar instructions with one source.
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class T>
constexpr WithScc<T> nonzero(T value) {
  return {value, value != 0};
}

template <class T>
T reverse(T value) {
  T result = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i)
    result |= ((value >> i) & 1U) << (8 * sizeof(T) - 1 - i);
  return result;
}
template <class T>
T replicate_nibbles(T value) {
  T result = 0;
  for (unsigned i = 0; i < 2 * sizeof(T); ++i) {
    if (((value >> (4 * i)) & 15U) != 0) result |= T{15} << (4 * i);
  }
  return result;
}
template <class T>
T any_in_nibbles(T value) {
  T result = 0;
  for (unsigned i = 0; i < 2 * sizeof(T); ++i) {
    if (((value >> (4 * i)) & 15U) != 0) result |= T{1} << i;
  }
  return result;
}
/// Bits that equal the sign, from the top, or -1 if all do.
template <class T>
i32 sign_run(T value) {
  using Unsigned = std::make_unsigned_t<T>;
  const auto same = static_cast<Unsigned>(value < 0 ? ~value : value);
  if (same == 0) return -1;
  return sizeof(T) == 8 ? __builtin_clzll(same) : __builtin_clz(static_cast<u32>(same));
}
u64 double_bits(u32 value) {
  u64 result = 0;
  for (unsigned i = 0; i < 32; ++i) {
    if (((value >> i) & 1U) != 0) result |= u64{3} << (2 * i);
  }
  return result;
}

template <class T, class F>
void save_exec(Wave& wave, const Instruction& instruction) {
  const T source = read_scalar<T>(wave, instruction, 0);
  T exec = static_cast<T>(wave.scalar[kExec]);
  if constexpr (sizeof(T) == 8) exec |= T{wave.scalar[kExec + 1]} << 32U;
  const T result = F{}(source, exec);
  write_scalar<T>(wave, instruction, exec);
  wave.scalar[kExec] = static_cast<u32>(result);
  if constexpr (sizeof(T) == 8) wave.scalar[kExec + 1] = static_cast<u32>(result >> 32U);
  wave.scalar[kScc] = u32{result != 0};
}
template <class T, class F>
constexpr Semantics saving(F /*function*/) {
  return special(&save_exec<T, F>, kTypeOf<T>, {kTypeOf<T>});
}
/// The destination gets the new EXEC, not the old one.
template <class T, class F>
void write_exec(Wave& wave, const Instruction& instruction) {
  save_exec<T, F>(wave, instruction);
  wave.scalar[instruction.destination.index] = wave.scalar[kExec];
  if constexpr (sizeof(T) == 8) {
    wave.scalar[instruction.destination.index + 1U] = wave.scalar[kExec + 1];
  }
}
template <class T, class F>
constexpr Semantics writing(F /*function*/) {
  return special(&write_exec<T, F>, kTypeOf<T>, {kTypeOf<T>});
}

template <class T>
void conditional_move(Wave& wave, const Instruction& instruction) {
  if (wave.scalar[kScc] != 0) {
    write_scalar<T>(wave, instruction, read_scalar<T>(wave, instruction, 0));
  }
}

template <class T, bool Set>
void set_bit(Wave& wave, const Instruction& instruction) {
  const u32 index = read_scalar<u32>(wave, instruction, 0);
  const unsigned slot = instruction.destination.index + (sizeof(T) == 8 ? (index >> 5U) & 1U : 0U);
  const u32 bit = 1U << (index & 31U);
  wave.scalar[slot] = Set ? wave.scalar[slot] | bit : wave.scalar[slot] & ~bit;
}

void move_relative_slot(Wave& wave, u32 from, u32 to, unsigned count) {
  if (from + count > kVcc || to + count > kVcc || (count == 2 && ((from | to) & 1U) != 0)) {
    raise(wave, FaultKind::unsupported_operand, "M0 selects an SGPR that does not exist");
  }
  for (unsigned i = 0; i < count; ++i) wave.scalar[to + i] = wave.scalar[from + i];
}
template <unsigned Count>
void move_from_relative(Wave& wave, const Instruction& instruction) {
  const u32 from = instruction.source[0].index + (wave.scalar[kM0] & 0xFFFFU);
  move_relative_slot(wave, from, instruction.destination.index, Count);
}
template <class T>
void move_to_relative(Wave& wave, const Instruction& instruction) {
  const u32 to = instruction.destination.index + (wave.scalar[kM0] & 0xFFFFU);
  if (to + sizeof(T) / 4 > kVcc || (sizeof(T) == 8 && (to & 1U) != 0)) {
    raise(wave, FaultKind::unsupported_operand, "M0 selects an SGPR that does not exist");
  }
  const T value = read_scalar<T>(wave, instruction, 0);
  wave.scalar[to] = static_cast<u32>(value);
  if constexpr (sizeof(T) == 8) wave.scalar[to + 1] = static_cast<u32>(value >> 32U);
}
void move_relative_2(Wave& wave, const Instruction& instruction) {
  const u32 m0 = wave.scalar[kM0];
  move_relative_slot(wave, instruction.source[0].index + (m0 & 0x3FFU),
                     instruction.destination.index + ((m0 >> 16U) & 0x3FFU), 1);
}

u64 next_address(const Wave& wave) { return wave.program->address(wave.next); }
void get_pc(Wave& wave, const Instruction& instruction) {
  write_scalar<u64>(wave, instruction, next_address(wave));
}
void set_pc(Wave& wave, const Instruction& instruction) {
  wave.next = wave.program->at(read_scalar<u64>(wave, instruction, 0));
}
void swap_pc(Wave& wave, const Instruction& instruction) {
  const u64 target = read_scalar<u64>(wave, instruction, 0);
  write_scalar<u64>(wave, instruction, next_address(wave));
  wave.next = wave.program->at(target);
}

template <class T>
void message_with_result(Wave& wave, const Instruction& instruction) {
  // 0x83 reads a clock: the wave's own instruction count is one, and repeats.
  if (instruction.offset != 0x83) {
    raise(wave, FaultKind::unsupported_operand, "only RTN_GET_REALTIME is modelled");
  }
  write_scalar<T>(wave, instruction, static_cast<T>(wave.executed));
}

constexpr auto kMove32 = scalar<u32, u32>([](u32 a) { return a; });
constexpr auto kMove64 = scalar<u64, u64>([](u64 a) { return a; });

constexpr Row kRows[] = {
    {Format::sop1, 0x00, "s_mov_b32", Accuracy::exact, kMove32},
    {Format::sop1, 0x01, "s_mov_b64", Accuracy::exact, kMove64},
    {Format::sop1, 0x02, "s_cmov_b32", Accuracy::exact,
     special(&conditional_move<u32>, Type::b32, {Type::b32})},
    {Format::sop1, 0x03, "s_cmov_b64", Accuracy::exact,
     special(&conditional_move<u64>, Type::b64, {Type::b64})},
    {Format::sop1, 0x04, "s_brev_b32", Accuracy::exact,
     scalar<u32, u32>([](u32 a) { return reverse(a); })},
    {Format::sop1, 0x05, "s_brev_b64", Accuracy::exact,
     scalar<u64, u64>([](u64 a) { return reverse(a); })},
    {Format::sop1, 0x08, "s_ctz_i32_b32", Accuracy::exact,
     scalar<i32, u32>([](u32 a) { return a == 0 ? -1 : __builtin_ctz(a); })},
    {Format::sop1, 0x09, "s_ctz_i32_b64", Accuracy::exact,
     scalar<i32, u64>([](u64 a) { return a == 0 ? -1 : __builtin_ctzll(a); })},
    {Format::sop1, 0x0A, "s_clz_i32_u32", Accuracy::exact,
     scalar<i32, u32>([](u32 a) { return a == 0 ? -1 : __builtin_clz(a); })},
    {Format::sop1, 0x0B, "s_clz_i32_u64", Accuracy::exact,
     scalar<i32, u64>([](u64 a) { return a == 0 ? -1 : __builtin_clzll(a); })},
    {Format::sop1, 0x0C, "s_cls_i32", Accuracy::exact,
     scalar<i32, i32>([](i32 a) { return sign_run(a); })},
    {Format::sop1, 0x0D, "s_cls_i32_i64", Accuracy::exact,
     scalar<i32, i64>([](i64 a) { return sign_run(a); })},
    {Format::sop1, 0x0E, "s_sext_i32_i8", Accuracy::exact,
     scalar<i32, u32>([](u32 a) { return i32{static_cast<i8>(a)}; })},
    {Format::sop1, 0x0F, "s_sext_i32_i16", Accuracy::exact,
     scalar<i32, u32>([](u32 a) { return i32{static_cast<i16>(a)}; })},
    {Format::sop1, 0x10, "s_bitset0_b32", Accuracy::exact,
     special(&set_bit<u32, false>, Type::b32, {Type::b32})},
    {Format::sop1, 0x11, "s_bitset0_b64", Accuracy::exact,
     special(&set_bit<u64, false>, Type::b64, {Type::b32})},
    {Format::sop1, 0x12, "s_bitset1_b32", Accuracy::exact,
     special(&set_bit<u32, true>, Type::b32, {Type::b32})},
    {Format::sop1, 0x13, "s_bitset1_b64", Accuracy::exact,
     special(&set_bit<u64, true>, Type::b64, {Type::b32})},
    {Format::sop1, 0x14, "s_bitreplicate_b64_b32", Accuracy::exact,
     scalar<u64, u32>([](u32 a) { return double_bits(a); })},
    {Format::sop1, 0x15, "s_abs_i32", Accuracy::exact,
     scalar<u32, u32>([](u32 a) { return nonzero((a >> 31U) != 0 ? 0U - a : a); })},
    {Format::sop1, 0x16, "s_bcnt0_i32_b32", Accuracy::exact,
     scalar<i32, u32>([](u32 a) { return nonzero(__builtin_popcount(~a)); })},
    {Format::sop1, 0x17, "s_bcnt0_i32_b64", Accuracy::exact,
     scalar<i32, u64>([](u64 a) { return nonzero(__builtin_popcountll(~a)); })},
    {Format::sop1, 0x18, "s_bcnt1_i32_b32", Accuracy::exact,
     scalar<i32, u32>([](u32 a) { return nonzero(__builtin_popcount(a)); })},
    {Format::sop1, 0x19, "s_bcnt1_i32_b64", Accuracy::exact,
     scalar<i32, u64>([](u64 a) { return nonzero(__builtin_popcountll(a)); })},
    {Format::sop1, 0x1A, "s_quadmask_b32", Accuracy::exact,
     scalar<u32, u32>([](u32 a) { return nonzero(any_in_nibbles(a)); })},
    {Format::sop1, 0x1B, "s_quadmask_b64", Accuracy::exact,
     scalar<u64, u64>([](u64 a) { return nonzero(any_in_nibbles(a)); })},
    {Format::sop1, 0x1C, "s_wqm_b32", Accuracy::exact,
     scalar<u32, u32>([](u32 a) { return nonzero(replicate_nibbles(a)); })},
    {Format::sop1, 0x1D, "s_wqm_b64", Accuracy::exact,
     scalar<u64, u64>([](u64 a) { return nonzero(replicate_nibbles(a)); })},
    {Format::sop1, 0x1E, "s_not_b32", Accuracy::exact,
     scalar<u32, u32>([](u32 a) { return nonzero(~a); })},
    {Format::sop1, 0x1F, "s_not_b64", Accuracy::exact,
     scalar<u64, u64>([](u64 a) { return nonzero(~a); })},
    {Format::sop1, 0x20, "s_and_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return s & e; })},
    {Format::sop1, 0x21, "s_and_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return s & e; })},
    {Format::sop1, 0x22, "s_or_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return s | e; })},
    {Format::sop1, 0x23, "s_or_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return s | e; })},
    {Format::sop1, 0x24, "s_xor_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return s ^ e; })},
    {Format::sop1, 0x25, "s_xor_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return s ^ e; })},
    {Format::sop1, 0x26, "s_nand_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return ~(s & e); })},
    {Format::sop1, 0x27, "s_nand_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return ~(s & e); })},
    {Format::sop1, 0x28, "s_nor_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return ~(s | e); })},
    {Format::sop1, 0x29, "s_nor_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return ~(s | e); })},
    {Format::sop1, 0x2A, "s_xnor_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return ~(s ^ e); })},
    {Format::sop1, 0x2B, "s_xnor_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return ~(s ^ e); })},
    {Format::sop1, 0x2C, "s_and_not0_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return ~s & e; })},
    {Format::sop1, 0x2D, "s_and_not0_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return ~s & e; })},
    {Format::sop1, 0x2E, "s_or_not0_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return ~s | e; })},
    {Format::sop1, 0x2F, "s_or_not0_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return ~s | e; })},
    {Format::sop1, 0x30, "s_and_not1_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return s & ~e; })},
    {Format::sop1, 0x31, "s_and_not1_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return s & ~e; })},
    {Format::sop1, 0x32, "s_or_not1_saveexec_b32", Accuracy::exact,
     saving<u32>([](u32 s, u32 e) { return s | ~e; })},
    {Format::sop1, 0x33, "s_or_not1_saveexec_b64", Accuracy::exact,
     saving<u64>([](u64 s, u64 e) { return s | ~e; })},
    {Format::sop1, 0x34, "s_and_not0_wrexec_b32", Accuracy::exact,
     writing<u32>([](u32 s, u32 e) { return ~s & e; })},
    {Format::sop1, 0x35, "s_and_not0_wrexec_b64", Accuracy::exact,
     writing<u64>([](u64 s, u64 e) { return ~s & e; })},
    {Format::sop1, 0x36, "s_and_not1_wrexec_b32", Accuracy::exact,
     writing<u32>([](u32 s, u32 e) { return s & ~e; })},
    {Format::sop1, 0x37, "s_and_not1_wrexec_b64", Accuracy::exact,
     writing<u64>([](u64 s, u64 e) { return s & ~e; })},
    {Format::sop1, 0x40, "s_movrels_b32", Accuracy::exact,
     special(&move_from_relative<1>, Type::b32, {Type::b32}, kRegisterSource)},
    {Format::sop1, 0x41, "s_movrels_b64", Accuracy::exact,
     special(&move_from_relative<2>, Type::b64, {Type::b64}, kRegisterSource)},
    {Format::sop1, 0x42, "s_movreld_b32", Accuracy::exact,
     special(&move_to_relative<u32>, Type::b32, {Type::b32})},
    {Format::sop1, 0x43, "s_movreld_b64", Accuracy::exact,
     special(&move_to_relative<u64>, Type::b64, {Type::b64})},
    {Format::sop1, 0x44, "s_movrelsd_2_b32", Accuracy::exact,
     special(&move_relative_2, Type::b32, {Type::b32}, kRegisterSource)},
    {Format::sop1, 0x47, "s_getpc_b64", Accuracy::exact, special(&get_pc, Type::b64, {})},
    {Format::sop1, 0x48, "s_setpc_b64", Accuracy::exact,
     special(&set_pc, Type::none, {Type::b64}, kRegisterSource)},
    {Format::sop1, 0x49, "s_swappc_b64", Accuracy::exact,
     special(&swap_pc, Type::b64, {Type::b64}, kRegisterSource)},
    {Format::sop1, 0x4A, "s_rfe_b64", Accuracy::refused,
     special(nullptr, Type::none, {Type::b64}, kRegisterSource)},
    {Format::sop1, 0x4C, "s_sendmsg_rtn_b32", Accuracy::approximate,
     special(&message_with_result<u32>, Type::b32, {})},
    {Format::sop1, 0x4D, "s_sendmsg_rtn_b64", Accuracy::approximate,
     special(&message_with_result<u64>, Type::b64, {})},
    {Format::sop1, 0x60, "s_ceil_f32", Accuracy::exact, scalar<f32, f32>(Ceiling{}, kOnlyGfx115)},
    {Format::sop1, 0x61, "s_floor_f32", Accuracy::exact, scalar<f32, f32>(Floor{}, kOnlyGfx115)},
    {Format::sop1, 0x62, "s_trunc_f32", Accuracy::exact, scalar<f32, f32>(Truncate{}, kOnlyGfx115)},
    {Format::sop1, 0x63, "s_rndne_f32", Accuracy::exact,
     scalar<f32, f32>(RoundEven{}, kOnlyGfx115)},
    {Format::sop1, 0x64, "s_cvt_f32_i32", Accuracy::exact,
     scalar<f32, i32>([](const auto& m, i32 a) { return integer_to_single(m, f64{1} * a); },
                      kOnlyGfx115)},
    {Format::sop1, 0x65, "s_cvt_f32_u32", Accuracy::exact,
     scalar<f32, u32>([](const auto& m, u32 a) { return integer_to_single(m, f64{1} * a); },
                      kOnlyGfx115)},
    {Format::sop1, 0x66, "s_cvt_i32_f32", Accuracy::exact,
     scalar<i32, f32>([](const auto& m, f32 a) { return saturated<i32>(m.input(a)); },
                      kOnlyGfx115)},
    {Format::sop1, 0x67, "s_cvt_u32_f32", Accuracy::exact,
     scalar<u32, f32>([](const auto& m, f32 a) { return saturated<u32>(m.input(a)); },
                      kOnlyGfx115)},
    {Format::sop1, 0x68, "s_cvt_f16_f32", Accuracy::exact,
     scalar<f16, f32>([](const auto& m, f32 a) { return m.to_half(m.input(a)); }, kOnlyGfx115)},
    {Format::sop1, 0x69, "s_cvt_f32_f16", Accuracy::exact,
     scalar<f32, f16>([](const auto& m, f16 a) { return widen(m.input(a)); }, kOnlyGfx115)},
    {Format::sop1, 0x6A, "s_cvt_hi_f32_f16", Accuracy::exact,
     scalar<f32, u32>(
         [](const auto& m, u32 a) { return widen(m.input(f16{static_cast<u16>(a >> 16U)})); },
         kOnlyGfx115)},
    {Format::sop1, 0x6B, "s_ceil_f16", Accuracy::exact, scalar<f16, f16>(Ceiling{}, kOnlyGfx115)},
    {Format::sop1, 0x6C, "s_floor_f16", Accuracy::exact, scalar<f16, f16>(Floor{}, kOnlyGfx115)},
    {Format::sop1, 0x6D, "s_trunc_f16", Accuracy::exact, scalar<f16, f16>(Truncate{}, kOnlyGfx115)},
    {Format::sop1, 0x6E, "s_rndne_f16", Accuracy::exact,
     scalar<f16, f16>(RoundEven{}, kOnlyGfx115)},
};

}  // namespace

extern const InstructionGroup sop1;
const InstructionGroup sop1{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
