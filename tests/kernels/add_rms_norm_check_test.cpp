// SPDX-License-Identifier: MIT
// Each way add_rms_norm's arguments can be wrong is refused by name.
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "tests/catch.hpp"

using kgate::AddRmsNormArguments;
using kgate::AddRmsNormProfile;
using kgate::DataType;

namespace {

constexpr std::int64_t kRows = 3;
constexpr std::int32_t kHidden = 8;
constexpr std::int64_t kStride = 32;
constexpr std::int64_t kResidual = 10;  // columns of the interleaved tensors
constexpr std::int64_t kNormed = 20;

/// Memory for all tensors of the valid launch: x, residual and normed interleaved, the rest apart.
struct Tensors {
  alignas(16) std::array<std::uint16_t, 3 * 32> interleaved{};
  alignas(16) std::array<std::uint16_t, 3 * 32> sums{};
  alignas(16) std::array<std::uint16_t, 8> weight{};

  AddRmsNormArguments arguments() {
    AddRmsNormArguments valid{};
    valid.x = interleaved.data();
    valid.residual = interleaved.data() + kResidual;
    valid.normed = interleaved.data() + kNormed;
    valid.new_residual = sums.data();
    valid.weight = weight.data();
    valid.rows = kRows;
    valid.x_stride = valid.residual_stride = kStride;
    valid.normed_stride = valid.new_residual_stride = kStride;
    valid.hidden = kHidden;
    valid.eps = 1e-5F;
    valid.activation = DataType::f16;
    valid.weight_type = DataType::f16;
    return valid;
  }
};

/// The message for the valid arguments after `change`; empty if they are accepted.
std::string message_after(const std::function<void(AddRmsNormArguments&, Tensors&)>& change) {
  Tensors tensors;
  AddRmsNormArguments arguments = tensors.arguments();
  change(arguments, tensors);
  const kgate::Status status = kgate::check(arguments);
  CHECK((status.ok() || status.code() == kgate::StatusCode::invalid_argument));
  return std::string(status.message());
}

using Arguments = AddRmsNormArguments;

}  // namespace

TEST_CASE("interleaved tensors, in place and plain norm are accepted") {
  CHECK(message_after([](Arguments&, Tensors&) {}).empty());
  CHECK(message_after([](Arguments& a, Tensors& t) {
          a.normed = t.interleaved.data();
          a.new_residual = t.interleaved.data() + kResidual;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.residual = nullptr;
          a.new_residual = nullptr;
          a.residual_stride = a.new_residual_stride = -1;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) { a.new_residual = nullptr; }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) { a.weight_bias = 1; }).empty());
}

TEST_CASE("with no rows pointers are not looked at, sizes are") {
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.rows = 0;
          a.x = nullptr;
          a.weight = nullptr;
          a.normed = nullptr;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.rows = 0;
          a.hidden = 0;
        }) == "add_rms_norm: hidden is 0; allowed: 1 to 65536");
}

TEST_CASE("values out of range are named with what is allowed") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.hidden = 65537; }) ==
        "add_rms_norm: hidden is 65537; allowed: 1 to 65536");
  CHECK(message_after([](Arguments& a, Tensors&) { a.rows = -1; }) ==
        "add_rms_norm: rows is -1; allowed: 0 to 2147483648");
  CHECK(message_after([](Arguments& a, Tensors&) { a.rows = 2147483649; }) ==
        "add_rms_norm: rows is 2147483649; allowed: 0 to 2147483648");
  CHECK(message_after([](Arguments& a, Tensors&) { a.eps = -1e-6F; }) ==
        "add_rms_norm: eps is -1e-06; allowed: finite, not negative");
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.eps = std::numeric_limits<float>::quiet_NaN();
        }) == "add_rms_norm: eps is nan; allowed: finite, not negative");
  CHECK(message_after([](Arguments& a, Tensors&) { a.weight_bias = 0.5F; }) ==
        "add_rms_norm: weight_bias is 0.5; allowed: 0 or 1");
  CHECK(message_after([](Arguments& a, Tensors&) { a.profile = AddRmsNormProfile{3}; }) ==
        "add_rms_norm: profile is 3; allowed: 0 to 2");
}

TEST_CASE("type pairs without a kernel are refused") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.activation = DataType::f8_e4m3fn; }) ==
        "add_rms_norm: activation is data type 3; allowed: f16, bf16, f32");
  CHECK(message_after([](Arguments& a, Tensors&) { a.weight_type = DataType::bf16; }) ==
        "add_rms_norm: weight_type is data type 2; allowed with f16: f16 or f32");
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.activation = DataType::f32;
          a.weight_type = DataType::f16;
        }) == "add_rms_norm: weight_type is data type 1; allowed with f32: f32 or f32");
}

TEST_CASE("null and misaligned pointers are named") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.x = nullptr; }) ==
        "add_rms_norm: x is null; it must point to f16 elements");
  CHECK(message_after([](Arguments& a, Tensors&) { a.weight = nullptr; }) ==
        "add_rms_norm: weight is null; it must point to f16 elements");
  CHECK(message_after([](Arguments& a, Tensors&) { a.normed = nullptr; }) ==
        "add_rms_norm: normed is null; it must point to f16 elements");
  CHECK(message_after([](Arguments& a, Tensors&) { a.residual = nullptr; }) ==
        "add_rms_norm: new_residual is set and residual is null; set both, or neither for plain "
        "rms_norm");
  const std::string message = message_after([](Arguments& a, Tensors& t) {
    a.residual = reinterpret_cast<const std::uint8_t*>(t.interleaved.data()) + 17;
  });
  CHECK(message.find("add_rms_norm: residual is at 0x") == 0);
  CHECK(message.find("it must be aligned to its f16 elements, 2 bytes") != std::string::npos);
}

TEST_CASE("strides that cannot hold a row or overflow are named") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.residual_stride = 7; }) ==
        "add_rms_norm: residual_stride is 7; it must be at least the row length, 8");
  CHECK(message_after([](Arguments& a, Tensors&) { a.normed_stride = -24; }) ==
        "add_rms_norm: normed_stride is -24; it must be at least the row length, 8");
  CHECK(message_after([](Arguments& a, Tensors&) { a.x_stride = std::int64_t{1} << 62; }) ==
        "add_rms_norm: x_stride is 4611686018427387904; 3 rows of it exceed a 63-bit byte offset");
}

TEST_CASE("outputs that overlap another tensor are refused") {
  struct Overlap {
    std::string pair;
    std::function<void(Arguments&, Tensors&)> change;
  };
  const std::array overlaps{
      Overlap{"normed|x", [](Arguments& a, Tensors& t) { a.normed = t.interleaved.data() + 1; }},
      Overlap{"normed|residual",
              [](Arguments& a, Tensors& t) { a.normed = t.interleaved.data() + kResidual; }},
      Overlap{"normed|weight",
              [](Arguments& a, Tensors& t) { a.weight = t.interleaved.data() + 21; }},
      Overlap{"normed|new_residual", [](Arguments& a, Tensors&) { a.new_residual = a.normed; }},
      Overlap{"new_residual|x",
              [](Arguments& a, Tensors& t) { a.new_residual = t.interleaved.data(); }},
      Overlap{"new_residual|residual",
              [](Arguments& a, Tensors& t) { a.new_residual = t.interleaved.data() + 12; }},
      Overlap{"new_residual|weight", [](Arguments& a, Tensors& t) { a.weight = t.sums.data(); }},
  };
  for (const Overlap& overlap : overlaps) {
    const std::string message = message_after(overlap.change);
    const std::size_t bar = overlap.pair.find('|');
    INFO(overlap.pair << ": " << message);
    CHECK(message.find("add_rms_norm: " + overlap.pair.substr(0, bar) + " at 0x") == 0);
    CHECK(message.find(" overlaps " + overlap.pair.substr(bar + 1) + " at 0x") !=
          std::string::npos);
  }
}

TEST_CASE("in place with another stride is an overlap") {
  const std::string message = message_after([](Arguments& a, Tensors& t) {
    a.normed = t.interleaved.data();
    a.normed_stride = 8;
  });
  CHECK(message.find("allowed: no overlap, or the same address and stride") != std::string::npos);
}
