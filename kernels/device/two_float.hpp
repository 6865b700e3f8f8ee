// SPDX-License-Identifier: MIT
// Numbers of twice the precision of f32, as the unevaluated sum of two f32, and their last
// rounding.
//
// f64 runs at 1/16 to 1/64 of the f32 rate on consumer GPUs; two f32 and fma give 48 bits at full
// rate. Every operation here is exactly defined, so the bits are the same wherever it runs.
#pragma once

#include "kernels/device/hip.hpp"

namespace kgate::device {

/// hi + lo, not evaluated; |lo| is at most a few units in the last place of hi.
struct TwoFloat {
  float hi;
  float lo;
};

/// value * 2^exponent, not evaluated, for values that may leave the range of f32.
struct ScaledTwoFloat {
  TwoFloat value;
  int exponent;
};

/// How a result is rounded to f32.
enum class Rounding : uint8_t {
  nearest,  ///< ties to even
  /// An inexact value becomes the neighbour whose last bit is one. Rounding that to f16 or bf16
  /// gives what rounding the value itself gives; rounding a nearest f32 does not: silu(x) of the
  /// least f16 x lies above x/2, a tie of f16, by less than half an ulp of f32.
  to_odd,
};

/// 2^exponent for -126 <= exponent <= 127.
KGATE_HOST_DEVICE float power_of_two(int exponent) {
  return float_of(static_cast<uint32_t>(exponent + 127) << 23);
}

KGATE_HOST_DEVICE float absolute(float value) { return float_of(bits_of(value) & 0x7fffffffu); }

/// a + b exactly, for |a| >= |b|, or a a multiple of the unit in the last place of b.
KGATE_HOST_DEVICE TwoFloat fast_two_sum(float a, float b) {
  const float sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
KGATE_HOST_DEVICE TwoFloat two_sum(float a, float b) {
  const float sum = a + b;
  const float part_of_b = sum - a;
  return {sum, (a - (sum - part_of_b)) + (b - part_of_b)};
}

/// a * b exactly, where the product's last bit is at least 2^-149.
KGATE_HOST_DEVICE TwoFloat two_product(float a, float b) {
  const float product = a * b;
  return {product, fused_multiply_add(a, b, -product)};
}

/// a * b within 2^-45 of itself.
KGATE_HOST_DEVICE TwoFloat multiply(TwoFloat a, TwoFloat b) {
  const TwoFloat product = two_product(a.hi, b.hi);
  const float cross = fused_multiply_add(a.hi, b.lo, a.lo * b.hi);
  return fast_two_sum(product.hi, product.lo + cross);
}

/// a * b within 2^-45 of itself.
KGATE_HOST_DEVICE TwoFloat multiply(TwoFloat a, float b) {
  const TwoFloat product = two_product(a.hi, b);
  return fast_two_sum(product.hi, fused_multiply_add(a.lo, b, product.lo));
}

/// a / b within 2^-44 of itself.
KGATE_HOST_DEVICE TwoFloat divide(TwoFloat a, TwoFloat b) {
  const float reciprocal = 1.0f / b.hi;
  const float quotient = a.hi * reciprocal;
  const float remainder = fused_multiply_add(-quotient, b.hi, a.hi);
  const float low = fused_multiply_add(-quotient, b.lo, remainder + a.lo);
  return fast_two_sum(quotient, low * reciprocal);
}

/// addend + factor * value, a step of Horner's rule, for |addend| >= |factor * value|.
KGATE_HOST_DEVICE TwoFloat horner_step(TwoFloat addend, TwoFloat factor, TwoFloat value) {
  const TwoFloat product = two_product(factor.hi, value.hi);
  const float cross = fused_multiply_add(factor.hi, value.lo, factor.lo * value.hi);
  const TwoFloat sum = fast_two_sum(addend.hi, product.hi);
  return {sum.hi, (sum.lo + product.lo) + (cross + addend.lo)};
}

/// value * 2^exponent rounded once to f32, for -250 <= exponent <= 254. Denormals are kept,
/// overflow gives infinity, NaN stays NaN. Where the result may be denormal, exponent is at most
/// -24.
template <Rounding kRounding>
KGATE_HOST_DEVICE float rounded(ScaledTwoFloat number) {
  const TwoFloat value = fast_two_sum(number.value.hi, number.value.lo);
  // In two factors, since 2^-150 and 2^128 are no f32. The first product is exact.
  const int half = number.exponent >> 1;
  const int rest = number.exponent - half;
  const float nearest = value.hi * power_of_two(half) * power_of_two(rest);
  const uint32_t bits = bits_of(nearest);
  if constexpr (kRounding == Rounding::nearest) {
    // Up to 2^-126 itself, to which a tie below it may have been rounded.
    if ((bits & 0x7fffffffu) > 0x00800000u) {
      return nearest;
    }
  }
  // What the rounding of value.hi to fewer bits took away; exact.
  const float residue = value.hi - nearest * power_of_two(-rest) * power_of_two(-half);
  bool move = false;
  if constexpr (kRounding == Rounding::nearest) {
    // A tie of value.hi is none of the value.
    const float half_ulp = power_of_two(-150 - number.exponent);
    move = (residue == half_ulp && value.lo > 0.0f) || (residue == -half_ulp && value.lo < 0.0f);
  } else {
    const float error = residue + value.lo;
    move = (bits & 1u) == 0 && (error > 0.0f || error < 0.0f);
  }
  if (!move) {
    return nearest;
  }
  const bool away_from_zero = (residue + value.lo > 0.0f) == ((bits >> 31) == 0);
  return float_of(away_from_zero ? bits + 1 : bits - 1);
}

}  // namespace kgate::device
