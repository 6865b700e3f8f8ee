// SPDX-License-Identifier: MIT
// Floating-point formats of 16 bits and fewer: what a code stands for, and the code of a number.
#pragma once

#include <cstdint>

namespace kgate::oracle {

/// A sign bit, an exponent and a fraction, with IEEE's denormals. What is not a number differs:
enum class Specials : std::uint8_t {
  ieee,      ///< the largest exponent holds infinity and NaN
  nan_only,  ///< one NaN per sign, all fraction bits set; no infinity (OCP e4m3fn)
  one_nan,   ///< the code of minus zero is the only NaN; no infinity, no minus zero (fnuz)
};

struct SmallFloat {
  int exponent_bits;
  int fraction_bits;
  int bias;
  Specials specials;
};

inline constexpr SmallFloat kF16{5, 10, 15, Specials::ieee};
inline constexpr SmallFloat kBf16{8, 7, 127, Specials::ieee};
inline constexpr SmallFloat kF8E4m3fn{4, 3, 7, Specials::nan_only};   ///< largest 448
inline constexpr SmallFloat kF8E4m3fnuz{4, 3, 8, Specials::one_nan};  ///< largest 240

/// What becomes of a number that rounds beyond the largest finite one, and of infinity.
enum class Overflow : std::uint8_t {
  to_special,  ///< infinity where the format has it, else NaN
  saturate,    ///< the largest finite number of that sign
};

/// The number a code stands for. Exact.
[[nodiscard]] double decode(const SmallFloat& format, std::uint32_t code);

/// The code of the nearest number, ties to the even code; one rounding. NaN gives a NaN. A zero, or
/// a number that rounds to zero, keeps its sign where the format has a minus zero.
[[nodiscard]] std::uint32_t encode(const SmallFloat& format, double value,
                                   Overflow overflow = Overflow::to_special);

}  // namespace kgate::oracle
