// SPDX-License-Identifier: MIT
// Which entry of rope_append is launched, in what shape, and with which argument.
#include <bit>
#include <string>

#include "kernels/device/append_plan.hpp"
#include "kernels/rope_append/rope_append_launch.hpp"
#include "kernels/rope_append/rope_append_plan.hpp"
#include "tests/kernels/launches/recorded_launch.hpp"
#include "tests/kernels/rope_append_arguments.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::record_launch;
using kgate::RecordedLaunch;
using kgate::RopeAngles;
using kgate::RopePairing;
using kgate::RopeProfile;
using kgate::Shape;
using namespace kgate::rope_append_tests;
using Arguments = kgate::RopeAppendArguments;
using Row = kgate::EntryRow<Arguments>;

namespace {

constexpr std::int64_t kFar = std::int64_t{1} << 32;  // elements, more than the neox entries count

/// Four tokens in bf16 of 4 and 2 heads of 32, v of 16, in whole units, NeoX pairs from a table,
/// every tensor with strides of its own.
Arguments aligned() {
  Arguments arguments = valid();
  arguments.head_size = 32;
  arguments.v_head_size = 16;
  arguments.rope.table_stride = 20;
  arguments.q = {at_address(kQ), 1000, 40};
  arguments.k = {at_address(kK), 1008, 48};
  arguments.v = {at_address(kV), 1016, 56};
  arguments.q_out = {at_address(kQOut), 1024, 64};
  arguments.k_out = {at_address(kKOut), 1032, 72};
  arguments.v_out = {at_address(kVOut), 1040, 80};
  arguments.cache.k_head_stride = 40;
  arguments.cache.k_token_stride = 80;
  arguments.cache.k_block_stride = 648;
  arguments.cache.v_head_stride = 24;
  arguments.cache.v_token_stride = 48;
  arguments.cache.v_block_stride = 392;
  return arguments;
}

void set_types(Arguments& a, DataType activation, DataType table, RopeProfile profile) {
  a.activation = a.cache.type = activation;
  a.rope.table_type = table;
  a.rope.profile = profile;
  a.rope.table_stride = 24;
}

/// q and k rotated and nothing more.
void only_rotate(Arguments& a) {
  a.cache = {};
  a.v = a.v_out = {};
}

}  // namespace

TEST_CASE("rope_append: types, pairing, angles and alignment choose the entry") {
  const std::string wide = "rope_append_bf16_wide";
  const Row rows[] = {
      {[](Arguments& a) { a.rope.pairing = RopePairing::interleaved; }, "rope_append_bf16_plain"},
      {[](Arguments& a) {
         set_types(a, DataType::f16, DataType::f32, RopeProfile::f32);
         a.rope.pairing = RopePairing::interleaved;
       },
       "rope_append_f16_plain"},
      {[](Arguments& a) {
         set_types(a, DataType::f32, DataType::f32, RopeProfile::f32);
         a.rope.pairing = RopePairing::interleaved;
       },
       "rope_append_f32_plain"},
      {[](Arguments& a) { a.cache.type = DataType::f8_e4m3fn; }, wide},
      {[](Arguments& a) {
         a.rope.angles = RopeAngles::base;
         a.rope.base = 1e4F;
         a.rope.attention_scaling = 1;
       },
       wide},
      {[](Arguments& a) { a.rope = {}; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.q.data = at_address(kQ + 2); }, "rope_append_bf16_unaligned"},
      {[](Arguments& a) {
         set_types(a, DataType::f16, DataType::f32, RopeProfile::f32);
         a.q.data = at_address(kQ + 2);
       },
       "rope_append_f16_unaligned"},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE(
    "rope_append: NeoX pairs from a table have entries for the types and profiles there are") {
  const Row rows[] = {
      {[](Arguments&) {}, "rope_append_bf16_neox_f32_append"},
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::f32, RopeProfile::f32); },
       "rope_append_f16_neox_f32_append"},
      {[](Arguments& a) { set_types(a, DataType::f32, DataType::f32, RopeProfile::native); },
       "rope_append_f32_neox_f32_append"},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::bf16, RopeProfile::native); },
       "rope_append_bf16_neox_native_append"},
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::f16, RopeProfile::native); },
       "rope_append_f16_neox_native_append"},
      {[](Arguments& a) { a.rope.profile = RopeProfile::native; }, "rope_append_bf16_plain"},
      {[](Arguments& a) {
         a.rope.table_type = DataType::bf16;
         a.rope.table_stride = 24;
       },
       "rope_append_bf16_plain"},
      {[](Arguments& a) { only_rotate(a); }, "rope_append_bf16_neox_f32_rotate"},
      {[](Arguments& a) {
         only_rotate(a);
         a.tokens = 2048;
       },
       "rope_append_bf16_neox_f32_rotate_many"},
      {[](Arguments& a) { a.cache = {}; }, "rope_append_bf16_neox_f32_append"},
      {[](Arguments& a) {
         only_rotate(a);
         a.head_size = a.rope.rotary_dim = 512;  // 32 units, a wave's lanes
         a.rope.table_stride = 512;
         for (kgate::HeadTensor* tensor : {&a.q, &a.k, &a.q_out, &a.k_out}) {
           *tensor = {tensor->data, 2048, 512};
         }
       },
       "rope_append_bf16_neox_f32_rotate"},
      {[](Arguments& a) {
         only_rotate(a);
         a.head_size = 528;  // a unit more
         a.rope.rotary_dim = 512;
         a.rope.table_stride = 512;
         for (kgate::HeadTensor* tensor : {&a.q, &a.k, &a.q_out, &a.k_out}) {
           *tensor = {tensor->data, 4096, 528};
         }
       },
       "rope_append_bf16_plain"},
      {[](Arguments& a) { a.tokens = 1023; }, "rope_append_bf16_neox_f32_append"},
      {[](Arguments& a) { a.tokens = 1024; }, "rope_append_bf16_plain"},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE("rope_append: from 2048 tokens on a thread of the neox entries has two heads") {
  struct Heads {
    std::int64_t tokens;
    const char* entry;
    int q_heads;  ///< and 2 of k, of 2 units each
    int groups;
    std::uint32_t threads;
    std::uint32_t workgroups;
  };
  const char* const one_head = "rope_append_bf16_neox_f32_rotate";
  const char* const two_heads = "rope_append_bf16_neox_f32_rotate_many";
  const Heads table[] = {
      {2047, one_head, 4, 6, 32, 1},       {2048, two_heads, 4, 3, 32, 1},
      {2048, two_heads, 5, 4, 32, 1},      {2048, two_heads, 31, 17, 64, 1},
      {2048, two_heads, 510, 256, 512, 1}, {2048, one_head, 511, 513, 128, 9},
      {4, one_head, 61, 63, 128, 1},       {4, one_head, 62, 64, 128, 1},
      {4, one_head, 63, 65, 128, 2},
  };
  for (const Heads& one : table) {
    Arguments arguments = aligned();
    only_rotate(arguments);
    arguments.tokens = one.tokens;
    arguments.q_heads = one.q_heads;
    arguments.q.token_stride = arguments.q_out.token_stride = 65536;
    const RecordedLaunch recorded = record_launch(arguments);
    INFO(one.tokens << " tokens, " << one.q_heads << " heads: " << recorded.status.message());
    CHECK(recorded.entry == one.entry);
    CHECK(recorded.grid[2] == one.workgroups);
    CHECK(recorded.block == Shape{one.threads, 1, 1});
    CHECK(recorded.argument_as<kgate::device::RopeAppendNeoxLaunch>().groups == one.groups);
  }
}

TEST_CASE("rope_append: a stride past 31 bits is for the plain entries, whichever it is") {
  const Row rows[] = {
      {[](Arguments& a) { a.rope.table_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.q.token_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.q.head_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.k.token_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.v.head_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.q_out.token_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.k_out.head_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.v_out.token_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.cache.k_block_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.cache.k_token_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.cache.k_head_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.cache.v_block_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.cache.v_token_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.cache.v_head_stride = kFar; }, "rope_append_bf16_plain"},
      {[](Arguments& a) { a.q.token_stride = INT32_MAX - 7; }, "rope_append_bf16_neox_f32_append"},
      {[](Arguments& a) {
         only_rotate(a);
         a.v.token_stride = INT32_MAX;  // of no tensor, so that it need not be whole vectors
       },
       "rope_append_bf16_neox_f32_rotate"},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE(
    "rope_append: the general entries get the contract's argument and a workgroup per token") {
  Arguments arguments = aligned();
  arguments.rope.pairing = RopePairing::interleaved;
  const RecordedLaunch recorded = record_launch(arguments);
  CHECK(recorded.launches == 1);
  CHECK(recorded.grid == Shape{4, 1, 1});  // eight heads of 2 units
  CHECK(recorded.block == Shape{32, 1, 1});
  CHECK(recorded.dynamic_lds == 0);
  const auto launch = recorded.argument_as<kgate::device::RopeAppendLaunch>();
  CHECK(kgate::same_bytes(launch.arguments, arguments));
  CHECK(launch.plan.all_heads == 8);
}

TEST_CASE("rope_append: the argument of the neox entries names every tensor, stride and size") {
  const Arguments arguments = aligned();
  const RecordedLaunch recorded = record_launch(arguments);
  CHECK(recorded.launches == 1);
  CHECK(recorded.grid == Shape{4, 1, 1});
  CHECK(recorded.block == Shape{32, 1, 1});
  CHECK(recorded.dynamic_lds == 0);
  const auto launch = recorded.argument_as<kgate::device::RopeAppendNeoxLaunch>();
  CHECK(launch.positions == at_address(kPositions));
  CHECK(launch.table == at_address(kTable));
  CHECK(launch.tokens == 4);
  CHECK(launch.q_heads == 4);
  CHECK(launch.qk_heads == 6);
  CHECK(launch.all_heads == 8);
  CHECK(launch.groups == 8);
  CHECK(launch.lane_bits == 1);
  CHECK(launch.threads == 32);
  CHECK(launch.position_type == DataType::i64);
  CHECK(launch.position_limit == 10);
  CHECK(launch.rotary_dim == 16);
  CHECK(launch.rotated_units == 1);
  CHECK(launch.qk_units == 2);
  CHECK(launch.v_units == 1);
  CHECK(launch.table_stride == 20);
  CHECK(launch.slot_count == 4);
  CHECK(launch.slots == at_address(kSlots));
  CHECK(launch.error == at_address(kError));
  CHECK(launch.cache.blocks == 3);
  CHECK(launch.cache.block_size == 8);
  CHECK(launch.cache.addressing == kgate::KvCacheAddressing::slots);

  struct Heads {
    const kgate::device::NeoxHeads& heads;
    std::uintptr_t from, to, cached;
    std::array<std::int32_t, 7> strides;
  };
  const Heads all[] = {{launch.q, kQ, kQOut, 0, {1000, 40, 1024, 64, 0, 0, 0}},
                       {launch.k, kK, kKOut, kCacheK, {1008, 48, 1032, 72, 648, 80, 40}},
                       {launch.v, kV, kVOut, kCacheV, {1016, 56, 1040, 80, 392, 48, 24}}};
  for (const Heads& one : all) {
    const kgate::device::NeoxHeads& heads = one.heads;
    CHECK(heads.from == at_address(one.from));
    CHECK(heads.to == at_address(one.to));
    CHECK(heads.cached == at_address(one.cached));
    CHECK(std::array{heads.from_token_stride, heads.from_head_stride, heads.to_token_stride,
                     heads.to_head_stride, heads.cached_block_stride, heads.cached_token_stride,
                     heads.cached_head_stride} == one.strides);
  }
}

TEST_CASE("rope_append: without tokens or with wrong arguments nothing is launched") {
  Arguments arguments = aligned();
  arguments.tokens = 0;
  CHECK(record_launch(arguments).status.ok());
  CHECK(record_launch(arguments).launches == 0);
  arguments.tokens = arguments.cache.slot_count = 1;
  CHECK(record_launch(arguments).launches == 1);
  arguments.head_size = 0;
  CHECK(record_launch(arguments).status.code() == kgate::StatusCode::invalid_argument);
  CHECK(record_launch(arguments).launches == 0);
  // No entry, width or size is looked up for what is no type.
  arguments = aligned();
  arguments.activation = std::bit_cast<kgate::DataType>(99U);
  CHECK(record_launch(arguments).status.code() == kgate::StatusCode::invalid_argument);
}

TEST_CASE(
    "rope_append: is registered for both backends, and tells of a launch that a device refuses") {
  kgate::check_registrations("rope_append");
  kgate::check_refused_launch(aligned());
}
