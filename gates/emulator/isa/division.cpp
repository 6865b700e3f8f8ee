// SPDX-License-Identifier: MIT
// The steps of a correctly rounded division: v_div_scale, v_div_fmas, v_div_fixup.
//
// The published pseudo-code of v_div_scale and v_div_fmas does not divide correctly; these follow
// it except that a small denominator whose reciprocal and quotient are both denormal scales down,
// and that v_div_fmas scales by 2^64 or 2^-64 as the exponent of its addend says. With them clang's
// sequence equals IEEE division for every input tried, with any v_rcp within its documented error.
#include <cmath>

#include "gates/emulator/lanes/float_ops.hpp"
#include "gates/emulator/lanes/lanes.hpp"

namespace kgate::emulator::KGATE_EMULATOR_VARIANT {
namespace {

template <class T>
inline constexpr int kScale = sizeof(T) == 8 ? 128 : 64;
template <class T>
inline constexpr T kSmallestNormal =
    bits_to<T>(static_cast<BitsOf<T>>(BitsOf<T>{1} << kMantissa<T>));

template <class T>
int biased_exponent(T value) {
  return static_cast<int>(raw(magnitude(value)) >> kMantissa<T>);
}
/// Denormal or, of finite operands, underflowed to zero: 2^-150, the quotient of two numbers with
/// equal mantissas, must not be rounded up on its way.
template <class T>
bool is_below_normal(T value) {
  return magnitude(value) < kSmallestNormal<T>;
}
template <class T>
T scaled(T value, int power) {
  return value * from_bits<T>(static_cast<BitsOf<T>>(
                     BitsOf<T>(static_cast<unsigned>(power + (sizeof(T) == 8 ? 1023 : 127)))
                     << kMantissa<T>));
}

struct DivisionScale {
  template <class Policy, class T>
  Carried<T> operator()(const Policy& policy, bool /*in*/, T value, T divisor, T dividend) const {
    constexpr int kFar = sizeof(T) == 8 ? 768 : 96;
    constexpr int kTiny = sizeof(T) == 8 ? 53 : 23;
    value = policy.input(value);
    divisor = policy.input(divisor);
    dividend = policy.input(dividend);
    const bool is_divisor = value == divisor;
    if (divisor == 0 || dividend == 0) return {from_bits<T>(kInfinity<T> | kQuiet<T>), true};
    if (biased_exponent(dividend) - biased_exponent(divisor) >= kFar) {
      return {is_divisor ? scaled(value, kScale<T>) : value, true};
    }
    if (raw(magnitude(divisor)) == kInfinity<T>) return {value, false};
    if (is_below_normal(divisor)) return {scaled(value, kScale<T>), false};
    const bool small_reciprocal = is_below_normal(T{1} / divisor);
    const bool small_quotient = is_below_normal(dividend / divisor);
    if (small_reciprocal && small_quotient) {
      return {is_divisor ? scaled(value, -kScale<T>) : value, true};
    }
    if (small_reciprocal) return {scaled(value, -kScale<T>), false};
    if (small_quotient) return {value == dividend ? scaled(value, kScale<T>) : value, true};
    if (biased_exponent(dividend) <= kTiny) return {scaled(value, kScale<T>), false};
    return {value, false};
  }
};

/// a*b+c times 2^power, rounded once.
inline f32 fused_scaled(const DefaultMode& /*policy*/, f32 a, f32 b, f32 c, int power) {
  return static_cast<f32>(
      scaled(fma_to_odd(static_cast<f64>(a), static_cast<f64>(b), static_cast<f64>(c)), power));
}
inline f32 fused_scaled(const AnyMode& policy, f32 a, f32 b, f32 c, int power) {
  const f64 odd = fma_to_odd(static_cast<f64>(policy.input(a)), static_cast<f64>(policy.input(b)),
                             static_cast<f64>(policy.input(c)));
  return policy.output(narrow_rounded(scaled(odd, power), policy.round_f32()));
}
/// Sign of the exact a*b+c minus its rounded value.
inline f64 fma_error(f64 a, f64 b, f64 c, f64 rounded) {
  const f64 product = a * b;
  const f64 product_error = fused(a, b, -product);
  const f64 sum = c + product_error;
  const f64 t = sum - c;
  const f64 sum_error = (c - (sum - t)) + (product_error - t);
  const f64 total = product + sum;
  const f64 u = total - product;
  const f64 total_error = (product - (total - u)) + (sum - u);
  return ((total - rounded) + total_error) + sum_error;
}
inline f64 fused_scaled(const DefaultMode& /*policy*/, f64 a, f64 b, f64 c, int power) {
  const f64 rounded = fused(a, b, c);
  const f64 result = scaled(rounded, power);
  if (power > 0 || magnitude(result) > kSmallestNormal<f64>) return result;
  // A denormal result was rounded twice. That is wrong only where the first rounding made a tie.
  const f64 rest = rounded - scaled(result, -power);
  const f64 half = scaled(0x1p-1022, -power) * 0x1p-53;  // half a denormal step, before scaling
  if (std::fabs(rest) != half) return result;
  const f64 error = fma_error(a, b, c, rounded);
  if (error == 0) return result;
  const f64 down = scaled(rounded - half, power);
  const f64 up = scaled(rounded + half, power);
  return error > 0 ? up : down;
}
inline f64 fused_scaled(const AnyMode& policy, f64 a, f64 b, f64 c, int power) {
  if (policy.round_f16_f64() == Rounding::nearest_even) {
    return policy.output(fused_scaled(DefaultMode(policy.mode), policy.input(a), policy.input(b),
                                      policy.input(c), power));
  }
  return policy.multiply(policy.fma(a, b, c), scaled(1.0, power));
}

struct DivisionFused {
  template <class Policy, class T>
  Carried<T> operator()(const Policy& policy, bool scale, T a, T b, T c) const {
    constexpr int kMiddle = sizeof(T) == 8 ? 1023 : 127;
    if (!scale) return {policy.fma(a, b, c), false};
    const int power = biased_exponent(c) > kMiddle ? kScale<T> : -kScale<T>;
    return {fused_scaled(policy, a, b, c, power), false};
  }
};

struct DivisionFixup {
  template <class Policy, class T>
  T operator()(const Policy& policy, T quotient, T divisor, T dividend) const {
    constexpr int kUnderflow = sizeof(T) == 8 ? -1075 : -150;
    divisor = policy.input(divisor);
    dividend = policy.input(dividend);
    const auto sign = static_cast<BitsOf<T>>((raw(divisor) ^ raw(dividend)) & kSign<T>);
    const auto with_sign = [&](BitsOf<T> size) {
      return from_bits<T>(static_cast<BitsOf<T>>(size | sign));
    };
    const auto top = raw(magnitude(dividend));
    const auto bottom = raw(magnitude(divisor));
    if (is_nan(dividend)) return quieted(dividend);
    if (is_nan(divisor)) return quieted(divisor);
    if ((top == 0 && bottom == 0) || (top == kInfinity<T> && bottom == kInfinity<T>)) {
      return from_bits<T>(static_cast<BitsOf<T>>(kSign<T> | kInfinity<T> | kQuiet<T>));
    }
    if (bottom == 0 || top == kInfinity<T>) return with_sign(kInfinity<T>);
    if (bottom == kInfinity<T> || top == 0) return with_sign(0);
    if (sizeof(T) > 2 && biased_exponent(dividend) - biased_exponent(divisor) < kUnderflow) {
      return policy.output(with_sign(0));
    }
    if (is_nan(quotient)) return with_sign(kInfinity<T>);
    return with_sign(raw(magnitude(quotient)));
  }
};

constexpr Row kRows[] = {
    {Format::vop3, 0x227, "v_div_fixup_f32", Accuracy::exact,
     lanes<f32, f32, f32, f32>(DivisionFixup{}, kNoDpp)},
    {Format::vop3, 0x228, "v_div_fixup_f64", Accuracy::exact,
     lanes<f64, f64, f64, f64>(DivisionFixup{}, kNoDpp)},
    {Format::vop3, 0x237, "v_div_fmas_f32", Accuracy::model,
     carrying<f32, f32, f32, f32>(DivisionFused{}, kReadsVcc | kNoDpp)},
    {Format::vop3, 0x238, "v_div_fmas_f64", Accuracy::model,
     carrying<f64, f64, f64, f64>(DivisionFused{}, kReadsVcc | kNoDpp)},
    {Format::vop3, 0x254, "v_div_fixup_f16", Accuracy::exact,
     lanes<f16, f16, f16, f16>(DivisionFixup{})},
    {Format::vop3, 0x2FC, "v_div_scale_f32", Accuracy::model,
     carrying<f32, f32, f32, f32>(DivisionScale{}, kCarryOut | kNoDpp)},
    {Format::vop3, 0x2FD, "v_div_scale_f64", Accuracy::model,
     carrying<f64, f64, f64, f64>(DivisionScale{}, kCarryOut | kNoDpp)},
};

}  // namespace

extern const InstructionGroup division;
const InstructionGroup division{kRows};

}  // namespace kgate::emulator::KGATE_EMULATOR_VARIANT
