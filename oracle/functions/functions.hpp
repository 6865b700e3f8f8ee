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

}  // namespace kgate::oracle
