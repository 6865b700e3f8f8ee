// SPDX-License-Identifier: MIT
// The norm of a head: order of its sum, and where each profile rounds.
#include "oracle/rotary/normalized_head.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/catch.hpp"

using kgate::DataType;
using kgate::QkNormProfile;
using kgate::QkNormRopeAppendArguments;

namespace {

QkNormRopeAppendArguments arguments_of(DataType type, QkNormProfile profile) {
  QkNormRopeAppendArguments arguments{};
  arguments.append.activation = type;
  arguments.weight_type = DataType::f32;
  arguments.norm_profile = profile;
  return arguments;
}

}  // namespace

TEST_CASE("a head of equal magnitudes has one over that magnitude") {
  CHECK(kgate::oracle::inverse_rms(std::vector<float>(96, -4.0F), 0.0F) == 0.25F);
  CHECK(kgate::oracle::inverse_rms(std::vector<float>(64, 0.0F), 0x1p-20F) == 1024.0F);
}

TEST_CASE("squares are added in runs of sixteen, and the runs by a tree") {
  // With y = 1.375 * 2^-13 the run (1, y, y, ...) stays 1, because fma rounds each y^2 < 2^-24
  // away. In the second run they add up to 16 y^2 exactly, which the tree adds to 1.
  const float y = 0x1.6p-13F;
  std::vector<float> head(32, y);
  head[0] = 1.0F;
  const float mean = (1.0F + 16.0F * y * y) * 0x1p-5F;
  CHECK(kgate::oracle::inverse_rms(head, 0.0F) == 1.0F / std::sqrt(mean));
  CHECK(kgate::oracle::inverse_rms(head, 0.0F) != 1.0F / std::sqrt(0x1p-5F));
}

TEST_CASE("each profile rounds where it says") {
  // bf16, inverse rms exactly 1. With w = 1 + 2^-8, which bf16 rounds to 1, and x = 1 + 2^-7:
  const float x = 1.0F + 0x1p-7F;
  const float w = 1.0F + 0x1p-8F;
  const std::vector<float> weights{w, w};
  // The other element makes the mean of squares 1, so that the inverse is 1 to the last bit.
  const std::vector<float> head{x, std::sqrt(2.0F - x * x)};
  REQUIRE(kgate::oracle::inverse_rms(head, 0.0F) == 1.0F);
  const auto first = [&](QkNormProfile profile) {
    return kgate::oracle::normed(arguments_of(DataType::bf16, profile), weights.data(), head)[0];
  };
  CHECK(first(QkNormProfile::unrounded) == x * w);
  CHECK(first(QkNormProfile::grouped) == x * w);
  // x w = 1 + 2^-7 + 2^-8 + 2^-15 is above the tie between 1 + 2^-7 and 1 + 2^-6.
  CHECK(first(QkNormProfile::rounded) == 1.0F + 0x1p-6F);
  CHECK(first(QkNormProfile::graph) == x);
}

TEST_CASE("grouped multiplies the weight into the inverse first") {
  const std::vector<float> head{3.0F, 3.0F, 3.0F, 3.0F};
  const std::vector<float> weights{5.0F, 7.0F, 11.0F, 13.0F};
  const float inverse = 1.0F / 3.0F;
  const auto left = kgate::oracle::normed(arguments_of(DataType::f32, QkNormProfile::unrounded),
                                          weights.data(), head);
  const auto grouped = kgate::oracle::normed(arguments_of(DataType::f32, QkNormProfile::grouped),
                                             weights.data(), head);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(left[i] == 3.0F * inverse * weights[i]);
    CHECK(grouped[i] == 3.0F * (inverse * weights[i]));
  }
}

TEST_CASE("Gemma's weights are stored minus one, and a plain -0 stays -0") {
  QkNormRopeAppendArguments arguments = arguments_of(DataType::f32, QkNormProfile::rounded);
  const std::vector<float> weights{-0.0F, 0.5F};
  const std::vector<float> head{1.0F, 1.0F};
  const auto plain = kgate::oracle::normed(arguments, weights.data(), head);
  CHECK(std::signbit(plain[0]));
  arguments.weight_bias = 1.0F;
  CHECK(kgate::oracle::normed(arguments, weights.data(), head) == std::vector<float>{1.0F, 1.5F});
}
