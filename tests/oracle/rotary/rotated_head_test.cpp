// SPDX-License-Identifier: MIT
// Rotation of a head against turns whose result is known, and against complex multiplication.
#include "oracle/rotary/rotated_head.hpp"

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "tests/catch.hpp"

using kgate::DataType;
using kgate::RopeArguments;
using kgate::RopePairing;
using kgate::RopeProfile;
using kgate::oracle::Turn;

namespace {

RopeArguments rope_of(std::int32_t rotary_dim, RopePairing pairing,
                      RopeProfile profile = RopeProfile::f32) {
  RopeArguments rope{};
  rope.rotary_dim = rotary_dim;
  rope.pairing = pairing;
  rope.profile = profile;
  return rope;
}

}  // namespace

TEST_CASE("a quarter turn sends (x, y) to (-y, x) and leaves the tail alone") {
  const std::vector<Turn<float>> quarter(3, Turn<float>{0.0F, 1.0F});
  const std::vector<float> head{1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(kgate::oracle::rotated(rope_of(6, RopePairing::neox), DataType::f32, quarter, head) ==
        std::vector<float>{-4, -5, -6, 1, 2, 3, 7, 8});
  CHECK(kgate::oracle::rotated(rope_of(6, RopePairing::interleaved), DataType::f32, quarter,
                               head) == std::vector<float>{-2, 1, -4, 3, -6, 5, 7, 8});
}

TEST_CASE("every pair has its own turn") {
  const std::vector<Turn<float>> turns{{1.0F, 0.0F}, {0.5F, 0.25F}};
  CHECK(kgate::oracle::rotated(rope_of(4, RopePairing::neox), DataType::f32, turns,
                               {8, 4, 2, 16}) == std::vector<float>{8, 2 - 4, 2, 8 + 1});
}

TEST_CASE("the exact rotation is multiplication by a complex number") {
  std::vector<Turn<double>> turns;
  std::vector<double> head;
  for (int pair = 0; pair < 5; ++pair) {
    turns.push_back({std::cos(0.7 * pair + 0.1), std::sin(0.7 * pair + 0.1)});
    head.push_back(1.25 * pair - 2);
    head.push_back(3 - 0.5 * pair * pair);
  }
  const std::vector<double> result =
      kgate::oracle::exactly_rotated(rope_of(10, RopePairing::interleaved), turns, head);
  for (std::size_t pair = 0; pair < 5; ++pair) {
    const std::complex<double> turned = std::complex<double>(head[2 * pair], head[2 * pair + 1]) *
                                        std::polar(1.0, 0.7 * static_cast<double>(pair) + 0.1);
    CHECK(result[2 * pair] == Approx(turned.real()).margin(1e-14));
    CHECK(result[2 * pair + 1] == Approx(turned.imag()).margin(1e-14));
  }
}

TEST_CASE("native rounds every product, f32 none of them") {
  // (1 + 2^-7)^2 = 1 + 2^-6 + 2^-14: bf16 keeps seven bits behind the one and drops 2^-14.
  const float next = 1.0F + 0x1p-7F;
  const std::vector<Turn<float>> turns{{next, 0.0F}};
  CHECK(kgate::oracle::rotated(rope_of(2, RopePairing::neox), DataType::bf16, turns,
                               {next, 0.0F})[0] == 1.0F + 0x1p-6F + 0x1p-14F);
  CHECK(kgate::oracle::rotated(rope_of(2, RopePairing::neox, RopeProfile::native), DataType::bf16,
                               turns, {next, 0.0F})[0] == 1.0F + 0x1p-6F);
}

TEST_CASE("zeros keep their sign") {
  const std::vector<Turn<float>> turns{{1.0F, 0.0F}};
  const std::vector<float> result =
      kgate::oracle::rotated(rope_of(2, RopePairing::neox), DataType::f32, turns, {-0.0F, 3.0F});
  CHECK(result[0] == 0.0F);
  CHECK(std::signbit(result[0]));  // -0 * 1 - 3 * 0 = -0 - 0
}

TEST_CASE("q is rounded before it is scaled, and the native profile rounds the scale") {
  RopeArguments rope = rope_of(2, RopePairing::neox);
  const std::int64_t position = 9;
  const float scales[] = {1.0F, 1.0F + 0x1p-9F};
  rope.positions = &position;
  rope.position_type = DataType::i64;
  rope.q_scales = scales;
  rope.q_scale_rows = 2;
  rope.q_scale_period = 8;
  // 1 + 2^-8 is a tie of bf16 and rounds to 1.
  const std::vector<float> head{1.0F + 0x1p-8F, 3.0F};
  CHECK(kgate::oracle::scaled_q(rope, DataType::bf16, 0, head) ==
        std::vector<float>{scales[1], 3 * scales[1]});
  rope.profile = RopeProfile::native;
  CHECK(kgate::oracle::scaled_q(rope, DataType::bf16, 0, head) == std::vector<float>{1.0F, 3.0F});
}
