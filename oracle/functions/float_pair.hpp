// SPDX-License-Identifier: MIT
// Sums of two f32, by what they stand for: exact steps in binary64, the others as f32 roundings.
#pragma once

#include <initializer_list>

#include "oracle/functions/functions.hpp"

namespace kgate::oracle {

/// hi + lo, not evaluated.
struct FloatPair {
  float hi = 0;
  float lo = 0;
};

/// pair * 2^exponent, not evaluated.
struct ScaledPair {
  FloatPair pair;
  int exponent = 0;
};

/// a + b as the nearest f32 and the exact rest.
[[nodiscard]] FloatPair exact_sum(float a, float b);

/// a * b as the nearest f32 and the rest, which is exact unless it underflows.
[[nodiscard]] FloatPair exact_product(float a, float b);

[[nodiscard]] FloatPair product(FloatPair a, FloatPair b);
[[nodiscard]] FloatPair product(FloatPair a, float b);
[[nodiscard]] FloatPair quotient(FloatPair a, FloatPair b);

/// Horner's rule in f32, one rounding a step; the highest coefficient comes first.
[[nodiscard]] float polynomial(float x, std::initializer_list<float> coefficients);

/// pair * 2^exponent, rounded once.
[[nodiscard]] float round_pair(ScaledPair number, Rounding rounding);

/// e^z as 2^exponent * (1 + minus_one).
struct PowerOfE {
  FloatPair minus_one;
  int exponent = 0;
};
[[nodiscard]] PowerOfE power_of_e(FloatPair z);

/// e^r - 1, |r| < 0.347.
[[nodiscard]] FloatPair e_minus_one(FloatPair r);

/// 1 + minus_one.
[[nodiscard]] FloatPair one_more(FloatPair minus_one);

/// 1 / (1 + e^z), z >= 0.
[[nodiscard]] ScaledPair logistic_tail(FloatPair z);

/// erfc(t / sqrt 2) / 2, 0 <= t <= 14.5, from t and t^2 / 2.
[[nodiscard]] ScaledPair normal_tail(FloatPair t, FloatPair half_square);

/// |x| up to `bound`; NaN stays NaN.
[[nodiscard]] float bounded_magnitude(float x, float bound);

/// x * F(x) from tail = F(-magnitude), for a distribution F symmetric about 0.
[[nodiscard]] float times_distribution(float x, float magnitude, ScaledPair tail,
                                       Rounding rounding);

}  // namespace kgate::oracle
