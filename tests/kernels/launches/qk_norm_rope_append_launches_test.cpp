// SPDX-License-Identifier: MIT
// Which entry of qk_norm_rope_append is launched, in what shape, and with which argument.
#include <bit>
#include <string>

#include "kernels/qk_norm_rope_append/qk_norm_rope_append_launch.hpp"
#include "kernels/qk_norm_rope_append/qk_norm_rope_append_plan.hpp"
#include "tests/kernels/argument_rows.hpp"
#include "tests/kernels/launches/recorded_launch.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::record_launch;
using kgate::RecordedLaunch;
using kgate::Shape;
using Arguments = kgate::QkNormRopeAppendArguments;
using Row = kgate::EntryRow<Arguments>;

namespace {

constexpr std::uintptr_t kQ = 0x100000000000;
constexpr std::uintptr_t kK = 0x200000000000;
constexpr std::uintptr_t kQWeight = 0x300000000000;
constexpr std::uintptr_t kKWeight = 0x400000000000;
constexpr std::uintptr_t kError = 0x500000000000;

/// Three tokens of 4 and 2 heads of 64 bf16 elements in whole vectors, in place, without rotation.
Arguments aligned() {
  Arguments arguments{};
  arguments.append.q = arguments.append.q_out = {at_address(kQ), 512, 64};
  arguments.append.k = arguments.append.k_out = {at_address(kK), 256, 64};
  arguments.append.tokens = 3;
  arguments.append.q_heads = 4;
  arguments.append.kv_heads = 2;
  arguments.append.head_size = 64;
  arguments.append.activation = DataType::bf16;
  arguments.append.error = at_address<std::uint64_t>(kError);
  arguments.q_weight = at_address(kQWeight);
  arguments.k_weight = at_address(kKWeight);
  arguments.eps = 1e-6F;
  arguments.weight_type = DataType::bf16;
  return arguments;
}

void set_type(Arguments& a, DataType type) { a.append.activation = a.weight_type = type; }

/// Angles that are computed, which the plain entries lack.
void compute_angles(Arguments& a) {
  a.append.rope.angles = kgate::RopeAngles::base;
  a.append.rope.base = 1e4F;
  a.append.rope.attention_scaling = 1;
  a.append.rope.rotary_dim = 64;
  a.append.rope.positions = at_address(0x600000000000);
  a.append.rope.position_type = DataType::i64;
}

}  // namespace

TEST_CASE("qk_norm_rope_append: types, alignment and angles choose the entry") {
  const std::string unaligned = "qk_norm_rope_append_bf16_unaligned";
  const Row rows[] = {
      {[](Arguments&) {}, "qk_norm_rope_append_bf16_plain"},
      {[](Arguments& a) { set_type(a, DataType::f16); }, "qk_norm_rope_append_f16_plain"},
      {[](Arguments& a) { set_type(a, DataType::f32); }, "qk_norm_rope_append_f32_plain"},
      {[](Arguments& a) { compute_angles(a); }, "qk_norm_rope_append_bf16_wide"},
      {[](Arguments& a) { a.append.q.token_stride = a.append.q_out.token_stride = 513; },
       unaligned},
      {[](Arguments& a) { a.q_weight = at_address(kQWeight + 8); }, unaligned},
      {[](Arguments& a) { a.k_weight = at_address(kKWeight + 2); }, unaligned},
      {[](Arguments& a) { a.append.head_size = 56; }, unaligned},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE("qk_norm_rope_append: threads for all heads of a token, and the contract's argument") {
  const Arguments arguments = aligned();
  const RecordedLaunch recorded = record_launch(arguments);
  CHECK(recorded.launches == 1);
  // Six heads of 4 units.
  CHECK(recorded.grid == Shape{3, 1, 1});
  CHECK(recorded.block == Shape{32, 1, 1});
  CHECK(recorded.dynamic_lds == 0);
  const auto launch = recorded.argument_as<kgate::device::QkNormRopeAppendLaunch>();
  CHECK(kgate::same_bytes(launch.arguments, arguments));
  CHECK(launch.plan.q_heads == 4);
  CHECK(launch.plan.all_heads == 6);

  Arguments many = arguments;
  many.append.tokens = 16385;
  CHECK(record_launch(many).grid == Shape{16384, 2, 1});
  many = arguments;
  many.append.q_heads = 96;
  many.append.q.token_stride = many.append.q_out.token_stride = 8192;
  CHECK(record_launch(many).grid == Shape{3, 1, 4});  // 98 heads, 32 in a workgroup
  CHECK(record_launch(many).block == Shape{128, 1, 1});
}

TEST_CASE("qk_norm_rope_append: without tokens or with wrong arguments nothing is launched") {
  Arguments arguments = aligned();
  arguments.append.tokens = 0;
  CHECK(record_launch(arguments).status.ok());
  CHECK(record_launch(arguments).launches == 0);
  arguments.append.tokens = 1;
  CHECK(record_launch(arguments).launches == 1);
  arguments.eps = -1;
  CHECK(record_launch(arguments).status.code() == kgate::StatusCode::invalid_argument);
  CHECK(record_launch(arguments).launches == 0);
  // No entry, width or size is looked up for what is no type.
  arguments = aligned();
  arguments.append.activation = std::bit_cast<kgate::DataType>(99U);
  CHECK(record_launch(arguments).status.code() == kgate::StatusCode::invalid_argument);
}

TEST_CASE(
    "qk_norm_rope_append: is registered for both backends, and tells of a launch that a device "
    "refuses") {
  kgate::check_registrations("qk_norm_rope_append");
  kgate::check_refused_launch(aligned());
}
