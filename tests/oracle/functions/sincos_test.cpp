// SPDX-License-Identifier: MIT
// Sine and cosine of rotary angles: same bits as the oracle, near the true value at any position.
#include "kernels/device/sincos.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "kernels/device/inverse_frequency.hpp"
#include "oracle/functions/functions.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

using namespace kgate::tests;
namespace device = kgate::device;
namespace oracle = kgate::oracle;

namespace {

struct Argument {
  int position;
  float inverse_frequency;
};

/// Any position below 2^24 of either sign, and a factor of either sign and 36 binades.
Argument random_argument(std::mt19937& random) {
  const int position = static_cast<int>(random() & 0x1ffffffU) - 0xffffff;
  const std::uint32_t exponent = 94U + static_cast<std::uint32_t>(random() % 36U);
  const std::uint32_t bits = (static_cast<std::uint32_t>(random()) & 0x807fffffU) | exponent << 23U;
  const int shift = static_cast<int>(random() % 24);
  return {std::clamp(position >> shift, -0xffffff, 0xffffff), std::bit_cast<float>(bits)};
}

/// Arguments whose product has bits below 1 and is within 2^-46 to 2^-49 of a quarter turn of one,
/// the nearest of four million positions and every factor.
constexpr std::array<Argument, 6> kNearQuarterTurns{{{10111758, 0x7b54e5p-25F},
                                                     {14639943, 0x2a97a5p-24F},
                                                     {16747998, 0x4a766dp-25F},
                                                     {5394309, 0xa13839p-40F},
                                                     {10261592, 0x542c4bp-31F},
                                                     {16719428, 0xcea548p-33F}}};

/// Arguments whose cosine has another last bit where 47 bits of the rest are kept instead of 48.
constexpr std::array<Argument, 2> kOfLastBit{
    {{9346692, 0x1.3191ep-3F}, {11315265, 0x1.b533eap-12F}}};

void compare(Differences& differences, Argument argument) {
  const device::SinCos a = device::sincos(argument.position, argument.inverse_frequency);
  const oracle::SinCos b = oracle::sincos(argument.position, argument.inverse_frequency);
  differences.compare(argument.inverse_frequency, a.sine, b.sine);
  differences.compare(argument.inverse_frequency, a.cosine, b.cosine);
}

double ulps(Argument argument) {
  const device::SinCos value = device::sincos(argument.position, argument.inverse_frequency);
  const RealSinCos truth = true_sincos(argument.position, argument.inverse_frequency);
  return std::max(ulps_from(truth.sine, value.sine), ulps_from(truth.cosine, value.cosine));
}

/// The denominators up to `limit` of the convergents of `number`: those n for which n * number is
/// nearer to an integer than for any smaller n.
template <class Visit>
void for_each_convergent(const Real& number, double limit, Visit visit) {
  Real rest = number;
  double before = 0;
  double denominator = 1;
  Real whole;
  while (denominator < limit) {
    visit(denominator);
    mpfr_frac(rest.get(), rest.get(), MPFR_RNDN);
    mpfr_ui_div(rest.get(), 1, rest.get(), MPFR_RNDN);
    mpfr_trunc(whole.get(), rest.get());
    const double next = whole.as_double() * denominator + before;
    before = denominator;
    denominator = next;
  }
}

/// 2^exponent radians as a number of quarter turns.
Real quarter_turns(int exponent) {
  Real pi;
  mpfr_const_pi(pi.get(), MPFR_RNDN);
  Real result(2);
  mpfr_div(result.get(), result.get(), pi.get(), MPFR_RNDN);
  mpfr_mul_2si(result.get(), result.get(), exponent, MPFR_RNDN);
  return result;
}

}  // namespace

TEST_CASE("sincos has the same bits on the device and in the oracle") {
  Differences differences;
  std::mt19937 random(1);  // NOLINT(bugprone-random-generator-seed): the same numbers every time
  for (int i = 0; i < 300'000; ++i) {
    compare(differences, random_argument(random));
  }
  for_each_f32(10 * kOneMillion + 1, [&](float angle) { compare(differences, {1, angle}); });
  for (const Argument argument : kNearQuarterTurns) {
    compare(differences, argument);
  }
  for (const Argument argument : kOfLastBit) {
    compare(differences, argument);
  }
  INFO("first at " << differences.first);
  CHECK(differences.count == 0);
}

TEST_CASE("sincos is within 0.52 ulp of the angle before any rounding") {
  WorstUlp worst;
  std::mt19937 random(2);  // NOLINT(bugprone-random-generator-seed)
  for (int i = 0; i < 200'000; ++i) {
    const Argument argument = random_argument(random);
    worst.add(argument.inverse_frequency, ulps(argument));
  }
  INFO("at inverse frequency " << worst.at);
  CHECK(worst.ulp < 0.52);
}

TEST_CASE("sincos is right at the last position of a million at base 1e6") {
  WorstUlp worst;
  for (const int position : {1, 131071, 131072, 1'048'575, 10'485'760, (1 << 24) - 1}) {
    for (const float base : {1e4F, 5e5F, 1e6F, 1e7F}) {
      for (int pair = 0; pair < 64; ++pair) {
        const float factor = device::inverse_frequency(base, pair, 128);
        worst.add(factor, ulps({position, factor}));
      }
    }
  }
  CHECK(worst.ulp < 0.52);
}

TEST_CASE("sincos sees the angle that an f32 product has lost") {
  double lost = 0;
  double error = 0;
  for (int pair = 0; pair < 64; ++pair) {
    const float factor = device::inverse_frequency(1e6F, pair, 128);
    const double exact = 1048575.0 * static_cast<double>(factor);
    lost = std::max(lost, std::fabs(static_cast<double>(1048575.0F * factor) - exact));
    const double sine = static_cast<double>(device::sincos(1048575, factor).sine);
    error = std::max(error, std::fabs(sine - std::sin(exact)));
  }
  CHECK(lost > 0.01);
  CHECK(error < 0x1p-24);
}

TEST_CASE("no position below 2^24 comes nearer to a quarter turn than the reduction allows") {
  // position * inverse_frequency is an integer below 2^48 times a power of two. Of all such
  // integers the denominators of the convergents come nearest to whole quarter turns.
  double nearest = 1;
  for (int exponent = -49; exponent <= 0; ++exponent) {
    const Real turn = quarter_turns(exponent);
    for_each_convergent(turn, 0x1p48, [&](double integer) {
      Real distance = turn;
      mpfr_mul_d(distance.get(), distance.get(), integer, MPFR_RNDN);
      Real whole;
      mpfr_rint(whole.get(), distance.get(), MPFR_RNDN);
      mpfr_sub(distance.get(), distance.get(), whole.get(), MPFR_RNDN);
      if (mpfr_zero_p(whole.get()) == 0) {
        nearest = std::min(nearest, std::fabs(distance.as_double()));
      }
    });
  }
  // 2^-55 of a turn: the 128 kept bits have 73 left.
  CHECK(nearest > 0x1p-54);
}

TEST_CASE("sincos is within 0.52 ulp where an angle all but meets a quarter turn") {
  WorstUlp worst;
  std::mt19937 random(4);  // NOLINT(bugprone-random-generator-seed)
  double least = 1;
  for (int i = 0; i < 3000; ++i) {
    const int position = 1 + static_cast<int>(random() % 0xffffffU);
    const int exponent = -48 + static_cast<int>(random() % 24);
    Real turn = quarter_turns(exponent);
    mpfr_mul_si(turn.get(), turn.get(), position, MPFR_RNDN);
    for_each_convergent(turn, 0x1p24, [&](double significand) {
      const auto factor = static_cast<float>(std::ldexp(significand, exponent));
      if (static_cast<double>(position) * static_cast<double>(factor) > 0.5) {
        worst.add(factor, ulps({position, factor}));
        const device::SinCos value = device::sincos(position, factor);
        least = std::min(least, std::fabs(static_cast<double>(value.sine)));
        least = std::min(least, std::fabs(static_cast<double>(value.cosine)));
      }
    });
  }
  for (const Argument argument : kNearQuarterTurns) {
    worst.add(argument.inverse_frequency, ulps(argument));
  }
  INFO("at inverse frequency " << worst.at);
  CHECK(worst.ulp < 0.52);
  CHECK(least < 0x1p-34);  // the search did find such angles
}

TEST_CASE("sincos at the edges of its domain") {
  const device::SinCos zero = device::sincos(0, 1.0F);
  CHECK(same_bits(zero.sine, 0.0F));
  CHECK(zero.cosine == 1.0F);
  CHECK(device::sincos(1, 1e-30F).sine == 1e-30F);
  CHECK(device::sincos(-3, 0.5F).sine == -device::sincos(3, 0.5F).sine);
  for (const float angle : {0x1p24F, -0x1p24F, std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::quiet_NaN()}) {
    CHECK(std::isnan(device::sincos(angle).sine));
    CHECK(std::isnan(device::sincos(angle).cosine));
  }
  CHECK(!std::isnan(device::sincos(16777215.0F).sine));
}
