// SPDX-License-Identifier: MIT
// silu: device code and oracle have the same bits; 16-bit results are correctly rounded.
#include "kernels/device/silu.hpp"

#include <cmath>
#include <limits>

#include "oracle/formats/element_access.hpp"
#include "oracle/functions/functions.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

using namespace kgate::tests;
namespace device = kgate::device;
namespace oracle = kgate::oracle;
using kgate::DataType;

TEST_CASE("silu has the same bits on the device and in the oracle, under both roundings") {
  Differences differences;
  for_each_f32(kOneMillion, [&](float x) {
    differences.compare(x, device::silu(x), oracle::silu(x, oracle::Rounding::nearest));
  });
  for_each_f32(kTenMillion, [&](float x) {
    differences.compare(x, device::silu<device::Rounding::to_odd>(x),
                        oracle::silu(x, oracle::Rounding::to_odd));
  });
  INFO("first at " << differences.first);
  CHECK(differences.count == 0);
}

TEST_CASE("swish has the same bits on the device and in the oracle at any slope") {
  for (const float slope : {0.0009765625F, 0.3F, 1.702F, 77.7F, 1024.0F}) {
    Differences differences;
    for_each_f32(kOneMillion, [&](float x) {
      differences.compare(x, device::swish<device::Rounding::to_odd>(x, slope),
                          oracle::swish(x, slope, oracle::Rounding::to_odd));
    });
    INFO("slope " << slope << ", first at " << differences.first);
    CHECK(differences.count == 0);
  }
}

TEST_CASE("silu of every f16 and bf16, rounded to odd and then to the type, is correctly rounded") {
  for (const DataType type : {DataType::f16, DataType::bf16}) {
    Differences differences;
    for_each_value(type == DataType::f16 ? oracle::kF16 : oracle::kBf16, [&](float x) {
      if (std::isfinite(x)) {
        const float expected = x == 0 ? x : rounded_to(type, true_swish(x, 1));
        differences.compare(x, oracle::rounded_to(type, device::silu<device::Rounding::to_odd>(x)),
                            expected);
      }
    });
    INFO(kgate::name(type) << ", first at " << differences.first);
    CHECK(differences.count == 0);
    CHECK(differences.compared >= 63'488);
  }
}

TEST_CASE("silu rounded to nearest is within 0.52 ulp") {
  WorstUlp worst;
  for_each_f32(kOneMillion, [&](float x) {
    if (std::isfinite(x) && x != 0) {
      worst.add(x, ulps_from(true_swish(x, 1), device::silu(x)));
    }
  });
  INFO("at " << worst.at);
  CHECK(worst.ulp < 0.52);
  CHECK(worst.ulp > 0.49);
}

TEST_CASE("silu of zeros, infinities and NaN") {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(same_bits(device::silu(0.0F), 0.0F));
  CHECK(same_bits(device::silu(-0.0F), -0.0F));
  CHECK(device::silu(infinity) == infinity);
  CHECK(same_bits(device::silu(-infinity), -0.0F));
  CHECK(device::silu<device::Rounding::to_odd>(infinity) == infinity);
  CHECK(std::isnan(device::silu(std::numeric_limits<float>::quiet_NaN())));
  CHECK(device::silu(300.0F) == 300.0F);
  // Half of it is a tie, above which the result lies.
  CHECK(device::silu(-0x1.fffffep-126F) == -0x1.fffffcp-127F);
  CHECK(device::silu(0x1.fffffep-126F) == 0x1p-126F);
}
