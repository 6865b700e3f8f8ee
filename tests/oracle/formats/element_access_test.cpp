// SPDX-License-Identifier: MIT
// Elements in memory: byte order, alignment, and the overflow policy of each type.
#include "oracle/formats/element_access.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tests/catch.hpp"

using kgate::DataType;
using kgate::oracle::read_element;
using kgate::oracle::rounded_to;
using kgate::oracle::write_element;

TEST_CASE("elements are little-endian at any address") {
  std::array<std::uint8_t, 13> bytes{};
  write_element(DataType::f32, bytes.data() + 1, 1, 1.5F);
  CHECK(bytes == std::array<std::uint8_t, 13>{0, 0, 0, 0, 0, 0, 0, 0xC0, 0x3F, 0, 0, 0, 0});
  CHECK(read_element(DataType::f32, bytes.data() + 1, 1) == 1.5F);
  write_element(DataType::bf16, bytes.data() + 9, 1, -2.0F);
  CHECK(bytes[11] == 0x00);
  CHECK(bytes[12] == 0xC0);
  CHECK(read_element(DataType::bf16, bytes.data() + 9, 1) == -2.0F);
}

TEST_CASE("16-bit types overflow to infinity and f8 types saturate") {
  CHECK(std::isinf(rounded_to(DataType::f16, 70000.0F)));
  CHECK(std::isinf(rounded_to(DataType::bf16, 3.4e38F)));
  CHECK(rounded_to(DataType::f8_e4m3fn, 1000.0F) == 448.0F);
  CHECK(rounded_to(DataType::f8_e4m3fnuz, -1000.0F) == -240.0F);
}

TEST_CASE("f32 passes through with its bits, denormals and signed zeros included") {
  CHECK(rounded_to(DataType::f32, 0x1p-149F) == 0x1p-149F);
  CHECK(std::signbit(rounded_to(DataType::f32, -0.0F)));
  CHECK(std::signbit(rounded_to(DataType::f16, -0.0F)));
}
