// SPDX-License-Identifier: MIT
// VOP3 packing conversions and the 16-bit dot products.
#include "gates/emulator/lanes/brain_float.hpp"
#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/integer_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class D, class... S, class F>
constexpr Row row(u16 opcode, std::string_view mnemonic, F function,
                  Accuracy accuracy = Accuracy::exact, u32 traits = 0) {
  return {Format::vop3, opcode, mnemonic, accuracy, lanes<D, S...>(function, traits)};
}

template <class T>
u32 pair(T low, T high) {
  return u32{static_cast<u16>(low)} | (u32{static_cast<u16>(high)} << 16U);
}

/// [-1, 1] to [-32767, 32767] and [0, 1] to [0, 65535], to nearest even.
i16 signed_fraction(f32 value) {
  return saturated<i16>(rounded_even((value < -1.0F ? -1.0F : value) * 32767.0F));
}
u16 unsigned_fraction(f32 value) { return saturated<u16>(rounded_even(value * 65535.0F)); }

struct PackSignedFractions {
  template <class Policy, class T>
  u32 operator()(const Policy& policy, T a, T b) const {
    return pair(signed_fraction(number(policy.input(a))), signed_fraction(number(policy.input(b))));
  }
};
struct PackUnsignedFractions {
  template <class Policy, class T>
  u32 operator()(const Policy& policy, T a, T b) const {
    return pair(unsigned_fraction(number(policy.input(a))),
                unsigned_fraction(number(policy.input(b))));
  }
};

/// The rounding is not documented; truncation fits what hardware was seen to do (128.5 -> 128).
u32 inserted_byte(f32 value, u32 position, u32 into) {
  const u32 shift = 8U * (position & 3U);
  return (into & ~(0xFFU << shift)) | (u32{saturated<u8>(value)} << shift);
}

/// Models: products and sums rounded one after the other, the low product first.
struct DotHalves {
  template <class Policy>
  f16 operator()(const Policy& policy, u32 a, u32 b, f16 c) const {
    const auto half = [](u32 word, u32 shift) { return f16{static_cast<u16>(word >> shift)}; };
    return policy.fma(half(a, 16), half(b, 16), policy.fma(half(a, 0), half(b, 0), c));
  }
};
struct DotBrain {
  u16 operator()(u32 a, u32 b, u16 c) const {
    const f32 low = fused(widen_brain(a), widen_brain(b), widen_brain(c));
    return static_cast<u16>(narrow_brain(fused(widen_brain(a >> 16U), widen_brain(b >> 16U), low)));
  }
};

constexpr Row kRows[] = {
    row<u32, f32, u32, u32>(
        0x226, "v_cvt_pk_u8_f32",
        [](const auto& m, f32 a, u32 b, u32 c) { return inserted_byte(m.input(a), b, c); },
        Accuracy::model),
    row<f16, u32, u32, f16>(0x266, "v_dot2_f16_f16", DotHalves{}, Accuracy::model, kNoModifiers),
    row<u16, u32, u32, u16>(0x267, "v_dot2_bf16_bf16", DotBrain{}, Accuracy::model, kNoModifiers),
    row<u32, f32, f32>(0x306, "v_cvt_pk_i16_f32",
                       [](const auto& m, f32 a, f32 b) {
                         return pair(saturated<i16>(m.input(a)), saturated<i16>(m.input(b)));
                       }),
    row<u32, f32, f32>(0x307, "v_cvt_pk_u16_f32",
                       [](const auto& m, f32 a, f32 b) {
                         return pair(saturated<u16>(m.input(a)), saturated<u16>(m.input(b)));
                       }),
    row<u32, f16, f16>(0x312, "v_cvt_pk_norm_i16_f16", PackSignedFractions{}),
    row<u32, f16, f16>(0x313, "v_cvt_pk_norm_u16_f16", PackUnsignedFractions{}),
    row<u32, f32, f32>(0x321, "v_cvt_pk_norm_i16_f32", PackSignedFractions{}),
    row<u32, f32, f32>(0x322, "v_cvt_pk_norm_u16_f32", PackUnsignedFractions{}),
    row<u32, u32, u32>(0x323, "v_cvt_pk_u16_u32",
                       [](u32 a, u32 b) { return pair(clamp_to<u16>(a), clamp_to<u16>(b)); }),
    row<u32, i32, i32>(0x324, "v_cvt_pk_i16_i32",
                       [](i32 a, i32 b) { return pair(clamp_to<i16>(a), clamp_to<i16>(b)); }),
};

}  // namespace

extern const InstructionGroup vop3_convert;
const InstructionGroup vop3_convert{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
