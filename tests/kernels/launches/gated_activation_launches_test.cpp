// SPDX-License-Identifier: MIT
// Which entry of gated_activation is launched, in what shape, and with which argument.
#include <string>

#include "kernels/data_type.hpp"
#include "kernels/gated_activation/gated_activation_launch.hpp"
#include "tests/kernels/argument_rows.hpp"
#include "tests/kernels/launches/recorded_launch.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::GatedActivationFunction;
using kgate::GatedActivationProfile;
using kgate::record_launch;
using kgate::RecordedLaunch;
using kgate::Shape;
using Arguments = kgate::GatedActivationArguments;
using Row = kgate::EntryRow<Arguments>;

namespace {

constexpr std::uintptr_t kGate = 0x100000000000;
constexpr std::uintptr_t kUp = 0x200000000000;
constexpr std::uintptr_t kOut = 0x300000000000;

/// The fewest rows of 64 bf16 elements that are read by vectors; every tensor has its own stride.
Arguments aligned() {
  Arguments arguments{};
  arguments.gate = at_address(kGate);
  arguments.up = at_address(kUp);
  arguments.out = at_address(kOut);
  arguments.rows = 512;
  arguments.gate_stride = 8200;  // 16-byte vectors in elements, not in pairs of them
  arguments.up_stride = 8216;
  arguments.out_stride = 8232;
  arguments.intermediate = 64;
  arguments.limit = 7;
  arguments.alpha = 1;
  arguments.type = DataType::bf16;
  return arguments;
}

RecordedLaunch with_size(std::int64_t rows, std::int32_t intermediate) {
  Arguments arguments = aligned();
  arguments.rows = rows;
  arguments.intermediate = intermediate;
  return record_launch(arguments);
}

}  // namespace

TEST_CASE("gated_activation: one entry for each type, function, profile and way to read") {
  struct Choice {
    DataType type;
    std::uint32_t function;
    std::uint32_t profile;
    std::string entry;
  };
  const Choice choices[] = {
      {DataType::f32, 0, 0, "f32_silu"},        {DataType::f32, 1, 1, "f32_gelu"},
      {DataType::f32, 2, 0, "f32_gelu_tanh"},   {DataType::f16, 0, 0, "f16_silu_stored"},
      {DataType::f16, 1, 0, "f16_gelu_stored"}, {DataType::f16, 2, 1, "f16_gelu_tanh_f32"},
      {DataType::f16, 0, 1, "f16_silu_f32"},    {DataType::bf16, 0, 0, "bf16_silu_stored"},
      {DataType::bf16, 1, 1, "bf16_gelu_f32"},  {DataType::bf16, 2, 0, "bf16_gelu_tanh_stored"},
  };
  for (const Choice& choice : choices) {
    Arguments arguments = aligned();
    arguments.type = choice.type;
    arguments.function = GatedActivationFunction{choice.function};
    arguments.profile = GatedActivationProfile{choice.profile};
    CHECK(record_launch(arguments).entry == "gated_activation_" + choice.entry + "_wide");
    arguments.rows = 1;
    CHECK(record_launch(arguments).entry == "gated_activation_" + choice.entry + "_narrow");
  }
}

TEST_CASE("gated_activation: every tensor's address and stride decides whether vectors are read") {
  const std::string wide = "gated_activation_bf16_silu_stored_wide";
  const std::string narrow = "gated_activation_bf16_silu_stored_narrow";
  const Row rows[] = {
      {[](Arguments&) {}, wide},
      {[](Arguments& a) { a.gate = at_address(kGate + 2); }, narrow},
      {[](Arguments& a) { a.up = at_address(kUp + 8); }, narrow},
      {[](Arguments& a) { a.out = at_address(kOut + 4); }, narrow},
      {[](Arguments& a) { a.gate_stride = 8201; }, narrow},
      {[](Arguments& a) { a.up_stride = 8202; }, narrow},
      {[](Arguments& a) { a.out_stride = 8204; }, narrow},
      {[](Arguments& a) { a.intermediate = 65; }, narrow},
      {[](Arguments& a) { a.rows = 511; }, narrow},  // too few elements
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE("gated_activation: columns of vectors, at most 1024 workgroups of rows, whole groups") {
  const RecordedLaunch one = with_size(512, 64);
  CHECK(one.grid == Shape{1, 512, 1});
  CHECK(one.block == Shape{32, 1, 1});
  CHECK(one.dynamic_lds == 0);
  CHECK(with_size(511, 64).grid == Shape{1, 511, 1});  // 2 elements a thread
  CHECK(with_size(511, 64).block == Shape{32, 1, 1});
  CHECK(with_size(511, 128).grid == Shape{1, 511, 1});
  CHECK(with_size(1025, 64).grid == Shape{1, 1024, 1});
  CHECK(with_size(512, 2048).grid == Shape{1, 512, 1});
  CHECK(with_size(512, 2048).block == Shape{256, 1, 1});
  CHECK(with_size(512, 2056).grid == Shape{2, 512, 1});
  CHECK(with_size(512, 4104).grid == Shape{3, 512, 1});
  CHECK(with_size(512, 4104).block == Shape{256, 1, 1});
  CHECK(with_size(1, 4096).grid == Shape{8, 1, 1});
}

TEST_CASE(
    "gated_activation: the argument is the contract's, without rows or with wrong ones none") {
  const Arguments arguments = aligned();
  const RecordedLaunch recorded = record_launch(arguments);
  CHECK(recorded.launches == 1);
  const auto argument = recorded.argument_as<Arguments>();
  CHECK(kgate::same_bytes(argument, arguments));
  CHECK(with_size(0, 64).status.ok());
  CHECK(with_size(0, 64).launches == 0);
  CHECK(with_size(1, 0).status.code() == kgate::StatusCode::invalid_argument);
  CHECK(with_size(1, 0).launches == 0);
  CHECK(with_size(1, 8).launches == 1);
}

TEST_CASE(
    "gated_activation: is registered for both backends, and tells of a launch that a device "
    "refuses") {
  kgate::check_registrations("gated_activation");
  kgate::check_refused_launch(aligned());
}
