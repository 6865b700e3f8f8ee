// SPDX-License-Identifier: MIT
// The functions a kernel may use beyond + - * / sqrt and fma, restated on the host.
//
// docs/numerics.md, "Functions", has the specification: which real function, its error, and the
// order of f32 roundings that fixes the bits. Each .cpp follows that page, not the device's code.
// Steps that are exact there are taken in binary64 here.
#pragma once

#include <cstdint>

namespace kgate::oracle {

/// How a result is rounded to f32.
enum class Rounding : std::uint8_t {
  nearest,  ///< ties to even
  to_odd,   ///< an inexact value becomes the neighbour whose last bit is one
};

/// e^x.
[[nodiscard]] float exp(float x);

/// x / (1 + e^-x).
[[nodiscard]] float silu(float x, Rounding rounding);

/// x / (1 + e^(-slope * x)), 2^-10 <= slope <= 2^10.
[[nodiscard]] float swish(float x, float slope, Rounding rounding);

/// x / 2 * (1 + erf(x / sqrt 2)).
[[nodiscard]] float gelu_erf(float x, Rounding rounding);

/// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))).
[[nodiscard]] float gelu_tanh(float x, Rounding rounding);

[[nodiscard]] float erf(float x);

[[nodiscard]] float tanh(float x);

struct SinCos {
  float sine = 0;
  float cosine = 0;
};

/// Sine and cosine of position * inverse_frequency, the product not rounded. |position| < 2^24;
/// angles of 2^24 and more, infinities and NaN give NaN.
[[nodiscard]] SinCos sincos(std::int32_t position, float inverse_frequency);

/// base^(-2 pair / rotary_dim) for a finite base >= 1, 0 <= 2 pair <= rotary_dim <= 2^16.
[[nodiscard]] float inverse_frequency(float base, std::int32_t pair, std::int32_t rotary_dim);

}  // namespace kgate::oracle
