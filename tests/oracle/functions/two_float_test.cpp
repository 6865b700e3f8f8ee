// SPDX-License-Identifier: MIT
// Sums of two f32: exact sums and products, and the one rounding at the end.
#include "kernels/device/two_float.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include "tests/catch.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

using namespace kgate::tests;
namespace device = kgate::device;
using device::Rounding;
using device::TwoFloat;

namespace {

/// An f32 of either sign and 24 random bits, with an exponent from `least` to `largest`.
float random_f32(std::mt19937& random, int least, int largest) {
  const auto significand = static_cast<float>(0x800000U | (random() & 0x7fffffU));
  const int exponent =
      least + static_cast<int>(random() % static_cast<unsigned>(largest - least + 1));
  const float value = std::ldexp(significand, exponent - 23);
  return random() % 2 == 0 ? value : -value;
}

Real exact(TwoFloat value, int exponent) {
  Real result(static_cast<double>(value.hi));
  mpfr_add_d(result.get(), result.get(), static_cast<double>(value.lo), MPFR_RNDN);
  mpfr_mul_2si(result.get(), result.get(), exponent, MPFR_RNDN);
  return result;
}

/// The f32 whose last bit is one on the same side of the value, or the value itself.
float rounded_to_odd(const Real& value) {
  const float nearest = rounded_to(kgate::DataType::f32, value);
  const int side = mpfr_cmp_d(value.get(), static_cast<double>(nearest));
  if (side == 0 || (std::bit_cast<std::uint32_t>(nearest) & 1U) != 0) {
    return nearest;
  }
  return std::nextafter(nearest, side > 0 ? HUGE_VALF : -HUGE_VALF);
}

}  // namespace

TEST_CASE("two_sum and two_product lose nothing") {
  std::mt19937 random(1);  // NOLINT(bugprone-random-generator-seed): the same numbers every time
  int wrong = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    const float a = random_f32(random, -12, 12);
    const float b = random_f32(random, -12, 12);
    const TwoFloat sum = device::two_sum(a, b);
    const TwoFloat product = device::two_product(a, b);
    const double exact_sum = static_cast<double>(a) + static_cast<double>(b);
    const double exact_product = static_cast<double>(a) * static_cast<double>(b);
    wrong += sum.hi != a + b ? 1 : 0;
    wrong += static_cast<double>(sum.hi) + static_cast<double>(sum.lo) != exact_sum ? 1 : 0;
    wrong +=
        static_cast<double>(product.hi) + static_cast<double>(product.lo) != exact_product ? 1 : 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("products and quotients of two sums keep 44 bits") {
  std::mt19937 random(2);  // NOLINT(bugprone-random-generator-seed)
  double product_error = 0;
  double quotient_error = 0;
  for (int i = 0; i < 100'000; ++i) {
    const float a = random_f32(random, -9, 9);
    const float b = random_f32(random, -9, 9);
    const TwoFloat x{a, a * std::ldexp(random_f32(random, -1, -1), -24)};
    const TwoFloat y{b, b * std::ldexp(random_f32(random, -1, -1), -24)};
    const Real left = exact(x, 0);
    const Real right = exact(y, 0);
    Real error;
    mpfr_mul(error.get(), left.get(), right.get(), MPFR_RNDN);
    mpfr_div(error.get(), exact(device::multiply(x, y), 0).get(), error.get(), MPFR_RNDN);
    product_error = std::max(product_error, std::fabs(error.as_double() - 1));
    mpfr_div(error.get(), left.get(), right.get(), MPFR_RNDN);
    mpfr_div(error.get(), exact(device::divide(x, y), 0).get(), error.get(), MPFR_RNDN);
    quotient_error = std::max(quotient_error, std::fabs(error.as_double() - 1));
  }
  CHECK(product_error < std::ldexp(1, -45));
  CHECK(quotient_error < std::ldexp(1, -44));
}

TEST_CASE("a sum is rounded once, to nearest and to odd, down to the denormals") {
  std::mt19937 random(3);  // NOLINT(bugprone-random-generator-seed)
  Differences nearest;
  Differences odd;
  for (int i = 0; i < 500'000; ++i) {
    const int exponent = 120 - static_cast<int>(random() % 284);
    float hi = random_f32(random, -3, 1);
    // Short significands and short rests make exact values and ties.
    if (random() % 4 == 0) {
      hi = std::bit_cast<float>(std::bit_cast<std::uint32_t>(hi) & ~0x1fffU);
    }
    const float tiny = std::ldexp(hi, -25 - static_cast<int>(random() % 40));
    const float lo = random() % 3 == 0 ? 0.0F : (random() % 2 == 0 ? tiny : -tiny);
    const Real value = exact({hi, lo}, exponent);
    nearest.compare(hi, device::rounded<Rounding::nearest>({{hi, lo}, exponent}),
                    rounded_to(kgate::DataType::f32, value));
    odd.compare(hi, device::rounded<Rounding::to_odd>({{hi, lo}, exponent}), rounded_to_odd(value));
  }
  CHECK(nearest.count == 0);
  CHECK(odd.count == 0);
}

TEST_CASE("rounding to odd first makes the second rounding harmless") {
  // 2^-25 + 2^-60 lies above a tie of f16; its nearest f32 is the tie, which goes to zero.
  const device::ScaledTwoFloat above_tie{{1.0F, 0x1p-35F}, -25};
  const float odd = device::rounded<Rounding::to_odd>(above_tie);
  CHECK(device::rounded<Rounding::nearest>(above_tie) == 0x1p-25F);
  CHECK(odd > 0x1p-25F);
}

TEST_CASE("a value just below a tie that rounds up to the least normal number is rounded down") {
  // The f32 1.9999999 * 2^-127 lies between two f32 of that size.
  const device::ScaledTwoFloat below_tie{{0x1.fffffep-1F, -0x1p-60F}, -126};
  CHECK(device::rounded<Rounding::nearest>(below_tie) == 0x1.fffffcp-127F);
  CHECK(device::rounded<Rounding::nearest>({{0x1.fffffep-1F, 0.0F}, -126}) == 0x1p-126F);
}
