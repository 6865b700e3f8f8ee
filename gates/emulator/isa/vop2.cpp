// SPDX-License-Identifier: MIT
// VOP2: vector instructions with two sources.
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/integer_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class D, class... S, class F>
constexpr Row row(u16 opcode, std::string_view mnemonic, F function, u32 traits = 0) {
  return {Format::vop2, opcode, mnemonic, Accuracy::exact, lanes<D, S...>(function, traits)};
}
template <class D, class... S, class F, class G>
constexpr Row saturating(u16 opcode, std::string_view mnemonic, F function, G clamped) {
  return {Format::vop2, opcode, mnemonic, Accuracy::exact,
          lanes_saturating<D, S...>(function, clamped)};
}

constexpr u32 kCarries = kCarryIn | kCarryOut;

constexpr Row kRows[] = {
    // A dword of zeros, which LLVM names too: what jumps into empty memory.
    {Format::vop2, 0x00, "v_illegal", Accuracy::refused,
     special(nullptr, Type::none, {}, kNoOperands | kNoVop3 | kNoDpp)},
    {Format::vop2, 0x01, "v_cndmask_b32", Accuracy::exact,
     carrying<u32, u32, u32>(
         [](bool select, u32 a, u32 b) { return Carried<u32>{select ? b : a, false}; },
         kCarryIn | kBitModifiers)},
    {Format::vop2, 0x02, "v_dot2acc_f32_f16", Accuracy::model,
     lanes<f32, u32, u32, f32>(Dot2{}, kAccumulates | kNoVop3)},
    row<f32, f32, f32>(0x03, "v_add_f32", Add{}),
    row<f32, f32, f32>(0x04, "v_sub_f32", Subtract{}),
    row<f32, f32, f32>(0x05, "v_subrev_f32", SubtractReversed{}),
    row<f32, f32, f32, f32>(0x06, "v_fmac_dx9_zero_f32", Dx9Fused{}, kAccumulates | kNoDpp),
    row<f32, f32, f32>(0x07, "v_mul_dx9_zero_f32", Dx9Multiply{}),
    row<f32, f32, f32>(0x08, "v_mul_f32", Multiply{}),
    row<u32, u32, u32>(0x09, "v_mul_i32_i24",
                       [](u32 a, u32 b) { return static_cast<u32>(signed24(a) * signed24(b)); }),
    row<u32, u32, u32>(0x0A, "v_mul_hi_i32_i24",
                       [](u32 a, u32 b) {
                         return static_cast<u32>(static_cast<u64>(signed24(a) * signed24(b)) >>
                                                 32U);
                       }),
    row<u32, u32, u32>(0x0B, "v_mul_u32_u24",
                       [](u32 a, u32 b) { return (a & kLow24) * (b & kLow24); }),
    row<u32, u32, u32>(
        0x0C, "v_mul_hi_u32_u24",
        [](u32 a, u32 b) { return static_cast<u32>((u64{a & kLow24} * (b & kLow24)) >> 32U); }),
    row<f32, f32, f32>(0x0F, "v_min_f32", Minimum{}),
    row<f32, f32, f32>(0x10, "v_max_f32", MaximumOf{}),
    row<i32, i32, i32>(0x11, "v_min_i32", LeastOf{}),
    row<i32, i32, i32>(0x12, "v_max_i32", GreatestOf{}),
    row<u32, u32, u32>(0x13, "v_min_u32", LeastOf{}),
    row<u32, u32, u32>(0x14, "v_max_u32", GreatestOf{}),
    row<u32, u32, u32>(0x18, "v_lshlrev_b32", [](u32 a, u32 b) { return b << (a & 31U); }),
    row<u32, u32, u32>(0x19, "v_lshrrev_b32", [](u32 a, u32 b) { return b >> (a & 31U); }),
    row<i32, u32, i32>(0x1A, "v_ashrrev_i32", [](u32 a, i32 b) { return b >> (a & 31U); }),
    row<u32, u32, u32>(0x1B, "v_and_b32", [](u32 a, u32 b) { return a & b; }),
    row<u32, u32, u32>(0x1C, "v_or_b32", [](u32 a, u32 b) { return a | b; }),
    row<u32, u32, u32>(0x1D, "v_xor_b32", [](u32 a, u32 b) { return a ^ b; }),
    row<u32, u32, u32>(0x1E, "v_xnor_b32", [](u32 a, u32 b) { return ~(a ^ b); }),
    {Format::vop2, 0x20, "v_add_co_ci_u32", Accuracy::exact,
     carrying_saturating<u32, u32, u32>(AddCarry<false>{}, AddCarry<true>{}, kCarries)},
    {Format::vop2, 0x21, "v_sub_co_ci_u32", Accuracy::exact,
     carrying_saturating<u32, u32, u32>(SubtractBorrow<false, false>{},
                                        SubtractBorrow<false, true>{}, kCarries)},
    {Format::vop2, 0x22, "v_subrev_co_ci_u32", Accuracy::exact,
     carrying_saturating<u32, u32, u32>(SubtractBorrow<true, false>{}, SubtractBorrow<true, true>{},
                                        kCarries)},
    saturating<u32, u32, u32>(
        0x25, "v_add_nc_u32", [](u32 a, u32 b) { return a + b; },
        [](u32 a, u32 b) { return saturated_sum(a, b); }),
    saturating<u32, u32, u32>(
        0x26, "v_sub_nc_u32", [](u32 a, u32 b) { return a - b; },
        [](u32 a, u32 b) { return saturated_difference(a, b); }),
    saturating<u32, u32, u32>(
        0x27, "v_subrev_nc_u32", [](u32 a, u32 b) { return b - a; },
        [](u32 a, u32 b) { return saturated_difference(b, a); }),
    row<f32, f32, f32, f32>(0x2B, "v_fmac_f32", FusedMultiplyAdd{}, kAccumulates),
    row<f32, f32, f32, f32>(0x2C, "v_fmamk_f32", FusedMultiplyAdd{},
                            kLiteralMiddle | kNoVop3 | kNoDpp),
    row<f32, f32, f32, f32>(0x2D, "v_fmaak_f32", FusedMultiplyAdd{},
                            kLiteralLast | kNoVop3 | kNoDpp),
    row<u32, f32, f32>(0x2F, "v_cvt_pk_rtz_f16_f32", PackTowardZero{}),
    row<f16, f16, f16>(0x32, "v_add_f16", Add{}),
    row<f16, f16, f16>(0x33, "v_sub_f16", Subtract{}),
    row<f16, f16, f16>(0x34, "v_subrev_f16", SubtractReversed{}),
    row<f16, f16, f16>(0x35, "v_mul_f16", Multiply{}),
    row<f16, f16, f16, f16>(0x36, "v_fmac_f16", FusedMultiplyAdd{}, kAccumulates),
    row<f16, f16, f16, f16>(0x37, "v_fmamk_f16", FusedMultiplyAdd{},
                            kLiteralMiddle | kNoVop3 | kNoDpp),
    row<f16, f16, f16, f16>(0x38, "v_fmaak_f16", FusedMultiplyAdd{},
                            kLiteralLast | kNoVop3 | kNoDpp),
    row<f16, f16, f16>(0x39, "v_max_f16", MaximumOf{}),
    row<f16, f16, f16>(0x3A, "v_min_f16", Minimum{}),
    row<f16, f16, i16>(0x3B, "v_ldexp_f16", ScaleByPower{}),
    {Format::vop2, 0x3C, "v_pk_fmac_f16", Accuracy::exact,
     packed<f16, f16, f16, f16>(FusedMultiplyAdd{}, kAccumulates | kNoVop3)},
};

}  // namespace

extern const InstructionGroup vop2;
const InstructionGroup vop2{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
