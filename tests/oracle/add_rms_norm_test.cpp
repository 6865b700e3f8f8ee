// SPDX-License-Identifier: MIT
// The oracle of add_rms_norm on rows whose result is known without it.
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "oracle/oracle.hpp"
#include "tests/catch.hpp"

using kgate::AddRmsNormArguments;
using kgate::AddRmsNormProfile;
using kgate::DataType;
using kgate::Status;

namespace kgate::oracle {
extern const Oracle add_rms_norm;
}

namespace {

AddRmsNormArguments arguments_of(DataType type, DataType weight, std::int32_t hidden) {
  AddRmsNormArguments arguments{};
  arguments.rows = 1;
  arguments.hidden = hidden;
  arguments.x_stride = hidden;
  arguments.residual_stride = hidden;
  arguments.normed_stride = hidden;
  arguments.new_residual_stride = hidden;
  arguments.activation = type;
  arguments.weight_type = weight;
  return arguments;
}

Status evaluate(const AddRmsNormArguments& arguments) {
  return kgate::oracle::add_rms_norm.evaluate(arguments);
}

/// bf16 codes.
constexpr std::uint16_t kOne = 0x3F80;
constexpr std::uint16_t kNextAfterOne = 0x3F81;  // 1 + 2^-7
constexpr std::uint16_t kHalfUlpOfOne = 0x3B80;  // 2^-8

}  // namespace

TEST_CASE("a row of equal magnitudes becomes its weights") {
  const std::array<float, 4> x{3, -3, 3, 3};
  const std::array<float, 4> weight{1, 2, -5, 0.25F};
  std::array<float, 4> normed{};
  AddRmsNormArguments arguments = arguments_of(DataType::f32, DataType::f32, 4);
  arguments.x = x.data();
  arguments.weight = weight.data();
  arguments.normed = normed.data();
  REQUIRE(evaluate(arguments).ok());
  // 1/3 rounds up in f32, and three times it rounds to one.
  CHECK(normed == std::array<float, 4>{1, -2, -5, 0.25F});
}

TEST_CASE("eps is added to the mean under the root") {
  const std::array<float, 2> x{1, 1};
  const std::array<float, 2> weight{1, 1};
  std::array<float, 2> normed{};
  AddRmsNormArguments arguments = arguments_of(DataType::f32, DataType::f32, 2);
  arguments.x = x.data();
  arguments.weight = weight.data();
  arguments.normed = normed.data();
  arguments.eps = 3;
  REQUIRE(evaluate(arguments).ok());
  CHECK(normed == std::array<float, 2>{0.5F, 0.5F});
}

TEST_CASE("the profiles round bf16 in three different places") {
  // The sum 1 + 2^-8 is a tie between bf16 numbers and rounds to 1.
  const std::array<std::uint16_t, 2> x{kOne, kOne};
  const std::array<std::uint16_t, 2> residual{kHalfUlpOfOne, 0};
  // Unrounded, the first element scales to 1 + 2^-9 or a little less, and times 1.0029 it passes
  // the middle between 1 and the next bf16 number, 1 + 2^-8 = 1.0039; from 1 it does not.
  const std::array<float, 2> weight{1.0029F, 1};
  AddRmsNormArguments arguments = arguments_of(DataType::bf16, DataType::f32, 2);
  std::array<std::uint16_t, 2> normed{};
  std::array<std::uint16_t, 2> sum{};
  arguments.x = x.data();
  arguments.residual = residual.data();
  arguments.weight = weight.data();
  arguments.normed = normed.data();
  arguments.new_residual = sum.data();

  arguments.profile = AddRmsNormProfile::f32_sum;
  REQUIRE(evaluate(arguments).ok());
  CHECK(sum == std::array<std::uint16_t, 2>{kOne, kOne});
  CHECK(normed == std::array<std::uint16_t, 2>{kNextAfterOne, kOne});

  arguments.profile = AddRmsNormProfile::stored_sum;
  REQUIRE(evaluate(arguments).ok());
  CHECK(normed == std::array<std::uint16_t, 2>{kOne, kOne});

  // 1.0029 twice: in graph the weight itself is rounded to 1 first, and 1.0045 to 1 + 2^-7.
  const std::array<float, 2> weights{1.0029F, 1.0045F};
  arguments.weight = weights.data();
  arguments.profile = AddRmsNormProfile::graph;
  REQUIRE(evaluate(arguments).ok());
  CHECK(normed == std::array<std::uint16_t, 2>{kOne, kNextAfterOne});
}

TEST_CASE("graph rounds the scaled value before the weight") {
  // 3 / sqrt(5) = 1.34164 is 1.34375 in bf16. Times 1.5078125 that is 2.0261, the unrounded product
  // 2.0229; 2.0234 is the middle between 2.015625 and 2.03125.
  const std::array<std::uint16_t, 2> x{kOne, 0x4040};  // 1, 3
  const std::array<std::uint16_t, 2> weight{0x3FC1, 0x3FC1};
  std::array<std::uint16_t, 2> normed{};
  AddRmsNormArguments arguments = arguments_of(DataType::bf16, DataType::bf16, 2);
  arguments.x = x.data();
  arguments.weight = weight.data();
  arguments.normed = normed.data();
  arguments.profile = AddRmsNormProfile::stored_sum;
  REQUIRE(evaluate(arguments).ok());
  CHECK(normed[1] == 0x4001);
  arguments.profile = AddRmsNormProfile::graph;
  REQUIRE(evaluate(arguments).ok());
  CHECK(normed[1] == 0x4002);
}

TEST_CASE("a weight of minus zero counts as such, plus one it is one") {
  const std::array<float, 2> x{2, -2};
  const std::array<float, 2> weight{-0.0F, -0.0F};
  std::array<float, 2> normed{1, 1};
  AddRmsNormArguments arguments = arguments_of(DataType::f32, DataType::f32, 2);
  arguments.x = x.data();
  arguments.weight = weight.data();
  arguments.normed = normed.data();
  REQUIRE(evaluate(arguments).ok());
  CHECK(std::signbit(normed[0]));
  CHECK_FALSE(std::signbit(normed[1]));
  arguments.weight_bias = 1;
  REQUIRE(evaluate(arguments).ok());
  CHECK(normed == std::array<float, 2>{1, -1});
}

TEST_CASE("a NaN stays in its row") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::array<float, 4> x{1, nan, 5, 5};
  const std::array<float, 2> weight{1, 1};
  std::array<float, 4> normed{};
  AddRmsNormArguments arguments = arguments_of(DataType::f32, DataType::f32, 2);
  arguments.rows = 2;
  arguments.x = x.data();
  arguments.weight = weight.data();
  arguments.normed = normed.data();
  REQUIRE(evaluate(arguments).ok());
  CHECK(std::isnan(normed[0]));
  CHECK(std::isnan(normed[1]));
  CHECK(normed[2] == 1);
  CHECK(normed[3] == 1);
}

TEST_CASE("in place gives the bits of separate outputs") {
  const std::array<float, 3> x{1, 2, 3};
  const std::array<float, 3> residual{-4, 0.5F, 7};
  const std::array<float, 3> weight{1, 0.5F, 3};
  std::array<float, 3> normed{};
  std::array<float, 3> sum{};
  AddRmsNormArguments arguments = arguments_of(DataType::f32, DataType::f32, 3);
  arguments.x = x.data();
  arguments.residual = residual.data();
  arguments.weight = weight.data();
  arguments.normed = normed.data();
  arguments.new_residual = sum.data();
  REQUIRE(evaluate(arguments).ok());
  std::array<float, 3> x_in_place = x;
  std::array<float, 3> residual_in_place = residual;
  arguments.x = arguments.normed = x_in_place.data();
  arguments.residual = arguments.new_residual = residual_in_place.data();
  REQUIRE(evaluate(arguments).ok());
  CHECK(x_in_place == normed);
  CHECK(residual_in_place == std::array<float, 3>{-3, 2.5F, 10});
  CHECK(residual_in_place == sum);
}

TEST_CASE("the truth is the formula without roundings") {
  const std::array<std::uint16_t, 2> x{0x4040, 0x4080};  // 3, 4 in bf16
  const std::array<std::uint16_t, 2> weight{kOne, kOne};
  std::array<std::uint16_t, 2> normed{};
  AddRmsNormArguments arguments = arguments_of(DataType::bf16, DataType::bf16, 2);
  arguments.x = x.data();
  arguments.weight = weight.data();
  arguments.normed = normed.data();
  const std::vector<kgate::oracle::TruthRun> truth = kgate::oracle::add_rms_norm.truth(arguments);
  REQUIRE(truth.size() == 1);
  CHECK(truth[0].tensor == "normed");
  CHECK(truth[0].first == normed.data());
  CHECK(truth[0].values[0] == Approx(3 / std::sqrt(12.5)).epsilon(1e-15));
  CHECK(truth[0].values[1] == Approx(4 / std::sqrt(12.5)).epsilon(1e-15));
}

TEST_CASE("refused arguments leave the outputs alone") {
  const std::array<float, 2> x{1, 1};
  std::array<float, 2> normed{9, 9};
  AddRmsNormArguments arguments = arguments_of(DataType::f32, DataType::f32, 2);
  arguments.x = x.data();
  arguments.normed = normed.data();
  const Status status = evaluate(arguments);
  CHECK(status.code() == kgate::StatusCode::invalid_argument);
  CHECK(status.message().find("weight is null") != std::string_view::npos);
  CHECK(normed == std::array<float, 2>{9, 9});
}
