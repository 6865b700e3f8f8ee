// SPDX-License-Identifier: MIT
// e^x: device code and oracle have the same bits, near the true value.
#include "kernels/device/exp.hpp"

#include <cmath>
#include <limits>

#include "oracle/functions/functions.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

using namespace kgate::tests;

TEST_CASE("exp has the same bits on the device and in the oracle") {
  Differences differences;
  for_each_f32(kTenMillion, [&](float x) {
    differences.compare(x, kgate::device::exp(x), kgate::oracle::exp(x));
  });
  INFO("first at " << differences.first);
  CHECK(differences.count == 0);
  CHECK(differences.compared > 10'000'000);
}

TEST_CASE("exp is within 0.52 ulp of e^x, denormal results included") {
  WorstUlp worst;
  for_each_f32(kOneMillion, [&](float x) {
    if (x > -104.5F && x < 88.7F) {
      worst.add(x, ulps_from(true_exp(x), kgate::device::exp(x)));
    }
  });
  INFO("at " << worst.at);
  CHECK(worst.ulp < 0.52);
  CHECK(worst.ulp > 0.5);
}

TEST_CASE("exp at the ends of its range") {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(kgate::device::exp(0.0F) == 1.0F);
  CHECK(kgate::device::exp(-0.0F) == 1.0F);
  CHECK(kgate::device::exp(1.0F) == 2.71828183F);
  CHECK(kgate::device::exp(infinity) == infinity);
  CHECK(same_bits(kgate::device::exp(-infinity), 0.0F));
  CHECK(std::isnan(kgate::device::exp(std::numeric_limits<float>::quiet_NaN())));
  // The last finite result and the first that is none; the last denormal and the first zero.
  CHECK(kgate::device::exp(88.7228317F) == 3.40279851e+38F);
  CHECK(kgate::device::exp(88.7228394F) == infinity);
  CHECK(kgate::device::exp(-103.972076F) == 1.40129846e-45F);
  CHECK(same_bits(kgate::device::exp(-103.972084F), 0.0F));
}
