// SPDX-License-Identifier: MIT
// How the heads of a token are cut into units and spread over threads, as the launches of
// rope_append show it.
#include <string>

#include "kernels/device/append_plan.hpp"
#include "kernels/rope_append/rope_append_launch.hpp"
#include "tests/kernels/launches/recorded_launch.hpp"
#include "tests/kernels/rope_append_arguments.hpp"

using kgate::at_address;
using kgate::record_launch;
using kgate::RecordedLaunch;
using kgate::RopeAngles;
using kgate::Shape;
using namespace kgate::rope_append_tests;
using Arguments = kgate::RopeAppendArguments;

namespace {

/// Four tokens of 4 and 2 heads of 32, of which 16 are rotated, and 2 of v of 16: for the general
/// entries, with room for more heads.
Arguments general() {
  Arguments arguments = valid();
  arguments.head_size = 32;
  arguments.v_head_size = 16;
  arguments.rope.pairing = kgate::RopePairing::interleaved;
  arguments.rope.table_stride = 512;
  for (kgate::HeadTensor* tensor : {&arguments.q, &arguments.k, &arguments.v, &arguments.q_out,
                                    &arguments.k_out, &arguments.v_out}) {
    tensor->token_stride = 1 << 20;
    tensor->head_stride = 1024;
  }
  arguments.cache.k_head_stride = arguments.cache.v_head_stride = 1024;
  arguments.cache.k_token_stride = arguments.cache.v_token_stride = 1 << 20;
  arguments.cache.k_block_stride = arguments.cache.v_block_stride = 1 << 23;
  return arguments;
}

kgate::device::AppendPlan plan_of(const Arguments& arguments) {
  const RecordedLaunch recorded = record_launch(arguments);
  INFO(recorded.status.message());
  REQUIRE(recorded.status.ok());
  REQUIRE(recorded.launches == 1);
  return recorded.argument_as<kgate::device::RopeAppendLaunch>().plan;
}

void set_tokens(Arguments& a, std::int64_t tokens) { a.tokens = a.cache.slot_count = tokens; }

/// 103 heads of 2 units, which are two workgroups of 128 threads.
Arguments many_heads() {
  Arguments arguments = general();
  arguments.q_heads = 99;
  return arguments;
}

void compute_angles(Arguments& a) {
  a.rope.table = nullptr;
  a.rope.table_rows = 0;
  a.rope.table_stride = 0;
  a.rope.attention_scaling = 1;
  a.rope.angles = RopeAngles::base;
  a.rope.base = 1e4F;
}

}  // namespace

TEST_CASE("heads of q, k and v are counted where the tensors are") {
  struct Heads {
    void (*change)(Arguments&);
    std::array<int, 3> counts;  ///< of q; of q and k; of all
  };
  const Heads table[] = {
      {[](Arguments&) {}, {4, 6, 8}},
      {[](Arguments& a) { a.q = a.q_out = {}; }, {0, 2, 4}},
      {[](Arguments& a) {
         a.v = a.v_out = {};
         a.cache = {};
       },
       {4, 6, 6}},
      {[](Arguments& a) {
         a.k = a.v = a.k_out = a.v_out = {};
         a.cache = {};
       },
       {4, 4, 4}},
  };
  for (const Heads& one : table) {
    Arguments arguments = general();
    one.change(arguments);
    const auto plan = plan_of(arguments);
    CHECK(std::array{plan.q_heads, plan.qk_heads, plan.all_heads} == one.counts);
  }
}

TEST_CASE("a unit is 8 pairs of the rotated part or 16 elements of the rest") {
  struct Units {
    int head_size;
    int rotary_dim;
    int v_head_size;
    std::array<int, 4> counts;  ///< rotated; of a head of q or k; of one of v; the larger
    int lane_bits;
  };
  const Units table[] = {
      {16, 16, 16, {1, 1, 1, 1}, 0},        {32, 16, 16, {1, 2, 1, 2}, 1},
      {32, 18, 16, {2, 3, 1, 3}, 2},        {32, 14, 16, {1, 3, 1, 3}, 2},
      {33, 16, 16, {1, 3, 1, 3}, 2},        {64, 64, 16, {4, 4, 1, 4}, 2},
      {64, 32, 81, {2, 4, 6, 6}, 3},        {64, 64, 80, {4, 4, 5, 5}, 3},
      {256, 256, 16, {16, 16, 1, 16}, 4},   {272, 16, 16, {1, 17, 1, 17}, 5},
      {512, 512, 512, {32, 32, 32, 32}, 5}, {528, 512, 16, {32, 33, 1, 33}, 5},
  };
  for (const Units& one : table) {
    Arguments arguments = general();
    arguments.head_size = one.head_size;
    arguments.rope.rotary_dim = one.rotary_dim;
    arguments.v_head_size = one.v_head_size;
    INFO(one.head_size << " " << one.rotary_dim << " " << one.v_head_size);
    const auto plan = plan_of(arguments);
    CHECK(std::array{plan.rotated_units, plan.qk_units, plan.v_units, plan.units} == one.counts);
    CHECK(plan.heads.lane_bits == one.lane_bits);
  }
  Arguments without_v = general();
  without_v.v = without_v.v_out = {};
  without_v.cache = {};
  without_v.v_head_size = 512;
  CHECK(plan_of(without_v).v_units == 0);
  CHECK(plan_of(without_v).units == 2);
}

TEST_CASE("a workgroup is whole groups of 32 threads, at most 128, and heads left are another's") {
  struct Spread {
    int q_heads;
    int units;  ///< of a head
    int threads;
    int workgroups;
    int heads_at_once;
  };
  const Spread table[] = {
      {1, 1, 32, 1, 32},     {28, 1, 32, 1, 32},    {29, 1, 64, 1, 64},    {92, 1, 96, 1, 96},
      {93, 1, 128, 1, 128},  {124, 1, 128, 1, 128}, {125, 1, 128, 2, 256}, {252, 1, 128, 2, 256},
      {253, 1, 128, 3, 384}, {60, 2, 128, 1, 64},   {61, 2, 128, 2, 128},  {4, 32, 128, 2, 8},
      {5, 32, 128, 3, 12},
  };
  for (const Spread& one : table) {
    Arguments arguments = general();
    arguments.q_heads = one.q_heads;  // and 2 of k and 2 of v
    arguments.head_size = arguments.rope.rotary_dim = arguments.v_head_size = 16 * one.units;
    INFO(one.q_heads << " heads of " << one.units);
    const auto heads = plan_of(arguments).heads;
    CHECK(heads.threads == one.threads);
    CHECK(heads.workgroups == one.workgroups);
    CHECK(heads.heads_at_once == one.heads_at_once);
    const RecordedLaunch recorded = record_launch(arguments);
    CHECK(recorded.grid == Shape{4, 1, static_cast<std::uint32_t>(one.workgroups)});
    CHECK(recorded.block == Shape{static_cast<std::uint32_t>(one.threads), 1, 1});
  }
}

TEST_CASE("from 1024 tokens on a token has one workgroup, from 512 on where angles are computed") {
  struct Tokens {
    std::int64_t tokens;
    RopeAngles angles;
    int workgroups;
  };
  const Tokens table[] = {
      {1023, RopeAngles::table, 2},
      {1024, RopeAngles::table, 1},
      {1023, RopeAngles::none, 2},
      {1024, RopeAngles::none, 1},
      {511, RopeAngles::base, 2},
      {512, RopeAngles::base, 1},
      {511, RopeAngles::inverse_frequencies, 2},
      {512, RopeAngles::inverse_frequencies, 1},
  };
  for (const Tokens& one : table) {
    Arguments arguments = many_heads();
    set_tokens(arguments, one.tokens);
    if (one.angles == RopeAngles::none) {
      arguments.rope = {};
    } else if (one.angles != RopeAngles::table) {
      compute_angles(arguments);
      arguments.rope.angles = one.angles;
    }
    if (one.angles == RopeAngles::inverse_frequencies) {
      arguments.rope.base = 0;
      arguments.rope.inverse_frequencies = at_address<float>(kFloats);
    }
    INFO(static_cast<int>(one.angles) << " " << one.tokens);
    const auto heads = plan_of(arguments).heads;
    CHECK(heads.workgroups == one.workgroups);
    CHECK(heads.heads_at_once == 64 * one.workgroups);
  }
}

TEST_CASE("a line of the grid has 16384 tokens, and the last may be partly empty") {
  struct Line {
    std::int64_t tokens;
    Shape grid;
  };
  const Line table[] = {{1, {1, 1, 1}},         {16383, {16383, 1, 1}}, {16384, {16384, 1, 1}},
                        {16385, {16384, 2, 1}}, {32768, {16384, 2, 1}}, {32769, {16384, 3, 1}}};
  for (const Line& one : table) {
    Arguments arguments = general();
    set_tokens(arguments, one.tokens);
    INFO(one.tokens);
    CHECK(record_launch(arguments).grid == one.grid);
  }
}
