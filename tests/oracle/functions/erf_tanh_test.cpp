// SPDX-License-Identifier: MIT
// erf and tanh: device code and oracle have the same bits, near the true value.
#include <cmath>
#include <limits>

#include "kernels/device/erf.hpp"
#include "kernels/device/tanh.hpp"
#include "oracle/functions/functions.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

using namespace kgate::tests;
namespace device = kgate::device;
namespace oracle = kgate::oracle;

namespace {

struct Sigmoid {
  const char* name;
  float (*function)(float x);
  float (*restated)(float x);
  Real (*truth)(float x);
};

constexpr Sigmoid kSigmoids[] = {
    {"erf", device::erf, oracle::erf, true_erf},
    {"tanh", device::tanh, oracle::tanh, true_tanh},
};

}  // namespace

TEST_CASE("erf and tanh have the same bits on the device and in the oracle") {
  for (const Sigmoid& sigmoid : kSigmoids) {
    Differences differences;
    for_each_f32(kTenMillion, [&](float x) {
      differences.compare(x, sigmoid.function(x), sigmoid.restated(x));
    });
    INFO(sigmoid.name << ", first at " << differences.first);
    CHECK(differences.count == 0);
  }
}

TEST_CASE("erf and tanh are within 0.54 ulp") {
  for (const Sigmoid& sigmoid : kSigmoids) {
    WorstUlp worst;
    for_each_f32(8 * kOneMillion + 1, [&](float x) {
      if (std::isfinite(x)) {
        worst.add(x, ulps_from(sigmoid.truth(x), sigmoid.function(x)));
      }
    });
    INFO(sigmoid.name << " at " << worst.at);
    CHECK(worst.ulp < 0.54);
    CHECK(worst.ulp > 0.49);
  }
}

TEST_CASE("erf and tanh of zeros, infinities and NaN") {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const Sigmoid& sigmoid : kSigmoids) {
    INFO(sigmoid.name);
    CHECK(same_bits(sigmoid.function(0.0F), 0.0F));
    CHECK(same_bits(sigmoid.function(-0.0F), -0.0F));
    CHECK(sigmoid.function(infinity) == 1.0F);
    CHECK(sigmoid.function(-infinity) == -1.0F);
    CHECK(std::isnan(sigmoid.function(std::numeric_limits<float>::quiet_NaN())));
  }
}
