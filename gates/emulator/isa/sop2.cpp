// SPDX-License-Identifier: MIT
// SOP2: scalar instructions with two sources.
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/scalar.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class T>
constexpr WithScc<T> nonzero(T value) {
  return {value, value != 0};
}
/// A sum and its carry out of 32 bits.
constexpr WithScc<u32> carried(u64 sum) { return {static_cast<u32>(sum), (sum >> 32U) != 0}; }

WithScc<u32> add_signed(u32 a, u32 b) {
  const u32 sum = a + b;
  return {sum, ((~(a ^ b) & (a ^ sum)) >> 31U) != 0};
}
WithScc<u32> subtract_signed(u32 a, u32 b) {
  const u32 difference = a - b;
  return {difference, (((a ^ b) & (a ^ difference)) >> 31U) != 0};
}

void add_with_carry(Wave& wave, const Instruction& instruction) {
  const u64 sum = u64{read_scalar<u32>(wave, instruction, 0)} +
                  read_scalar<u32>(wave, instruction, 1) + wave.scalar[kScc];
  write_scalar(wave, instruction, static_cast<u32>(sum));
  wave.scalar[kScc] = static_cast<u32>(sum >> 32U);
}
void subtract_with_borrow(Wave& wave, const Instruction& instruction) {
  const u64 difference = u64{read_scalar<u32>(wave, instruction, 0)} -
                         read_scalar<u32>(wave, instruction, 1) - wave.scalar[kScc];
  write_scalar(wave, instruction, static_cast<u32>(difference));
  wave.scalar[kScc] = static_cast<u32>(difference >> 63U);
}
template <class T>
void choose(Wave& wave, const Instruction& instruction) {
  write_scalar<T>(wave, instruction,
                  read_scalar<T>(wave, instruction, wave.scalar[kScc] != 0 ? 0 : 1));
}

/// Bits [offset, offset + width) with the width saturating at the word.
template <class T>
T field(T value, u32 control) {
  constexpr u32 kBits = 8 * sizeof(T);
  const u32 offset = control & (kBits - 1);
  const u32 width = (control >> 16U) & 0x7FU;
  if (width == 0) return 0;
  using Unsigned = std::make_unsigned_t<T>;
  const u32 keep = width < kBits - offset ? width : kBits - offset;
  const auto up = static_cast<Unsigned>(static_cast<Unsigned>(value) << (kBits - offset - keep));
  return static_cast<T>(static_cast<T>(up) >> (kBits - keep));
}

template <u32 Shift>
constexpr auto shift_add() {
  return scalar<u32, u32, u32>([](u32 a, u32 b) { return carried((u64{a} << Shift) + b); });
}
template <bool HighA, bool HighB>
constexpr auto pack() {
  return scalar<u32, u32, u32>([](u32 a, u32 b) {
    return ((HighA ? a >> 16U : a) & 0xFFFFU) | ((HighB ? b >> 16U : b) << 16U);
  });
}

/// Truncates both to f16. Finite overflow gives the largest finite value.
struct PackTowardZero {
  template <class Policy>
  u32 operator()(const Policy& policy, f32 a, f32 b) const {
    const u32 low = narrow(static_cast<f64>(policy.input(a)), Rounding::toward_zero).bits;
    const u32 high = narrow(static_cast<f64>(policy.input(b)), Rounding::toward_zero).bits;
    return low | (high << 16U);
  }
};

constexpr Row kRows[] = {
    {Format::sop2, 0x00, "s_add_u32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return carried(u64{a} + b); })},
    {Format::sop2, 0x01, "s_sub_u32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return WithScc<u32>{a - b, b > a}; })},
    {Format::sop2, 0x02, "s_add_i32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return add_signed(a, b); })},
    {Format::sop2, 0x03, "s_sub_i32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return subtract_signed(a, b); })},
    {Format::sop2, 0x04, "s_addc_u32", Accuracy::exact,
     special(&add_with_carry, Type::u32, {Type::u32, Type::u32})},
    {Format::sop2, 0x05, "s_subb_u32", Accuracy::exact,
     special(&subtract_with_borrow, Type::u32, {Type::u32, Type::u32})},
    {Format::sop2, 0x06, "s_absdiff_i32", Accuracy::exact, scalar<u32, u32, u32>([](u32 a, u32 b) {
       const u32 difference = a - b;
       return nonzero((difference >> 31U) != 0 ? 0U - difference : difference);
     })},
    {Format::sop2, 0x08, "s_lshl_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(a << (b & 31U)); })},
    {Format::sop2, 0x09, "s_lshl_b64", Accuracy::exact,
     scalar<u64, u64, u32>([](u64 a, u32 b) { return nonzero(a << (b & 63U)); })},
    {Format::sop2, 0x0A, "s_lshr_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(a >> (b & 31U)); })},
    {Format::sop2, 0x0B, "s_lshr_b64", Accuracy::exact,
     scalar<u64, u64, u32>([](u64 a, u32 b) { return nonzero(a >> (b & 63U)); })},
    {Format::sop2, 0x0C, "s_ashr_i32", Accuracy::exact,
     scalar<i32, i32, u32>([](i32 a, u32 b) { return nonzero(a >> (b & 31U)); })},
    {Format::sop2, 0x0D, "s_ashr_i64", Accuracy::exact,
     scalar<i64, i64, u32>([](i64 a, u32 b) { return nonzero(a >> (b & 63U)); })},
    {Format::sop2, 0x0E, "s_lshl1_add_u32", Accuracy::exact, shift_add<1>()},
    {Format::sop2, 0x0F, "s_lshl2_add_u32", Accuracy::exact, shift_add<2>()},
    {Format::sop2, 0x10, "s_lshl3_add_u32", Accuracy::exact, shift_add<3>()},
    {Format::sop2, 0x11, "s_lshl4_add_u32", Accuracy::exact, shift_add<4>()},
    {Format::sop2, 0x12, "s_min_i32", Accuracy::exact,
     scalar<i32, i32, i32>([](i32 a, i32 b) { return WithScc<i32>{a < b ? a : b, a < b}; })},
    {Format::sop2, 0x13, "s_min_u32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return WithScc<u32>{a < b ? a : b, a < b}; })},
    {Format::sop2, 0x14, "s_max_i32", Accuracy::exact,
     scalar<i32, i32, i32>([](i32 a, i32 b) { return WithScc<i32>{a >= b ? a : b, a >= b}; })},
    {Format::sop2, 0x15, "s_max_u32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return WithScc<u32>{a >= b ? a : b, a >= b}; })},
    {Format::sop2, 0x16, "s_and_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(a & b); })},
    {Format::sop2, 0x17, "s_and_b64", Accuracy::exact,
     scalar<u64, u64, u64>([](u64 a, u64 b) { return nonzero(a & b); })},
    {Format::sop2, 0x18, "s_or_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(a | b); })},
    {Format::sop2, 0x19, "s_or_b64", Accuracy::exact,
     scalar<u64, u64, u64>([](u64 a, u64 b) { return nonzero(a | b); })},
    {Format::sop2, 0x1A, "s_xor_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(a ^ b); })},
    {Format::sop2, 0x1B, "s_xor_b64", Accuracy::exact,
     scalar<u64, u64, u64>([](u64 a, u64 b) { return nonzero(a ^ b); })},
    {Format::sop2, 0x1C, "s_nand_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(~(a & b)); })},
    {Format::sop2, 0x1D, "s_nand_b64", Accuracy::exact,
     scalar<u64, u64, u64>([](u64 a, u64 b) { return nonzero(~(a & b)); })},
    {Format::sop2, 0x1E, "s_nor_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(~(a | b)); })},
    {Format::sop2, 0x1F, "s_nor_b64", Accuracy::exact,
     scalar<u64, u64, u64>([](u64 a, u64 b) { return nonzero(~(a | b)); })},
    {Format::sop2, 0x20, "s_xnor_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(~(a ^ b)); })},
    {Format::sop2, 0x21, "s_xnor_b64", Accuracy::exact,
     scalar<u64, u64, u64>([](u64 a, u64 b) { return nonzero(~(a ^ b)); })},
    {Format::sop2, 0x22, "s_and_not1_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(a & ~b); })},
    {Format::sop2, 0x23, "s_and_not1_b64", Accuracy::exact,
     scalar<u64, u64, u64>([](u64 a, u64 b) { return nonzero(a & ~b); })},
    {Format::sop2, 0x24, "s_or_not1_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(a | ~b); })},
    {Format::sop2, 0x25, "s_or_not1_b64", Accuracy::exact,
     scalar<u64, u64, u64>([](u64 a, u64 b) { return nonzero(a | ~b); })},
    {Format::sop2, 0x26, "s_bfe_u32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return nonzero(field(a, b)); })},
    {Format::sop2, 0x27, "s_bfe_i32", Accuracy::exact,
     scalar<i32, i32, u32>([](i32 a, u32 b) { return nonzero(field(a, b)); })},
    {Format::sop2, 0x28, "s_bfe_u64", Accuracy::exact,
     scalar<u64, u64, u32>([](u64 a, u32 b) { return nonzero(field(a, b)); })},
    {Format::sop2, 0x29, "s_bfe_i64", Accuracy::exact,
     scalar<i64, i64, u32>([](i64 a, u32 b) { return nonzero(field(a, b)); })},
    {Format::sop2, 0x2A, "s_bfm_b32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return ((1U << (a & 31U)) - 1U) << (b & 31U); })},
    {Format::sop2, 0x2B, "s_bfm_b64", Accuracy::exact,
     scalar<u64, u32, u32>([](u32 a, u32 b) { return ((u64{1} << (a & 63U)) - 1U) << (b & 63U); })},
    {Format::sop2, 0x2C, "s_mul_i32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return a * b; })},
    {Format::sop2, 0x2D, "s_mul_hi_u32", Accuracy::exact,
     scalar<u32, u32, u32>([](u32 a, u32 b) { return static_cast<u32>((u64{a} * b) >> 32U); })},
    {Format::sop2, 0x2E, "s_mul_hi_i32", Accuracy::exact,
     scalar<i32, i32, i32>([](i32 a, i32 b) { return static_cast<i32>((i64{a} * b) >> 32U); })},
    {Format::sop2, 0x30, "s_cselect_b32", Accuracy::exact,
     special(&choose<u32>, Type::b32, {Type::b32, Type::b32})},
    {Format::sop2, 0x31, "s_cselect_b64", Accuracy::exact,
     special(&choose<u64>, Type::b64, {Type::b64, Type::b64})},
    {Format::sop2, 0x32, "s_pack_ll_b32_b16", Accuracy::exact, pack<false, false>()},
    {Format::sop2, 0x33, "s_pack_lh_b32_b16", Accuracy::exact, pack<false, true>()},
    {Format::sop2, 0x34, "s_pack_hh_b32_b16", Accuracy::exact, pack<true, true>()},
    {Format::sop2, 0x35, "s_pack_hl_b32_b16", Accuracy::exact, pack<true, false>()},
    {Format::sop2, 0x40, "s_add_f32", Accuracy::exact, scalar<f32, f32, f32>(Add{}, kOnlyGfx115)},
    {Format::sop2, 0x41, "s_sub_f32", Accuracy::exact,
     scalar<f32, f32, f32>(Subtract{}, kOnlyGfx115)},
    {Format::sop2, 0x42, "s_min_f32", Accuracy::exact,
     scalar<f32, f32, f32>(Minimum{}, kOnlyGfx115)},
    {Format::sop2, 0x43, "s_max_f32", Accuracy::exact,
     scalar<f32, f32, f32>(MaximumOf{}, kOnlyGfx115)},
    {Format::sop2, 0x44, "s_mul_f32", Accuracy::exact,
     scalar<f32, f32, f32>(Multiply{}, kOnlyGfx115)},
    {Format::sop2, 0x45, "s_fmaak_f32", Accuracy::exact,
     scalar<f32, f32, f32, f32>(FusedMultiplyAdd{}, kOnlyGfx115 | kLiteralLast)},
    {Format::sop2, 0x46, "s_fmamk_f32", Accuracy::exact,
     scalar<f32, f32, f32, f32>(FusedMultiplyAdd{}, kOnlyGfx115 | kLiteralMiddle)},
    {Format::sop2, 0x47, "s_fmac_f32", Accuracy::exact,
     scalar<f32, f32, f32, f32>(FusedMultiplyAdd{}, kOnlyGfx115 | kAccumulates)},
    {Format::sop2, 0x48, "s_cvt_pk_rtz_f16_f32", Accuracy::exact,
     scalar<u32, f32, f32>(PackTowardZero{}, kOnlyGfx115)},
    {Format::sop2, 0x49, "s_add_f16", Accuracy::exact, scalar<f16, f16, f16>(Add{}, kOnlyGfx115)},
    {Format::sop2, 0x4A, "s_sub_f16", Accuracy::exact,
     scalar<f16, f16, f16>(Subtract{}, kOnlyGfx115)},
    {Format::sop2, 0x4B, "s_min_f16", Accuracy::exact,
     scalar<f16, f16, f16>(Minimum{}, kOnlyGfx115)},
    {Format::sop2, 0x4C, "s_max_f16", Accuracy::exact,
     scalar<f16, f16, f16>(MaximumOf{}, kOnlyGfx115)},
    {Format::sop2, 0x4D, "s_mul_f16", Accuracy::exact,
     scalar<f16, f16, f16>(Multiply{}, kOnlyGfx115)},
    {Format::sop2, 0x4E, "s_fmac_f16", Accuracy::exact,
     scalar<f16, f16, f16, f16>(FusedMultiplyAdd{}, kOnlyGfx115 | kAccumulates)},
};

}  // namespace

extern const InstructionGroup sop2;
const InstructionGroup sop2{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
