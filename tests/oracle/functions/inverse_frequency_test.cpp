// SPDX-License-Identifier: MIT
// Inverse frequencies: device code and oracle have the same bits, near the true value.
#include "kernels/device/inverse_frequency.hpp"

#include <cmath>
#include <numbers>

#include "oracle/functions/functions.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/functions/mpfr_truth.hpp"
#include "tests/oracle/functions/samples.hpp"

using namespace kgate::tests;
namespace device = kgate::device;
namespace oracle = kgate::oracle;

namespace {

constexpr float kBases[] = {1e4F, 1e5F, 1.6e5F, 5e5F, 1e6F, 2e6F, 5e6F, 1e7F, 1e8F, 1e9F};

}  // namespace

TEST_CASE("inverse_frequency has the same bits on the device and in the oracle") {
  Differences differences;
  constexpr float kSwitch = std::numbers::sqrt2_v<float>;  // the significand is halved above it
  for (const float base : {1.0F, std::nextafter(kSwitch, 1.0F), kSwitch, 2.0F, 3.7F, 500.0F, 1e4F,
                           5e5F, 1e6F, 1.00000008e7F, 1e9F, 3.4e38F}) {
    for (int dim = 2; dim <= 512; dim += 2) {
      for (int pair = 0; pair <= dim / 2; ++pair) {
        differences.compare(base, device::inverse_frequency(base, pair, dim),
                            oracle::inverse_frequency(base, pair, dim));
      }
    }
  }
  INFO("first at base " << differences.first);
  CHECK(differences.count == 0);
}

TEST_CASE("inverse_frequency is within 0.52 ulp, and the nearest f32 but for one in 500") {
  WorstUlp worst;
  int compared = 0;
  int not_nearest = 0;
  for (const float base : kBases) {
    for (int dim = 2; dim <= 256; dim += 2) {
      for (int pair = 0; pair < dim / 2; ++pair) {
        const Real truth = true_inverse_frequency(base, pair, dim);
        const float value = device::inverse_frequency(base, pair, dim);
        worst.add(base, ulps_from(truth, value));
        not_nearest += same_bits(value, rounded_to(kgate::DataType::f32, truth)) ? 0 : 1;
        ++compared;
      }
    }
  }
  INFO("at base " << worst.at);
  CHECK(worst.ulp < 0.52);
  CHECK(not_nearest * 500 < compared);
}

TEST_CASE("inverse_frequency where the power is exact") {
  CHECK(device::inverse_frequency(1e6F, 0, 128) == 1.0F);
  CHECK(device::inverse_frequency(16.0F, 16, 64) == 0.25F);
  CHECK(device::inverse_frequency(1.0F, 31, 64) == 1.0F);
  CHECK(device::inverse_frequency(1e4F, 32, 64) == 1e-4F);
}
