// SPDX-License-Identifier: MIT
// Each way gated_activation's arguments can be wrong is refused by name.
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "tests/catch.hpp"

using kgate::DataType;
using kgate::GatedActivationFunction;
using kgate::GatedActivationProfile;
using Arguments = kgate::GatedActivationArguments;

namespace {

constexpr std::int64_t kRows = 3;
constexpr std::int32_t kIntermediate = 8;

/// Memory of the valid launch: gate and up as halves of one tensor, and an output.
struct Tensors {
  alignas(16) std::array<std::uint16_t, kRows * 2 * kIntermediate> input{};
  alignas(16) std::array<std::uint16_t, kRows * kIntermediate> out{};

  Arguments arguments() {
    Arguments valid{};
    valid.gate = input.data();
    valid.up = input.data() + kIntermediate;
    valid.out = out.data();
    valid.rows = kRows;
    valid.gate_stride = valid.up_stride = 2 * kIntermediate;
    valid.out_stride = kIntermediate;
    valid.intermediate = kIntermediate;
    valid.limit = std::numeric_limits<float>::infinity();
    valid.alpha = 1;
    valid.type = DataType::bf16;
    return valid;
  }
};

/// The message for the valid arguments after `change`; empty if they are accepted.
std::string message_after(const std::function<void(Arguments&, Tensors&)>& change) {
  Tensors tensors;
  Arguments arguments = tensors.arguments();
  change(arguments, tensors);
  const kgate::Status status = kgate::check(arguments);
  CHECK((status.ok() || status.code() == kgate::StatusCode::invalid_argument));
  return std::string(status.message());
}

/// Whether the message begins with `begin` and ends with `end`; an address may be between.
bool frames(const std::string& message, const std::string& begin, const std::string& end) {
  INFO(message);
  CHECK(message.substr(0, begin.size()) == begin);
  return message.size() >= end.size() && message.substr(message.size() - end.size()) == end;
}

}  // namespace

TEST_CASE("halves of one tensor in either order, and results over gate or up, are accepted") {
  CHECK(message_after([](Arguments&, Tensors&) {}).empty());
  CHECK(message_after([](Arguments& a, Tensors&) { std::swap(a.gate, a.up); }).empty());
  CHECK(message_after([](Arguments& a, Tensors& t) {
          a.out = t.input.data();
          a.out_stride = a.gate_stride;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors& t) {
          a.out = t.input.data() + kIntermediate;
          a.out_stride = a.up_stride;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) { a.up = a.gate; }).empty());
}

TEST_CASE("an output over its input in any other way is refused") {
  const std::string end = "; allowed: no overlap, or the same address and stride";
  CHECK(frames(message_after([](Arguments& a, Tensors& t) { a.out = t.input.data(); }),
               "gated_activation: out at 0x", end));
  CHECK(frames(message_after([](Arguments& a, Tensors& t) {
                 a.out = t.input.data() + 1;
                 a.out_stride = a.gate_stride;
               }),
               "gated_activation: out at 0x", end));
  CHECK(frames(message_after([](Arguments& a, Tensors& t) {
                 // Exactly gate, but gate and up overlap by one element.
                 a.up = t.input.data() + 7;
                 a.out = t.input.data();
                 a.out_stride = a.gate_stride;
               }),
               "gated_activation: out at 0x", end));
}

TEST_CASE("a gated activation without rows looks at no pointer, but at sizes") {
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.rows = 0;
          a.gate = nullptr;
          a.up = nullptr;
          a.out = nullptr;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.rows = 0;
          a.intermediate = 0;
        }) == "gated_activation: intermediate is 0; allowed: 1 to 16777216");
}

TEST_CASE("sizes and codes out of range are named with what is allowed") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.intermediate = 16777217; }) ==
        "gated_activation: intermediate is 16777217; allowed: 1 to 16777216");
  CHECK(message_after([](Arguments& a, Tensors&) { a.rows = -1; }) ==
        "gated_activation: rows is -1; allowed: 0 or more");
  CHECK(message_after([](Arguments& a, Tensors&) { a.type = DataType::f8_e4m3fn; }) ==
        "gated_activation: type is data type 3; allowed: f16, bf16, f32");
  CHECK(message_after([](Arguments& a, Tensors&) { a.function = GatedActivationFunction{3}; }) ==
        "gated_activation: function is 3; allowed: 0 to 2");
  CHECK(message_after([](Arguments& a, Tensors&) { a.profile = GatedActivationProfile{2}; }) ==
        "gated_activation: profile is 2; allowed: 0 or 1");
}

TEST_CASE("gated_activation: pointers and strides are named") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.up = nullptr; }) ==
        "gated_activation: up is null; it must point to bf16 elements");
  CHECK(frames(message_after([](Arguments& a, Tensors& t) {
                 a.out = reinterpret_cast<std::byte*>(t.out.data()) + 1;
               }),
               "gated_activation: out is at 0x",
               "; it must be aligned to its bf16 elements, 2 bytes"));
  CHECK(message_after([](Arguments& a, Tensors&) { a.gate_stride = 7; }) ==
        "gated_activation: gate_stride is 7; it must be at least the row length, 8");
  CHECK(message_after([](Arguments& a, Tensors&) { a.out_stride = INT64_MAX / 2; }) ==
        "gated_activation: out_stride is 4611686018427387903; 3 rows of it exceed a 63-bit byte "
        "offset");
}

TEST_CASE("a limit must be a positive number of the type") {
  const auto with_limit = [](DataType type, float limit) {
    return message_after([=](Arguments& a, Tensors&) {
      a.type = type;
      a.limit = limit;
      a.rows = 0;
    });
  };
  CHECK(with_limit(DataType::bf16, 7.0F).empty());
  CHECK(with_limit(DataType::f16, 7.1F) ==
        "gated_activation: limit is 7.1; allowed: a positive normal number of f16, or infinity for "
        "no clamp");
  CHECK(with_limit(DataType::f16, 65504.0F).empty());
  CHECK(!with_limit(DataType::f16, 65536.0F).empty());
  CHECK(with_limit(DataType::bf16, 65536.0F).empty());
  CHECK(!with_limit(DataType::bf16, 1.00390625F).empty());
  CHECK(with_limit(DataType::f16, 1.00390625F).empty());
  CHECK(with_limit(DataType::f32, 7.1F).empty());
  CHECK(!with_limit(DataType::f32, 0.0F).empty());
  CHECK(!with_limit(DataType::f32, -7.0F).empty());
  CHECK(!with_limit(DataType::f32, std::numeric_limits<float>::quiet_NaN()).empty());
}

TEST_CASE("alpha belongs to silu, and alpha and up_bias must be finite") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.alpha = 1.702F; }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.alpha = 1.702F;
          a.function = GatedActivationFunction::gelu;
        }) == "gated_activation: alpha is 1.702; allowed: 1, or with silu from 1/1024 to 1024");
  CHECK(!message_after([](Arguments& a, Tensors&) { a.alpha = 0; }).empty());
  CHECK(!message_after([](Arguments& a, Tensors&) { a.alpha = 1025; }).empty());
  CHECK(!message_after([](Arguments& a, Tensors&) {
           a.alpha = std::numeric_limits<float>::quiet_NaN();
         }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.up_bias = std::numeric_limits<float>::infinity();
        }) == "gated_activation: up_bias is inf; allowed: any finite number");
}
