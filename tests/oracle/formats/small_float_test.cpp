// SPDX-License-Identifier: MIT
// Small formats against MPFR (rounding) and against their published code tables.
#include "oracle/formats/small_float.hpp"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/catch.hpp"

using kgate::oracle::decode;
using kgate::oracle::encode;
using kgate::oracle::kBf16;
using kgate::oracle::kF16;
using kgate::oracle::kF8E4m3fn;
using kgate::oracle::kF8E4m3fnuz;
using kgate::oracle::Overflow;
using kgate::oracle::SmallFloat;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Rounds in MPFR: precision and exponent range set to the format's, denormals by its own function.
class Rounder {
 public:
  explicit Rounder(const SmallFloat& format) {
    // MPFR's exponents are those of a significand in [1/2, 1).
    mpfr_set_emin(2 - format.bias - format.fraction_bits);
    mpfr_set_emax((1 << format.exponent_bits) - format.bias);
    mpfr_init2(value_, format.fraction_bits + 1);
  }
  Rounder(const Rounder&) = delete;
  Rounder& operator=(const Rounder&) = delete;
  ~Rounder() {
    mpfr_clear(value_);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
  }
  double operator()(double value) {
    const int inexact = mpfr_set_d(value_, value, MPFR_RNDN);
    mpfr_subnormalize(value_, inexact, MPFR_RNDN);
    return mpfr_get_d(value_, MPFR_RNDN);
  }

 private:
  mpfr_t value_;
};

std::uint32_t code_count(const SmallFloat& format) {
  return 2U << (format.exponent_bits + format.fraction_bits);
}

/// All finite codes of positive sign, ascending.
std::vector<std::uint32_t> positive_codes(const SmallFloat& format) {
  std::vector<std::uint32_t> codes;
  for (std::uint32_t code = 0; code < code_count(format) / 2; ++code) {
    if (std::isfinite(decode(format, code))) {
      codes.push_back(code);
    }
  }
  return codes;
}

/// Compares encode with MPFR at both neighbours and at the middle of every pair of adjacent codes.
void check_every_gap(const SmallFloat& format) {
  Rounder round(format);
  const std::vector<std::uint32_t> codes = positive_codes(format);
  std::uint64_t wrong = 0;
  for (std::size_t i = 0; i + 1 < codes.size(); ++i) {
    const double low = decode(format, codes[i]);
    const double high = decode(format, codes[i + 1]);
    const double middle = (low + high) / 2;
    for (const double value :
         {low, std::nextafter(middle, 0.0), middle, std::nextafter(middle, kInfinity)}) {
      for (const double sign : {1.0, -1.0}) {
        const double expected = round(sign * value);
        const double actual = decode(format, encode(format, sign * value));
        // Equal values; a zero that has no minus zero may only be +0.
        wrong += actual == expected ? 0U : 1U;
      }
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("known codes of each format") {
  CHECK(decode(kF16, 0x3C00) == 1.0);
  CHECK(decode(kF16, 0x0001) == 0x1p-24);
  CHECK(decode(kF16, 0x7BFF) == 65504.0);
  CHECK(decode(kF16, 0xFC00) == -kInfinity);
  CHECK(std::isnan(decode(kF16, 0x7E00)));
  CHECK(decode(kBf16, 0x3F80) == 1.0);
  CHECK(decode(kBf16, 0x0001) == 0x1p-133);
  CHECK(decode(kF8E4m3fn, 0x7E) == 448.0);
  CHECK(decode(kF8E4m3fn, 0x01) == 0x1p-9);
  CHECK(std::isnan(decode(kF8E4m3fn, 0x7F)));
  CHECK(std::isnan(decode(kF8E4m3fn, 0xFF)));
  CHECK(decode(kF8E4m3fnuz, 0x7F) == 240.0);
  CHECK(decode(kF8E4m3fnuz, 0x01) == 0x1p-10);
  CHECK(std::isnan(decode(kF8E4m3fnuz, 0x80)));
}

TEST_CASE("every code survives decoding and encoding") {
  for (const SmallFloat& format : {kF16, kBf16, kF8E4m3fn, kF8E4m3fnuz}) {
    for (std::uint32_t code = 0; code < code_count(format); ++code) {
      const double value = decode(format, code);
      const std::uint32_t again = encode(format, value);
      if (std::isnan(value) ? !std::isnan(decode(format, again)) : again != code) {
        FAIL("code " << code << " became " << again);
      }
    }
  }
  SUCCEED();
}

TEST_CASE("f16 rounds as MPFR does around every boundary") { check_every_gap(kF16); }
TEST_CASE("bf16 rounds as MPFR does around every boundary") { check_every_gap(kBf16); }
TEST_CASE("e4m3fn rounds as MPFR does around every boundary") { check_every_gap(kF8E4m3fn); }
TEST_CASE("e4m3fnuz rounds as MPFR does around every boundary") { check_every_gap(kF8E4m3fnuz); }

TEST_CASE("bf16 of f32 is the carry of the integer encoding") {
  // Steps through all binades of both signs; NaNs have their own test.
  std::uint64_t wrong = 0;
  for (std::uint64_t step = 0; step < 0x1'0000'0000U; step += 4093) {
    const auto bits = static_cast<std::uint32_t>(step);
    const auto value = std::bit_cast<float>(bits);
    if (std::isnan(value)) {
      continue;
    }
    const std::uint32_t expected = (bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U;
    wrong += encode(kBf16, static_cast<double>(value)) == expected ? 0U : 1U;
  }
  CHECK(wrong == 0);
}

TEST_CASE("beyond the largest number each format has its own end") {
  CHECK(encode(kF16, 65519.99) == 0x7BFF);
  CHECK(encode(kF16, 65520.0) == 0x7C00);
  CHECK(encode(kF16, -kInfinity) == 0xFC00);
  CHECK(encode(kF16, 1e9, Overflow::saturate) == 0x7BFF);
  // 464 is as far from 448 as from 480, whose code would be NaN's; 448 has the even code.
  CHECK(encode(kF8E4m3fn, 464.0) == 0x7E);
  CHECK(encode(kF8E4m3fn, 464.001) == 0x7F);
  CHECK(encode(kF8E4m3fn, 464.001, Overflow::saturate) == 0x7E);
  CHECK(encode(kF8E4m3fn, -kInfinity, Overflow::saturate) == 0xFE);
  CHECK(encode(kF8E4m3fnuz, 247.9) == 0x7F);
  CHECK(encode(kF8E4m3fnuz, 248.0) == 0x80);
  CHECK(encode(kF8E4m3fnuz, -248.0, Overflow::saturate) == 0xFF);
}

TEST_CASE("zeros keep their sign where the format has one") {
  CHECK(encode(kF16, -0.0) == 0x8000);
  CHECK(encode(kBf16, -1e-300) == 0x8000);
  CHECK(encode(kF8E4m3fn, -0x1p-11) == 0x80);
  CHECK(encode(kF8E4m3fnuz, -0.0) == 0x00);
  CHECK(encode(kF8E4m3fnuz, -0x1p-12) == 0x00);
}

TEST_CASE("NaN stays NaN under both overflow policies") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const SmallFloat& format : {kF16, kBf16, kF8E4m3fn, kF8E4m3fnuz}) {
    CHECK(std::isnan(decode(format, encode(format, nan))));
    CHECK(std::isnan(decode(format, encode(format, -nan, Overflow::saturate))));
  }
}
