// SPDX-License-Identifier: MIT
// Encodings, values and distances of stored elements; expected values are the formats' definitions.
#include "gates/harness/element.hpp"

#include <cmath>
#include <limits>

#include "tests/catch.hpp"

using kgate::DataType;
using kgate::gates::is_nan;
using kgate::gates::same_element;
using kgate::gates::ulp_distance;
using kgate::gates::value_of;

TEST_CASE("encodings decode to the values the formats define") {
  CHECK(value_of(0x3C00, DataType::f16) == 1.0);
  CHECK(value_of(0x0001, DataType::f16) == 0x1p-24);
  CHECK(value_of(0x7BFF, DataType::f16) == 65504.0);
  CHECK(std::isinf(value_of(0xFC00, DataType::f16)));
  CHECK(value_of(0x3F80, DataType::bf16) == 1.0);
  CHECK(value_of(0x0001, DataType::bf16) == 0x1p-133);
  CHECK(value_of(0x7E, DataType::f8_e4m3fn) == 448.0);
  CHECK(value_of(0x7F, DataType::f8_e4m3fnuz) == 240.0);
  CHECK(value_of(0x01, DataType::f8_e4m3fn) == 0x1p-9);
  CHECK(value_of(0x01, DataType::f8_e4m3fnuz) == 0x1p-10);
  CHECK(value_of(0x3F800001, DataType::f32) == 1.0 + 0x1p-23);
  CHECK(value_of(0xFFFFFFFF, DataType::i32) == -1.0);
}

TEST_CASE("every NaN encoding of a format is a NaN and nothing else is") {
  CHECK(is_nan(0x7C01, DataType::f16));
  CHECK_FALSE(is_nan(0x7C00, DataType::f16));
  CHECK(is_nan(0xFF81, DataType::bf16));
  CHECK(is_nan(0x7F, DataType::f8_e4m3fn));
  CHECK(is_nan(0xFF, DataType::f8_e4m3fn));
  CHECK_FALSE(is_nan(0x78, DataType::f8_e4m3fn));
  CHECK(is_nan(0x80, DataType::f8_e4m3fnuz));
  CHECK_FALSE(is_nan(0x7F, DataType::f8_e4m3fnuz));
  CHECK_FALSE(is_nan(0xFFFFFFFF, DataType::i32));
}

TEST_CASE("NaN equals NaN whatever its payload, zeros of different sign differ") {
  CHECK(same_element(0x7FC00000, 0xFFC00001, DataType::f32));
  CHECK_FALSE(same_element(0x00000000, 0x80000000, DataType::f32));
  CHECK_FALSE(same_element(0x7FC00000, 0x7F800000, DataType::f32));
  CHECK_FALSE(same_element(0xFFFFFFFF, 0xFFFFFFFE, DataType::i32));
}

TEST_CASE("ulp distance counts spacings of the stored type at the truth") {
  CHECK(ulp_distance(1.0 + 0x1p-10, 1.0, DataType::f16) == 1.0);
  CHECK(ulp_distance(1.0, 1.0 + 0x1p-11, DataType::f16) == 0.5);
  CHECK(ulp_distance(0x1p-24, 0, DataType::f16) == 1.0);
  CHECK(ulp_distance(2.0 + 0x1p-6, 2.0, DataType::bf16) == 1.0);
}

TEST_CASE("infinity is right only where the truth rounds to it") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(ulp_distance(infinity, 65520.0, DataType::f16) == 0);
  CHECK(ulp_distance(infinity, 65519.0, DataType::f16) == infinity);
  CHECK(ulp_distance(65504.0, infinity, DataType::f16) == infinity);
  CHECK(ulp_distance(-infinity, 1e9, DataType::f16) == infinity);
  CHECK(ulp_distance(std::nan(""), 1.0, DataType::f16) == infinity);
  CHECK(ulp_distance(std::nan(""), std::nan(""), DataType::f16) == 0);
}
