// SPDX-License-Identifier: MIT
// Small floating-point formats by arithmetic on their values, without touching host encodings.
#include "oracle/formats/small_float.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kgate::oracle {
namespace {

std::uint32_t sign_bit(const SmallFloat& format) {
  return 1U << (format.exponent_bits + format.fraction_bits);
}

/// Codes without sign, from here on, stand for no finite number.
std::uint32_t first_special(const SmallFloat& format) {
  const std::uint32_t all = sign_bit(format);
  switch (format.specials) {
    case Specials::ieee:
      return all - (1U << format.fraction_bits);
    case Specials::nan_only:
      return all - 1;
    case Specials::one_nan:
      break;
  }
  return all;
}

std::uint32_t nan_code(const SmallFloat& format) {
  switch (format.specials) {
    case Specials::ieee:  // the quiet bit
      return first_special(format) | 1U << (format.fraction_bits - 1);
    case Specials::nan_only:
      return first_special(format);
    case Specials::one_nan:
      break;
  }
  return sign_bit(format);
}

/// Exponent of the smallest normal number.
int least_exponent(const SmallFloat& format) { return 1 - format.bias; }

}  // namespace

double decode(const SmallFloat& format, std::uint32_t code) {
  const std::uint32_t magnitude = code & (sign_bit(format) - 1);
  const bool negative = (code & sign_bit(format)) != 0;
  if (format.specials == Specials::one_nan && negative && magnitude == 0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double value = 0;
  if (magnitude < first_special(format)) {
    const int exponent = static_cast<int>(magnitude >> format.fraction_bits);
    const std::uint32_t fraction = magnitude & ((1U << format.fraction_bits) - 1);
    // Denormals have the least exponent and no hidden one.
    const std::uint32_t significand =
        exponent == 0 ? fraction : fraction | 1U << format.fraction_bits;
    value = std::ldexp(significand,
                       std::max(exponent - 1, 0) + least_exponent(format) - format.fraction_bits);
  } else if (format.specials == Specials::ieee && magnitude == first_special(format)) {
    value = std::numeric_limits<double>::infinity();
  } else {
    value = std::numeric_limits<double>::quiet_NaN();
  }
  return negative ? -value : value;
}

std::uint32_t encode(const SmallFloat& format, double value, Overflow overflow) {
  if (std::isnan(value)) {
    return nan_code(format);
  }
  const std::uint32_t sign = std::signbit(value) ? sign_bit(format) : 0;
  const std::uint32_t largest = first_special(format) - 1;
  const double magnitude = std::fabs(value);
  std::uint32_t code = largest + 1;
  if (std::isfinite(magnitude)) {
    const int exponent = magnitude == 0 ? least_exponent(format)
                                        : std::max(std::ilogb(magnitude), least_exponent(format));
    // Dividing by the spacing of this binade is exact; rounding up to the next binade carries into
    // the exponent field by itself.
    const double spacings = std::ldexp(magnitude, format.fraction_bits - exponent);
    const double whole = std::nearbyint(spacings);
    const double wide = whole + std::ldexp(exponent - least_exponent(format), format.fraction_bits);
    if (wide <= largest) {
      code = static_cast<std::uint32_t>(wide);
    }
  }
  if (code > largest) {
    if (overflow == Overflow::saturate) {
      code = largest;
    } else if (format.specials == Specials::ieee) {
      code = first_special(format);
    } else {
      return nan_code(format);
    }
  }
  if (code == 0 && format.specials == Specials::one_nan) {
    return 0;
  }
  return sign | code;
}

}  // namespace kgate::oracle
