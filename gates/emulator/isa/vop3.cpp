// SPDX-License-Identifier: MIT
// VOP3-only instructions: three sources, 64-bit shifts, 16-bit integers, fused and combined forms.
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/integer_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class D, class... S, class F>
constexpr Row row(u16 opcode, std::string_view mnemonic, F function, u32 traits = 0) {
  return {Format::vop3, opcode, mnemonic, Accuracy::exact, lanes<D, S...>(function, traits)};
}
template <class D, class... S, class F, class G>
constexpr Row saturating(u16 opcode, std::string_view mnemonic, F function, G clamped,
                         u32 traits = 0) {
  return {Format::vop3, opcode, mnemonic, Accuracy::exact,
          lanes_saturating<D, S...>(function, clamped, traits)};
}

template <bool Maximum>
struct Extreme3 {
  template <class Policy, class T>
  T operator()(const Policy& policy, T a, T b, T c) const {
    return extreme<Maximum>(policy, extreme<Maximum>(policy, a, b), c);
  }
};
/// max(min(a, b), c) with Outer = true, else min(max(a, b), c).
template <bool Outer>
struct ExtremePair {
  template <class Policy, class T>
  T operator()(const Policy& policy, T a, T b, T c) const {
    return extreme<Outer>(policy, extreme<!Outer>(policy, a, b), c);
  }
};
struct Median {
  template <class Policy, class T>
  T operator()(const Policy& policy, T a, T b, T c) const {
    if (is_nan(a) || is_nan(b) || is_nan(c)) return Extreme3<false>{}(policy, a, b, c);
    const T most = Extreme3<true>{}(policy, a, b, c);
    if (raw(most) == raw(policy.input(a))) return extreme<true>(policy, b, c);
    if (raw(most) == raw(policy.input(b))) return extreme<true>(policy, a, c);
    return extreme<true>(policy, a, b);
  }
};
template <class T>
T least3(T a, T b, T c) {
  const T low = a < b ? a : b;
  return low < c ? low : c;
}
template <class T>
T greatest3(T a, T b, T c) {
  const T high = a < b ? b : a;
  return high < c ? c : high;
}
struct Least3 {
  template <class T>
  T operator()(T a, T b, T c) const {
    return least3(a, b, c);
  }
};
struct Greatest3 {
  template <class T>
  T operator()(T a, T b, T c) const {
    return greatest3(a, b, c);
  }
};
struct IntegerMedian {
  template <class T>
  T operator()(T a, T b, T c) const {
    const T low = a < b ? a : b;
    const T high = a < b ? b : a;
    return c < low ? low : (c > high ? high : c);
  }
};
struct IntegerMaxMin {
  template <class T>
  T operator()(T a, T b, T c) const {
    const T high = a < b ? b : a;
    return high < c ? high : c;
  }
};
struct IntegerMinMax {
  template <class T>
  T operator()(T a, T b, T c) const {
    const T low = a < b ? a : b;
    return low < c ? c : low;
  }
};

u32 permuted_bytes(u32 a, u32 b, u32 selectors) {
  const u64 bytes = (u64{a} << 32U) | b;
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 selector = (selectors >> (8 * i)) & 0xFFU;
    u32 byte = 0xFF;
    if (selector < 8) {
      byte = static_cast<u32>(bytes >> (8 * selector)) & 0xFFU;
    } else if (selector < 12) {
      byte = ((bytes >> (16 * (selector - 8) + 15)) & 1U) != 0 ? 0xFFU : 0U;
    } else if (selector == 12) {
      byte = 0;
    }
    result |= byte << (8 * i);
  }
  return result;
}

template <class T>
constexpr T extracted(T value, u32 offset, u32 width) {
  offset &= 31U;
  width &= 31U;
  if (width == 0) return 0;
  const T shifted = value >> offset;
  const u32 unused = 32U - width;
  return static_cast<T>(static_cast<T>(static_cast<u32>(shifted) << unused) >> unused);
}

i64 product24(u32 a, u32 b) { return signed24(a) * signed24(b); }

constexpr Row kRows[] = {
    row<f32, f32, f32, f32>(0x209, "v_fma_dx9_zero_f32", Dx9Fused{}, kNoDpp),
    saturating<u32, u32, u32, u32>(
        0x20A, "v_mad_i32_i24",
        [](u32 a, u32 b, u32 c) { return static_cast<u32>(product24(a, b)) + c; },
        [](u32 a, u32 b, u32 c) {
          return static_cast<u32>(clamp_to<i32>(product24(a, b) + static_cast<i32>(c)));
        }),
    saturating<u32, u32, u32, u32>(
        0x20B, "v_mad_u32_u24", [](u32 a, u32 b, u32 c) { return (a & kLow24) * (b & kLow24) + c; },
        [](u32 a, u32 b, u32 c) {
          const u64 exact = u64{a & kLow24} * (b & kLow24) + c;
          return exact >> 32U != 0 ? 0xFFFFFFFFU : static_cast<u32>(exact);
        }),
    row<u32, u32, u32, u32>(0x210, "v_bfe_u32",
                            [](u32 a, u32 b, u32 c) { return extracted<u32>(a, b, c); }),
    row<i32, i32, u32, u32>(0x211, "v_bfe_i32",
                            [](i32 a, u32 b, u32 c) { return extracted<i32>(a, b, c); }),
    row<u32, u32, u32, u32>(0x212, "v_bfi_b32",
                            [](u32 a, u32 b, u32 c) { return (a & b) | (~a & c); }),
    row<f32, f32, f32, f32>(0x213, "v_fma_f32", FusedMultiplyAdd{}),
    row<f64, f64, f64, f64>(0x214, "v_fma_f64", FusedMultiplyAdd{}, kNoDpp),
    row<u32, u32, u32, u32>(
        0x216, "v_alignbit_b32",
        [](u32 a, u32 b, u32 c) { return static_cast<u32>(((u64{a} << 32U) | b) >> (c & 31U)); }),
    row<u32, u32, u32, u32>(0x217, "v_alignbyte_b32",
                            [](u32 a, u32 b, u32 c) {
                              return static_cast<u32>(((u64{a} << 32U) | b) >> (8U * (c & 3U)));
                            }),
    row<f32, f32, f32, f32>(0x219, "v_min3_f32", Extreme3<false>{}),
    row<i32, i32, i32, i32>(0x21A, "v_min3_i32", Least3{}),
    row<u32, u32, u32, u32>(0x21B, "v_min3_u32", Least3{}),
    row<f32, f32, f32, f32>(0x21C, "v_max3_f32", Extreme3<true>{}),
    row<i32, i32, i32, i32>(0x21D, "v_max3_i32", Greatest3{}),
    row<u32, u32, u32, u32>(0x21E, "v_max3_u32", Greatest3{}),
    row<f32, f32, f32, f32>(0x21F, "v_med3_f32", Median{}),
    row<i32, i32, i32, i32>(0x220, "v_med3_i32", IntegerMedian{}),
    row<u32, u32, u32, u32>(0x221, "v_med3_u32", IntegerMedian{}),
    row<u32, u32, u32, u32>(0x240, "v_xor3_b32", [](u32 a, u32 b, u32 c) { return a ^ b ^ c; }),
    saturating<u16, u16, u16, u16>(
        0x241, "v_mad_u16", [](u16 a, u16 b, u16 c) { return static_cast<u16>(u32{a} * b + c); },
        [](u16 a, u16 b, u16 c) { return clamp_to<u16>(i64{a} * b + c); }),
    row<u32, u32, u32, u32>(0x244, "v_perm_b32",
                            [](u32 a, u32 b, u32 c) { return permuted_bytes(a, b, c); }),
    row<u32, u32, u32, u32>(0x245, "v_xad_u32", [](u32 a, u32 b, u32 c) { return (a ^ b) + c; }),
    row<u32, u32, u32, u32>(0x246, "v_lshl_add_u32",
                            [](u32 a, u32 b, u32 c) { return (a << (b & 31U)) + c; }),
    row<u32, u32, u32, u32>(0x247, "v_add_lshl_u32",
                            [](u32 a, u32 b, u32 c) { return (a + b) << (c & 31U); }),
    row<f16, f16, f16, f16>(0x248, "v_fma_f16", FusedMultiplyAdd{}),
    row<f16, f16, f16, f16>(0x249, "v_min3_f16", Extreme3<false>{}),
    row<i16, i16, i16, i16>(0x24A, "v_min3_i16", Least3{}),
    row<u16, u16, u16, u16>(0x24B, "v_min3_u16", Least3{}),
    row<f16, f16, f16, f16>(0x24C, "v_max3_f16", Extreme3<true>{}),
    row<i16, i16, i16, i16>(0x24D, "v_max3_i16", Greatest3{}),
    row<u16, u16, u16, u16>(0x24E, "v_max3_u16", Greatest3{}),
    row<f16, f16, f16, f16>(0x24F, "v_med3_f16", Median{}),
    row<i16, i16, i16, i16>(0x250, "v_med3_i16", IntegerMedian{}),
    row<u16, u16, u16, u16>(0x251, "v_med3_u16", IntegerMedian{}),
    saturating<i16, i16, i16, i16>(
        0x253, "v_mad_i16", [](i16 a, i16 b, i16 c) { return static_cast<i16>(i32{a} * b + c); },
        [](i16 a, i16 b, i16 c) { return clamp_to<i16>(i64{a} * b + c); }),
    row<u32, u32, u32, u32>(0x255, "v_add3_u32", [](u32 a, u32 b, u32 c) { return a + b + c; }),
    row<u32, u32, u32, u32>(0x256, "v_lshl_or_b32",
                            [](u32 a, u32 b, u32 c) { return (a << (b & 31U)) | c; }),
    row<u32, u32, u32, u32>(0x257, "v_and_or_b32", [](u32 a, u32 b, u32 c) { return (a & b) | c; }),
    row<u32, u32, u32, u32>(0x258, "v_or3_b32", [](u32 a, u32 b, u32 c) { return a | b | c; }),
    saturating<u32, u16, u16, u32>(
        0x259, "v_mad_u32_u16", [](u16 a, u16 b, u32 c) { return u32{a} * b + c; },
        [](u16 a, u16 b, u32 c) { return clamp_to<u32>(i64{a} * b + c); }),
    saturating<i32, i16, i16, i32>(
        0x25A, "v_mad_i32_i16",
        [](i16 a, i16 b, i32 c) {
          return static_cast<i32>(static_cast<u32>(i32{a} * b) + static_cast<u32>(c));
        },
        [](i16 a, i16 b, i32 c) { return clamp_to<i32>(i64{a} * b + c); }),
    {Format::vop3, 0x25D, "v_cndmask_b16", Accuracy::exact,
     carrying<u16, u16, u16>(
         [](bool select, u16 a, u16 b) { return Carried<u16>{select ? b : a, false}; },
         kCarryIn | kBitModifiers)},
    row<f32, f32, f32, f32>(0x25E, "v_maxmin_f32", ExtremePair<false>{}),
    row<f32, f32, f32, f32>(0x25F, "v_minmax_f32", ExtremePair<true>{}),
    row<f16, f16, f16, f16>(0x260, "v_maxmin_f16", ExtremePair<false>{}),
    row<f16, f16, f16, f16>(0x261, "v_minmax_f16", ExtremePair<true>{}),
    row<u32, u32, u32, u32>(0x262, "v_maxmin_u32", IntegerMaxMin{}),
    row<u32, u32, u32, u32>(0x263, "v_minmax_u32", IntegerMinMax{}),
    row<i32, i32, i32, i32>(0x264, "v_maxmin_i32", IntegerMaxMin{}),
    row<i32, i32, i32, i32>(0x265, "v_minmax_i32", IntegerMinMax{}),
    {Format::vop3, 0x2FE, "v_mad_u64_u32", Accuracy::exact,
     carrying<u64, u32, u32, u64>(
         [](bool /*in*/, u32 a, u32 b, u64 c) {
           const u64 sum = u64{a} * b + c;
           return Carried<u64>{sum, sum < c};
         },
         kCarryOut | kNoDpp)},
    {Format::vop3, 0x2FF, "v_mad_i64_i32", Accuracy::exact,
     carrying<i64, i32, i32, i64>(
         [](bool /*in*/, i32 a, i32 b, i64 c) {
           i64 sum = 0;
           const bool overflow = __builtin_add_overflow(i64{a} * b, c, &sum);
           return Carried<i64>{sum, overflow};
         },
         kCarryOut | kNoDpp)},
    {Format::vop3, 0x300, "v_add_co_u32", Accuracy::exact,
     carrying_saturating<u32, u32, u32>(AddCarry<false>{}, AddCarry<true>{}, kCarryOut)},
    {Format::vop3, 0x301, "v_sub_co_u32", Accuracy::exact,
     carrying_saturating<u32, u32, u32>(SubtractBorrow<false, false>{},
                                        SubtractBorrow<false, true>{}, kCarryOut)},
    {Format::vop3, 0x302, "v_subrev_co_u32", Accuracy::exact,
     carrying_saturating<u32, u32, u32>(SubtractBorrow<true, false>{}, SubtractBorrow<true, true>{},
                                        kCarryOut)},
    saturating<u16, u16, u16>(
        0x303, "v_add_nc_u16", [](u16 a, u16 b) { return static_cast<u16>(a + b); },
        [](u16 a, u16 b) { return clamp_to<u16>(i64{a} + b); }),
    saturating<u16, u16, u16>(
        0x304, "v_sub_nc_u16", [](u16 a, u16 b) { return static_cast<u16>(a - b); },
        [](u16 a, u16 b) { return clamp_to<u16>(i64{a} - b); }),
    row<u16, u16, u16>(0x305, "v_mul_lo_u16",
                       [](u16 a, u16 b) { return static_cast<u16>(u32{a} * b); }),
    saturating<i16, i16, i16>(
        0x30D, "v_add_nc_i16", [](i16 a, i16 b) { return static_cast<i16>(a + b); },
        [](i16 a, i16 b) { return clamp_to<i16>(i64{a} + b); }),
    saturating<i16, i16, i16>(
        0x30E, "v_sub_nc_i16", [](i16 a, i16 b) { return static_cast<i16>(a - b); },
        [](i16 a, i16 b) { return clamp_to<i16>(i64{a} - b); }),
    row<u16, u16, u16>(0x309, "v_max_u16", GreatestOf{}),
    row<i16, i16, i16>(0x30A, "v_max_i16", GreatestOf{}),
    row<u16, u16, u16>(0x30B, "v_min_u16", LeastOf{}),
    row<i16, i16, i16>(0x30C, "v_min_i16", LeastOf{}),
    row<u32, f16, f16>(0x311, "v_pack_b32_f16",
                       [](f16 a, f16 b) { return u32{a.bits} | (u32{b.bits} << 16U); }),
    row<f32, f32, i32>(0x31C, "v_ldexp_f32", ScaleByPower{}),
    row<u32, u32, u32>(0x31D, "v_bfm_b32",
                       [](u32 a, u32 b) { return ((1U << (a & 31U)) - 1U) << (b & 31U); }),
    row<u32, u32, u32>(0x31E, "v_bcnt_u32_b32",
                       [](u32 a, u32 b) { return static_cast<u32>(__builtin_popcount(a)) + b; }),
    saturating<u32, u32, u32>(
        0x325, "v_sub_nc_i32", [](u32 a, u32 b) { return a - b; },
        [](u32 a, u32 b) {
          return static_cast<u32>(clamp_to<i32>(i64{static_cast<i32>(a)} - static_cast<i32>(b)));
        }),
    saturating<u32, u32, u32>(
        0x326, "v_add_nc_i32", [](u32 a, u32 b) { return a + b; },
        [](u32 a, u32 b) {
          return static_cast<u32>(clamp_to<i32>(i64{static_cast<i32>(a)} + static_cast<i32>(b)));
        }),
    row<f64, f64, f64>(0x327, "v_add_f64", Add{}, kNoDpp),
    row<f64, f64, f64>(0x328, "v_mul_f64", Multiply{}, kNoDpp),
    row<f64, f64, f64>(0x329, "v_min_f64", Minimum{}, kNoDpp),
    row<f64, f64, f64>(0x32A, "v_max_f64", MaximumOf{}, kNoDpp),
    row<f64, f64, i32>(0x32B, "v_ldexp_f64", ScaleByPower{}, kNoDpp),
    row<u32, u32, u32>(
        0x32C, "v_mul_lo_u32", [](u32 a, u32 b) { return a * b; }, kNoDpp),
    row<u32, u32, u32>(
        0x32D, "v_mul_hi_u32", [](u32 a, u32 b) { return static_cast<u32>((u64{a} * b) >> 32U); },
        kNoDpp),
    row<i32, i32, i32>(
        0x32E, "v_mul_hi_i32", [](i32 a, i32 b) { return static_cast<i32>((i64{a} * b) >> 32U); },
        kNoDpp),
    row<u16, u16, u16>(0x338, "v_lshlrev_b16",
                       [](u16 a, u16 b) { return static_cast<u16>(b << (a & 15U)); }),
    row<u16, u16, u16>(0x339, "v_lshrrev_b16",
                       [](u16 a, u16 b) { return static_cast<u16>(b >> (a & 15U)); }),
    row<i16, u16, i16>(0x33A, "v_ashrrev_i16",
                       [](u16 a, i16 b) { return static_cast<i16>(b >> (a & 15U)); }),
    row<u64, u32, u64>(
        0x33C, "v_lshlrev_b64", [](u32 a, u64 b) { return b << (a & 63U); }, kNoDpp),
    row<u64, u32, u64>(
        0x33D, "v_lshrrev_b64", [](u32 a, u64 b) { return b >> (a & 63U); }, kNoDpp),
    row<i64, u32, i64>(
        0x33E, "v_ashrrev_i64", [](u32 a, i64 b) { return b >> (a & 63U); }, kNoDpp),
    row<u16, u16, u16>(0x362, "v_and_b16", [](u16 a, u16 b) { return static_cast<u16>(a & b); }),
    row<u16, u16, u16>(0x363, "v_or_b16", [](u16 a, u16 b) { return static_cast<u16>(a | b); }),
    row<u16, u16, u16>(0x364, "v_xor_b16", [](u16 a, u16 b) { return static_cast<u16>(a ^ b); }),
};

}  // namespace

extern const InstructionGroup vop3;
const InstructionGroup vop3{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
