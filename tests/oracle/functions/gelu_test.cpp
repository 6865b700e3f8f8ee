// SPDX-License-Identifier: MIT
// Both forms of gelu: device code and oracle have the same bits; 16-bit results are correctly
// rounded.
#include <cmath>
#include <limits>

#include "kernels/device/gelu_erf.hpp"
#include "kernels/device/gelu_tanh.hpp"
#include "oracle/formats/element_access.hpp"
#include "oracle/functions/functions.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

using namespace kgate::tests;
namespace device = kgate::device;
namespace oracle = kgate::oracle;
using kgate::DataType;

namespace {

struct Gelu {
  const char* name;
  float (*nearest)(float x);
  float (*to_odd)(float x);
  float (*restated)(float x, oracle::Rounding rounding);
  Real (*truth)(float x);
};

constexpr Gelu kGelus[] = {
    {"gelu_erf", device::gelu_erf<device::Rounding::nearest>,
     device::gelu_erf<device::Rounding::to_odd>, oracle::gelu_erf, true_gelu_erf},
    {"gelu_tanh", device::gelu_tanh<device::Rounding::nearest>,
     device::gelu_tanh<device::Rounding::to_odd>, oracle::gelu_tanh, true_gelu_tanh},
};

}  // namespace

TEST_CASE("gelu has the same bits on the device and in the oracle, under both roundings") {
  for (const Gelu& gelu : kGelus) {
    Differences differences;
    for_each_f32(kOneMillion, [&](float x) {
      differences.compare(x, gelu.nearest(x), gelu.restated(x, oracle::Rounding::nearest));
    });
    for_each_f32(kTenMillion, [&](float x) {
      differences.compare(x, gelu.to_odd(x), gelu.restated(x, oracle::Rounding::to_odd));
    });
    INFO(gelu.name << ", first at " << differences.first);
    CHECK(differences.count == 0);
  }
}

TEST_CASE("gelu of every f16 and bf16, rounded to odd and then to the type, is correctly rounded") {
  for (const Gelu& gelu : kGelus) {
    for (const DataType type : {DataType::f16, DataType::bf16}) {
      Differences differences;
      for_each_value(type == DataType::f16 ? oracle::kF16 : oracle::kBf16, [&](float x) {
        if (std::isfinite(x)) {
          const float expected = x == 0 ? x : rounded_to(type, gelu.truth(x));
          differences.compare(x, oracle::rounded_to(type, gelu.to_odd(x)), expected);
        }
      });
      INFO(gelu.name << " of " << kgate::name(type) << ", first at " << differences.first);
      CHECK(differences.count == 0);
      CHECK(differences.compared >= 63'488);
    }
  }
}

TEST_CASE("gelu rounded to nearest is within 0.53 ulp") {
  for (const Gelu& gelu : kGelus) {
    WorstUlp worst;
    for_each_f32(8 * kOneMillion + 1, [&](float x) {
      if (std::isfinite(x) && x != 0) {
        worst.add(x, ulps_from(gelu.truth(x), gelu.nearest(x)));
      }
    });
    INFO(gelu.name << " at " << worst.at);
    CHECK(worst.ulp < 0.53);
    CHECK(worst.ulp > 0.49);
  }
}

TEST_CASE("gelu of zeros, infinities and NaN") {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const Gelu& gelu : kGelus) {
    INFO(gelu.name);
    CHECK(same_bits(gelu.nearest(0.0F), 0.0F));
    CHECK(same_bits(gelu.nearest(-0.0F), -0.0F));
    CHECK(gelu.nearest(infinity) == infinity);
    CHECK(same_bits(gelu.nearest(-infinity), -0.0F));
    CHECK(std::isnan(gelu.nearest(std::numeric_limits<float>::quiet_NaN())));
    CHECK(gelu.nearest(300.0F) == 300.0F);
  }
}
