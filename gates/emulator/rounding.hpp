// SPDX-License-Identifier: MIT
// Host arithmetic in a chosen rounding mode: the slow path for kernels that change MODE.
#pragma once

#include "gates/emulator/mode.hpp"

namespace kgate::emulator {

/// Correctly rounded in `rounding`, denormals kept, whatever the caller's floating-point
/// environment.
[[nodiscard]] float add_rounded(float a, float b, Rounding rounding);
[[nodiscard]] float multiply_rounded(float a, float b, Rounding rounding);
[[nodiscard]] float fma_rounded(float a, float b, float c, Rounding rounding);
[[nodiscard]] double add_rounded(double a, double b, Rounding rounding);
[[nodiscard]] double multiply_rounded(double a, double b, Rounding rounding);
[[nodiscard]] double fma_rounded(double a, double b, double c, Rounding rounding);
[[nodiscard]] float narrow_rounded(double value, Rounding rounding);

}  // namespace kgate::emulator
