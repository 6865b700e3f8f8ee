// SPDX-License-Identifier: MIT
// VOP1: moves, conversions, rounding and bit counting of one source.
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"
#include "gates/emulator/wave.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class D, class S, class F>
constexpr Row row(u16 opcode, std::string_view mnemonic, F function, u32 traits = 0) {
  return {Format::vop1, opcode, mnemonic, Accuracy::exact, lanes<D, S>(function, traits)};
}

template <u32 Byte>
struct ByteToSingle {
  f32 operator()(u32 value) const { return static_cast<f32>((value >> (8U * Byte)) & 0xFFU); }
};

template <class Integer>
struct SaturatingConversion {
  template <class Policy, class T>
  Integer operator()(const Policy& policy, T value) const {
    return saturated<Integer>(number(policy.input(value)));
  }
};

template <class T>
inline constexpr u32 kBias = sizeof(T) == 8 ? 1023 : (sizeof(T) == 4 ? 127 : 15);

/// x - floor(x), below 1 also where the difference rounds to it.
struct Fraction {
  template <class Policy, class T>
  T operator()(const Policy& policy, T value) const {
    value = policy.input(value);
    const T difference = policy.add(value, negated(rounded_down(value)));
    const T one = from_bits<T>(static_cast<BitsOf<T>>(u64{kBias<T>} << kMantissa<T>));
    const T limit = from_bits<T>(static_cast<BitsOf<T>>(raw(one) - 1U));
    // inf - inf is a NaN already.
    return number(difference) > number(limit) ? limit : difference;
  }
};

/// Leading zeros of a denormal's mantissa above its first bit: how far to normalise.
template <class T>
int normalisation(T value) {
  const u64 mantissa = raw(value) & ((u64{1} << kMantissa<T>)-1U);
  return __builtin_clzll(mantissa) - static_cast<int>(63U - kMantissa<T>);
}
template <class T>
bool is_special(T value) {
  return (raw(value) & kInfinity<T>) == kInfinity<T>;
}

/// The exponent of a significand in [0.5, 1); 0 for zeros, infinities and NaNs.
struct FractionExponent {
  template <class Policy, class T>
  auto operator()(const Policy& policy, T value) const {
    using Result = std::conditional_t<sizeof(T) == 2, i16, i32>;
    value = policy.input(value);
    const auto size = raw(magnitude(value));
    if (size == 0 || is_special(value)) return Result{0};
    const int biased = static_cast<int>(size >> kMantissa<T>);
    const int exponent = biased != 0 ? biased : 1 - normalisation(value);
    return static_cast<Result>(exponent - static_cast<int>(kBias<T>) + 1);
  }
};
/// The significand in [0.5, 1) with the sign; zeros, infinities and NaNs pass through.
struct FractionMantissa {
  template <class Policy, class T>
  T operator()(const Policy& policy, T value) const {
    value = policy.input(value);
    const auto size = raw(magnitude(value));
    if (is_nan(value)) return quieted(value);
    if (size == 0 || is_special(value)) return value;
    u64 mantissa = size & ((u64{1} << kMantissa<T>)-1U);
    if (size >> kMantissa<T> == 0) {
      mantissa = (mantissa << normalisation(value)) & ((u64{1} << kMantissa<T>)-1U);
    }
    const u64 result = (raw(value) & kSign<T>) | (u64{kBias<T> - 1} << kMantissa<T>) | mantissa;
    return from_bits<T>(static_cast<BitsOf<T>>(result));
  }
};

i16 normalised_signed(f32 value) {
  return saturated<i16>(rounded_even((value < -1.0F ? -1.0F : value) * 32767.0F));
}
u16 normalised_unsigned(f32 value) { return saturated<u16>(rounded_even(value * 65535.0F)); }

u32 byte_of(u32 half) {
  const auto value = static_cast<i16>(half);
  return value < 0 ? 0U : (value > 255 ? 255U : static_cast<u32>(value));
}

u32 reversed(u32 value) {
  value = ((value >> 1U) & 0x55555555U) | ((value & 0x55555555U) << 1U);
  value = ((value >> 2U) & 0x33333333U) | ((value & 0x33333333U) << 2U);
  value = ((value >> 4U) & 0x0F0F0F0FU) | ((value & 0x0F0F0F0FU) << 4U);
  return __builtin_bswap32(value);
}

void nothing(Wave& /*wave*/, const Instruction& /*instruction*/) {}

constexpr Row kRows[] = {
    {Format::vop1, 0x00, "v_nop", Accuracy::exact, special(&nothing, Type::none, {}, kNoOperands)},
    row<u32, u32>(0x01, "v_mov_b32", [](u32 a) { return a; }),
    row<i32, f64>(0x03, "v_cvt_i32_f64", SaturatingConversion<i32>{}),
    row<f64, i32>(0x04, "v_cvt_f64_i32", [](i32 a) { return static_cast<f64>(a); }),
    row<f32, i32>(0x05, "v_cvt_f32_i32",
                  [](const auto& m, i32 a) { return integer_to_single(m, static_cast<f64>(a)); }),
    row<f32, u32>(0x06, "v_cvt_f32_u32",
                  [](const auto& m, u32 a) { return integer_to_single(m, static_cast<f64>(a)); }),
    row<u32, f32>(0x07, "v_cvt_u32_f32", SaturatingConversion<u32>{}),
    row<i32, f32>(0x08, "v_cvt_i32_f32", SaturatingConversion<i32>{}),
    row<f16, f32>(0x0A, "v_cvt_f16_f32",
                  [](const auto& m, f32 a) { return m.to_half(m.input(a)); }),
    row<f32, f16>(0x0B, "v_cvt_f32_f16", [](const auto& m, f16 a) { return widen(m.input(a)); }),
    row<i32, f32>(0x0C, "v_cvt_nearest_i32_f32",
                  [](const auto& m, f32 a) {
                    return saturated<i32>(rounded_down(static_cast<f64>(m.input(a)) + 0.5));
                  }),
    row<i32, f32>(0x0D, "v_cvt_floor_i32_f32",
                  [](const auto& m, f32 a) { return saturated<i32>(rounded_down(m.input(a))); }),
    row<f32, u32>(
        0x0E, "v_cvt_off_f32_i4",
        [](u32 a) { return static_cast<f32>(static_cast<i32>(a << 28U) >> 28) * 0.0625F; }),
    row<f32, f64>(0x0F, "v_cvt_f32_f64",
                  [](const auto& m, f64 a) { return m.to_single(m.input(a)); }),
    row<f64, f32>(0x10, "v_cvt_f64_f32",
                  [](const auto& m, f32 a) { return static_cast<f64>(m.input(a)); }),
    row<f32, u32>(0x11, "v_cvt_f32_ubyte0", ByteToSingle<0>{}),
    row<f32, u32>(0x12, "v_cvt_f32_ubyte1", ByteToSingle<1>{}),
    row<f32, u32>(0x13, "v_cvt_f32_ubyte2", ByteToSingle<2>{}),
    row<f32, u32>(0x14, "v_cvt_f32_ubyte3", ByteToSingle<3>{}),
    row<u32, f64>(0x15, "v_cvt_u32_f64", SaturatingConversion<u32>{}),
    row<f64, u32>(0x16, "v_cvt_f64_u32", [](u32 a) { return static_cast<f64>(a); }),
    row<f64, f64>(0x17, "v_trunc_f64", Truncate{}),
    row<f64, f64>(0x18, "v_ceil_f64", Ceiling{}),
    row<f64, f64>(0x19, "v_rndne_f64", RoundEven{}),
    row<f64, f64>(0x1A, "v_floor_f64", Floor{}),
    {Format::vop1, 0x1B, "v_pipeflush", Accuracy::exact,
     special(&nothing, Type::none, {}, kNoOperands)},
    row<u16, u16>(0x1C, "v_mov_b16", [](u16 a) { return a; }),
    row<f32, f32>(0x20, "v_fract_f32", Fraction{}),
    row<f32, f32>(0x21, "v_trunc_f32", Truncate{}),
    row<f32, f32>(0x22, "v_ceil_f32", Ceiling{}),
    row<f32, f32>(0x23, "v_rndne_f32", RoundEven{}),
    row<f32, f32>(0x24, "v_floor_f32", Floor{}),
    row<u32, u32>(0x37, "v_not_b32", [](u32 a) { return ~a; }),
    row<u32, u32>(0x38, "v_bfrev_b32", [](u32 a) { return reversed(a); }),
    row<i32, u32>(0x39, "v_clz_i32_u32", [](u32 a) { return a == 0 ? -1 : __builtin_clz(a); }),
    row<i32, u32>(0x3A, "v_ctz_i32_b32", [](u32 a) { return a == 0 ? -1 : __builtin_ctz(a); }),
    row<i32, i32>(0x3B, "v_cls_i32",
                  [](i32 a) {
                    const auto same = static_cast<u32>(a < 0 ? ~a : a);
                    return same == 0 ? -1 : __builtin_clz(same);
                  }),
    row<i32, f64>(0x3C, "v_frexp_exp_i32_f64", FractionExponent{}),
    row<f64, f64>(0x3D, "v_frexp_mant_f64", FractionMantissa{}),
    row<f64, f64>(0x3E, "v_fract_f64", Fraction{}),
    row<i32, f32>(0x3F, "v_frexp_exp_i32_f32", FractionExponent{}),
    row<f32, f32>(0x40, "v_frexp_mant_f32", FractionMantissa{}),
    row<f16, u16>(0x50, "v_cvt_f16_u16",
                  [](const auto& m, u16 a) { return m.to_half(static_cast<f32>(a)); }),
    row<f16, i16>(0x51, "v_cvt_f16_i16",
                  [](const auto& m, i16 a) { return m.to_half(static_cast<f32>(a)); }),
    row<u16, f16>(0x52, "v_cvt_u16_f16", SaturatingConversion<u16>{}),
    row<i16, f16>(0x53, "v_cvt_i16_f16", SaturatingConversion<i16>{}),
    row<f16, f16>(0x59, "v_frexp_mant_f16", FractionMantissa{}),
    row<i16, f16>(0x5A, "v_frexp_exp_i16_f16", FractionExponent{}),
    row<f16, f16>(0x5B, "v_floor_f16", Floor{}),
    row<f16, f16>(0x5C, "v_ceil_f16", Ceiling{}),
    row<f16, f16>(0x5D, "v_trunc_f16", Truncate{}),
    row<f16, f16>(0x5E, "v_rndne_f16", RoundEven{}),
    row<f16, f16>(0x5F, "v_fract_f16", Fraction{}),
    row<u16, u32>(
        0x62, "v_sat_pk_u8_i16",
        [](u32 a) { return static_cast<u16>(byte_of(a & 0xFFFFU) | (byte_of(a >> 16U) << 8U)); }),
    row<i16, f16>(0x63, "v_cvt_norm_i16_f16",
                  [](const auto& m, f16 a) { return normalised_signed(widen(m.input(a))); }),
    row<u16, f16>(0x64, "v_cvt_norm_u16_f16",
                  [](const auto& m, f16 a) { return normalised_unsigned(widen(m.input(a))); }),
    row<u16, u16>(0x69, "v_not_b16", [](u16 a) { return static_cast<u16>(~a); }),
    row<i32, i16>(0x6A, "v_cvt_i32_i16", [](i16 a) { return i32{a}; }),
    row<u32, u16>(0x6B, "v_cvt_u32_u16", [](u16 a) { return u32{a}; }),
};

}  // namespace

extern const InstructionGroup vop1;
const InstructionGroup vop1{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
