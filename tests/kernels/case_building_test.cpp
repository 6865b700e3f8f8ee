// SPDX-License-Identifier: MIT
// Building blocks of cases: values that never change, encodings, segments.
#include "kernels/case_building.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "tests/catch.hpp"

using kgate::Access;
using kgate::CaseBuffer;
using kgate::DataType;
using kgate::Randoms;
using kgate::TensorShape;

namespace {

std::uint64_t cut(DataType type, double value) {
  std::array<std::byte, 8> element{};
  kgate::store_cut(type, element.data(), value);
  return kgate::load_code(type, element.data());
}

}  // namespace

TEST_CASE("the finaliser of splitmix64 gives its published sequence") {
  // Seed 0, as published with the generator: value i is the finaliser of i times the golden ratio.
  CHECK(kgate::mixed(0x9e3779b97f4a7c15U) == 0xe220a8397b1dcdafU);
  CHECK(kgate::mixed(2 * 0x9e3779b97f4a7c15U) == 0x6e789e6aa1b965f4U);
  CHECK(kgate::mixed(3 * 0x9e3779b97f4a7c15U) == 0x06c45d188009454fU);
}

TEST_CASE("streams and seeds do not share values") {
  const Randoms x(1, "x");
  CHECK(x.bits(5) == Randoms(1, "x").bits(5));
  CHECK(x.bits(5) != x.bits(6));
  CHECK(x.bits(5) != Randoms(2, "x").bits(5));
  CHECK(x.bits(5) != Randoms(1, "residual").bits(5));
}

TEST_CASE("bell has mean 0 and deviation 1 and is bounded") {
  const Randoms random(7, "bell");
  constexpr int kCount = 100000;
  double sum = 0;
  double squares = 0;
  double largest = 0;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const double value = random.bell(i);
    sum += value;
    squares += value * value;
    largest = std::max(largest, std::fabs(value));
  }
  CHECK(std::fabs(sum / kCount) < 0.02);
  CHECK(std::fabs(squares / kCount - 1) < 0.02);
  CHECK(largest < 3.5);
}

TEST_CASE("uniform fills [0, 1)") {
  const Randoms random(7, "uniform");
  double least = 1;
  double most = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) {
    least = std::min(least, random.uniform(i));
    most = std::max(most, random.uniform(i));
  }
  CHECK(least >= 0);
  CHECK(least < 0.001);
  CHECK(most > 0.999);
  CHECK(most < 1);
}

TEST_CASE("encodings are cut toward zero and keep signs, infinities and NaN") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(cut(DataType::f32, 1.1) == std::bit_cast<std::uint32_t>(0x1.199998p+0F));
  CHECK(cut(DataType::f16, 1 + 0x1p-10 + 0x1p-11 + 0x1p-20) == 0x3C01);
  CHECK(cut(DataType::f16, -0x1p-24) == 0x8001);
  CHECK(cut(DataType::f16, 0x1.8p-25) == 0x0000);
  CHECK(cut(DataType::f16, 1e9) == 0x7BFF);
  CHECK(cut(DataType::f16, -kInfinity) == 0xFC00);
  CHECK(cut(DataType::bf16, 3.0) == 0x4040);
  CHECK(cut(DataType::bf16, -0.0) == 0x8000);
  CHECK(cut(DataType::bf16, 0x1p-133) == 0x0001);
  CHECK(cut(DataType::bf16, std::numeric_limits<double>::quiet_NaN()) == 0x7FC0);
  CHECK(cut(DataType::i32, -3.9) == 0xFFFFFFFD);
  CHECK(cut(DataType::i64, 4294967297.0) == 4294967297U);
  CHECK_THROWS_AS(cut(DataType::f8_e4m3fn, 1.0), std::invalid_argument);
}

TEST_CASE("a tensor's buffer ends with its last element and starts as poison") {
  const TensorShape shape{
      .name = "t", .type = DataType::f16, .rows = 3, .columns = 4, .stride = 10};
  CaseBuffer buffer = kgate::tensor_buffer(shape, Access::out, std::byte{0x6B});
  CHECK(buffer.size == (2 * 10 + 4) * 2);
  REQUIRE(buffer.segments.size() == 1);
  kgate::fill(buffer, shape, [](std::int64_t row, std::int64_t column) {
    return static_cast<double>(10 * row + column);
  });
  CHECK(kgate::load_code(DataType::f16, kgate::element_at(buffer, 23)) == 0x4DC0);  // 23
  CHECK(*kgate::element_at(buffer, 4) == std::byte{0x6B});
  CHECK_THROWS_AS(kgate::element_at(buffer, 24), std::out_of_range);
}

TEST_CASE("rows far apart get segments that do not fill the space between") {
  const std::int64_t stride = (std::int64_t{1} << 31) + 8;
  const TensorShape shape{
      .name = "t", .type = DataType::f16, .rows = 3, .columns = 4, .stride = stride};
  CaseBuffer buffer = kgate::tensor_buffer(shape, Access::in, std::byte{0});
  REQUIRE(buffer.segments.size() == 3);
  CHECK(buffer.size == static_cast<std::uint64_t>(2 * (2 * stride + 4)));
  CHECK(buffer.segments[1].offset == static_cast<std::uint64_t>(2 * stride - 256));
  CHECK(buffer.segments[1].bytes.size() == 256 + 8 + 256);
  CHECK(buffer.segments[2].bytes.size() == 256 + 8);
  CHECK(kgate::element_at(buffer, stride) == buffer.segments[1].bytes.data() + 256);
  CHECK_THROWS_AS(kgate::element_at(buffer, stride / 2), std::out_of_range);
}
