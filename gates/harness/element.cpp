// SPDX-License-Identifier: MIT
// Stored elements as encodings.
#include "gates/harness/element.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace kgate::gates {
namespace {

/// The shape of a small floating-point format.
struct FloatShape {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  bool has_infinity;
  bool nan_is_negative_zero;  ///< the fnuz encodings: 0x80 is the only NaN
};

bool is_float(DataType type) {
  return type != DataType::i32 && type != DataType::i64 && type != DataType::u8;
}

FloatShape shape_of(DataType type) {
  switch (type) {
    case DataType::f16:
      return {5, 10, 15, true, false};
    case DataType::bf16:
      return {8, 7, 127, true, false};
    case DataType::f8_e4m3fn:
      return {4, 3, 7, false, false};
    case DataType::f8_e4m3fnuz:
      return {4, 3, 8, false, true};
    default:
      return {8, 23, 127, true, false};
  }
}

double decode(std::uint64_t encoding, const FloatShape& shape) {
  const std::uint64_t mantissa = encoding & ((1ULL << shape.mantissa_bits) - 1);
  const auto exponent =
      static_cast<int>((encoding >> shape.mantissa_bits) & ((1ULL << shape.exponent_bits) - 1));
  const bool negative = ((encoding >> (shape.mantissa_bits + shape.exponent_bits)) & 1U) != 0;
  const int top = (1 << shape.exponent_bits) - 1;
  double magnitude = 0;
  if (exponent == top && shape.has_infinity) {
    magnitude = mantissa == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<double>(mantissa), 1 - shape.bias - shape.mantissa_bits);
  } else {
    magnitude = std::ldexp(static_cast<double>(mantissa | (1ULL << shape.mantissa_bits)),
                           exponent - shape.bias - shape.mantissa_bits);
  }
  return negative ? -magnitude : magnitude;
}

}  // namespace

std::uint64_t load_encoding(const void* address, DataType type) {
  std::uint64_t encoding = 0;
  std::memcpy(&encoding, address, size_of(type));
  return encoding;
}

bool is_nan(std::uint64_t encoding, DataType type) {
  if (!is_float(type)) {
    return false;
  }
  const FloatShape shape = shape_of(type);
  const int bits = 1 + shape.exponent_bits + shape.mantissa_bits;
  const std::uint64_t sign = 1ULL << (bits - 1);
  if (shape.nan_is_negative_zero) {
    return encoding == sign;
  }
  const std::uint64_t magnitude = encoding & (sign - 1);
  if (!shape.has_infinity) {
    return magnitude == sign - 1;
  }
  const std::uint64_t infinity = ((1ULL << shape.exponent_bits) - 1) << shape.mantissa_bits;
  return magnitude > infinity;
}

bool same_element(std::uint64_t a, std::uint64_t b, DataType type) {
  return a == b || (is_nan(a, type) && is_nan(b, type));
}

double value_of(std::uint64_t encoding, DataType type) {
  switch (type) {
    case DataType::i32:
      return std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(encoding));
    case DataType::i64:
      return static_cast<double>(std::bit_cast<std::int64_t>(encoding));
    case DataType::u8:
      return static_cast<double>(encoding);
    default:
      return is_nan(encoding, type) ? std::numeric_limits<double>::quiet_NaN()
                                    : decode(encoding, shape_of(type));
  }
}

double ulp_distance(double value, double truth, DataType type, double magnitude) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (std::isnan(value) || std::isnan(truth)) {
    return std::isnan(value) && std::isnan(truth) ? 0 : kInfinity;
  }
  if (!is_float(type)) {
    return std::abs(value - truth);
  }
  const FloatShape shape = shape_of(type);
  const int emin = 1 - shape.bias;
  // The largest finite exponent: the formats without infinity use the top one for numbers too.
  const int emax = (1 << shape.exponent_bits) - (shape.has_infinity ? 2 : 1) - shape.bias;
  if (std::isinf(value) || std::isinf(truth)) {
    if (value == truth) {
      return 0;
    }
    const double limit = std::ldexp(2.0 - std::ldexp(1.0, -shape.mantissa_bits - 1), emax);
    // A truth at or past the rounding boundary of the largest number is stored as infinity.
    const bool stored_as_infinity =
        std::isinf(value) && std::abs(truth) >= limit && std::signbit(value) == std::signbit(truth);
    return stored_as_infinity ? 0 : kInfinity;
  }
  const double size = std::max(std::abs(truth), magnitude);
  int exponent = size == 0 ? emin : std::ilogb(size);
  exponent = std::min(std::max(exponent, emin), emax);
  return std::abs(value - truth) / std::ldexp(1.0, exponent - shape.mantissa_bits);
}

std::string print_element(std::uint64_t encoding, DataType type) {
  const auto digits = static_cast<int>(2 * size_of(type));
  return fmt::format("0x{:0{}x} ({:.9g})", encoding, digits, value_of(encoding, type));
}

}  // namespace kgate::gates
