// SPDX-License-Identifier: MIT
// VOP3P: packed 16-bit arithmetic, mixed-precision fma, integer dot products.
#include "gates/emulator/lanes/brain_float.hpp"
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/integer_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

constexpr Row row(u16 opcode, std::string_view mnemonic, Semantics semantics,
                  Accuracy accuracy = Accuracy::exact) {
  // DPP goes with the dot products of floats and with v_fma_mix only.
  const bool packed_result = is_packed(semantics.destination);
  if (packed_result) semantics.traits |= kNoDpp;
  return {Format::vop3p, opcode, mnemonic, accuracy, semantics};
}

template <class T>
struct WrappingAdd {
  T operator()(T a, T b) const { return static_cast<T>(a + b); }
};
template <class T>
struct WrappingSubtract {
  T operator()(T a, T b) const { return static_cast<T>(a - b); }
};
template <class T>
struct SaturatingAdd {
  T operator()(T a, T b) const { return clamp_to<T>(i64{a} + b); }
};
template <class T>
struct SaturatingSubtract {
  T operator()(T a, T b) const { return clamp_to<T>(i64{a} - b); }
};
template <class T>
struct WrappingMad {
  T operator()(T a, T b, T c) const {
    return static_cast<T>(static_cast<u32>(a) * static_cast<u32>(b) + static_cast<u32>(c));
  }
};
template <class T>
struct SaturatingMad {
  T operator()(T a, T b, T c) const { return clamp_to<T>(i64{a} * b + c); }
};

/// f32 fma, rounded to f32 and again to f16.
struct MixedToHalf {
  template <class Policy>
  f16 operator()(const Policy& policy, f32 a, f32 b, f32 c) const {
    return policy.to_half(policy.fma(a, b, c));
  }
};

/// Elements of Bits bits, the signedness of either operand from the neg bits.
template <u32 Bits, bool MaybeSigned, bool Clamp>
void dot(LaneBlock& block) {
  constexpr u32 kMask = (1U << Bits) - 1U;
  const auto element = [](u32 word, u32 i, bool is_signed) -> i64 {
    const u32 value = (word >> (i * Bits)) & kMask;
    return is_signed ? static_cast<i32>(value << (32U - Bits)) >> (32U - Bits) : i64{value};
  };
  const bool signed_a = MaybeSigned && (block.negate & 1U) != 0;
  const bool signed_b = MaybeSigned && (block.negate & 2U) != 0;
  for (unsigned lane = 0; lane < kHalf; ++lane) {
    const u32 a = block.source.data()[0][lane];
    const u32 b = block.source.data()[1][lane];
    const u32 c = block.source.data()[2][lane];
    i64 sum = MaybeSigned ? i64{static_cast<i32>(c)} : i64{c};
    for (u32 i = 0; i < 32 / Bits; ++i) sum += element(a, i, signed_a) * element(b, i, signed_b);
    const u32 clamped = MaybeSigned ? static_cast<u32>(clamp_to<i32>(sum)) : clamp_to<u32>(sum);
    block.result[lane] = Clamp ? clamped : static_cast<u32>(sum);
  }
}
template <u32 Bits, bool MaybeSigned>
constexpr Semantics dot_product() {
  Semantics semantics;
  semantics.lanes = &dot<Bits, MaybeSigned, false>;
  semantics.lanes_clamped = &dot<Bits, MaybeSigned, true>;
  semantics.destination = Type::u32;
  semantics.source = {Type::u32, Type::u32, Type::u32};
  semantics.traits = (MaybeSigned ? kIntegerSigns : 0U) | kNoDpp;
  return semantics;
}

/// A model: the low product is added first, each step fused and rounded to f32.
struct DotPairs {
  template <class Policy>
  f32 operator()(const Policy& policy, Packed<f16> a, Packed<f16> b, f32 c) const {
    return policy.fma(widen(a.high), widen(b.high), policy.fma(widen(a.low), widen(b.low), c));
  }
};
struct DotBrainPairs {
  template <class Policy>
  f32 operator()(const Policy& policy, Packed<u16> a, Packed<u16> b, f32 c) const {
    return policy.fma(widen_brain(a.high), widen_brain(b.high),
                      policy.fma(widen_brain(a.low), widen_brain(b.low), c));
  }
};

constexpr Row kRows[] = {
    row(0x00, "v_pk_mad_i16",
        packed_saturating<i16, i16, i16, i16>(WrappingMad<i16>{}, SaturatingMad<i16>{})),
    row(0x01, "v_pk_mul_lo_u16",
        packed<u16, u16, u16>([](u16 a, u16 b) { return static_cast<u16>(u32{a} * b); })),
    row(0x02, "v_pk_add_i16",
        packed_saturating<i16, i16, i16>(WrappingAdd<i16>{}, SaturatingAdd<i16>{})),
    row(0x03, "v_pk_sub_i16",
        packed_saturating<i16, i16, i16>(WrappingSubtract<i16>{}, SaturatingSubtract<i16>{})),
    row(0x04, "v_pk_lshlrev_b16",
        packed<u16, u16, u16>([](u16 a, u16 b) { return static_cast<u16>(b << (a & 15U)); })),
    row(0x05, "v_pk_lshrrev_b16",
        packed<u16, u16, u16>([](u16 a, u16 b) { return static_cast<u16>(b >> (a & 15U)); })),
    row(0x06, "v_pk_ashrrev_i16",
        packed<i16, u16, i16>([](u16 a, i16 b) { return static_cast<i16>(b >> (a & 15U)); })),
    row(0x07, "v_pk_max_i16", packed<i16, i16, i16>(GreatestOf{})),
    row(0x08, "v_pk_min_i16", packed<i16, i16, i16>(LeastOf{})),
    row(0x09, "v_pk_mad_u16",
        packed_saturating<u16, u16, u16, u16>(WrappingMad<u16>{}, SaturatingMad<u16>{})),
    row(0x0A, "v_pk_add_u16",
        packed_saturating<u16, u16, u16>(WrappingAdd<u16>{}, SaturatingAdd<u16>{})),
    row(0x0B, "v_pk_sub_u16",
        packed_saturating<u16, u16, u16>(WrappingSubtract<u16>{}, SaturatingSubtract<u16>{})),
    row(0x0C, "v_pk_max_u16", packed<u16, u16, u16>(GreatestOf{})),
    row(0x0D, "v_pk_min_u16", packed<u16, u16, u16>(LeastOf{})),
    row(0x0E, "v_pk_fma_f16", packed<f16, f16, f16, f16>(FusedMultiplyAdd{})),
    row(0x0F, "v_pk_add_f16", packed<f16, f16, f16>(Add{})),
    row(0x10, "v_pk_mul_f16", packed<f16, f16, f16>(Multiply{})),
    row(0x11, "v_pk_min_f16", packed<f16, f16, f16>(Minimum{})),
    row(0x12, "v_pk_max_f16", packed<f16, f16, f16>(MaximumOf{})),
    row(0x13, "v_dot2_f32_f16", lanes<f32, Packed<f16>, Packed<f16>, f32>(DotPairs{}),
        Accuracy::model),
    row(0x16, "v_dot4_i32_iu8", dot_product<8, true>()),
    row(0x17, "v_dot4_u32_u8", dot_product<8, false>()),
    row(0x18, "v_dot8_i32_iu4", dot_product<4, true>()),
    row(0x19, "v_dot8_u32_u4", dot_product<4, false>()),
    row(0x1A, "v_dot2_f32_bf16", lanes<f32, Packed<u16>, Packed<u16>, f32>(DotBrainPairs{}, kNoDpp),
        Accuracy::model),
    {Format::vopd, 0x0D, "v_dot2acc_f32_bf16", Accuracy::model,
     lanes<f32, Packed<u16>, Packed<u16>, f32>(DotBrainPairs{}, kAccumulates | kNoVop3 | kNoDpp)},
    row(0x20, "v_fma_mix_f32", lanes<f32, f32, f32, f32>(FusedMultiplyAdd{}, kMixed)),
    row(0x21, "v_fma_mixlo_f16", lanes<f16, f32, f32, f32>(MixedToHalf{}, kMixed)),
    row(0x22, "v_fma_mixhi_f16", lanes<f16, f32, f32, f32>(MixedToHalf{}, kMixed | kHighHalf)),
};

}  // namespace

extern const InstructionGroup vop3p;
const InstructionGroup vop3p{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
