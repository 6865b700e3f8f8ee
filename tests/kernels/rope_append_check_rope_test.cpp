// SPDX-License-Identifier: MIT
// Rotary and cache arguments, which kernels share, as rope_append refuses them.
#include <cstdint>

#include "tests/kernels/rope_append_arguments.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::KvCacheAddressing;
using kgate::RopeAngles;
using namespace kgate::rope_append_tests;
using Arguments = kgate::RopeAppendArguments;
using Row = kgate::ArgumentRow<Arguments>;

namespace {

void set_sections(Arguments& a, std::int32_t time, std::int32_t height, std::int32_t width) {
  a.rope.sections[0] = time;
  a.rope.sections[1] = height;
  a.rope.sections[2] = width;
  a.rope.position_stride = a.tokens;
}

void set_base(Arguments& a, float base, float scaling) {
  a.rope.angles = RopeAngles::base;
  a.rope.base = base;
  a.rope.attention_scaling = scaling;
}

void drop_cache(Arguments& a) { a.cache.addressing = KvCacheAddressing::none; }

}  // namespace

TEST_CASE("rope_append: a rotary dim that is odd, missing or larger than a head is refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.rope.rotary_dim = 2; }, ""},
      {[](Arguments& a) { a.rope.rotary_dim = 15; },
       "rope_append: rope.rotary_dim is 15; it must be even"},
      {[](Arguments& a) { a.rope.rotary_dim = 18; },
       "rope_append: rope.rotary_dim is 18; allowed: 2 to the head size, 16"},
      {[](Arguments& a) { a.rope.rotary_dim = 0; },
       "rope_append: rope.rotary_dim is 0; allowed: 2 to the head size, 16"},
      {[](Arguments& a) { a.rope = {}; }, ""},
      {[](Arguments& a) { a.rope.angles = RopeAngles::none; },
       "rope_append: rope.rotary_dim is 16; without rotation it must be 0"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: enumerations out of range are refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.rope.angles = RopeAngles{4}; },
       "rope_append: rope.angles is 4; allowed: 0 to 3"},
      {[](Arguments& a) { a.rope.pairing = kgate::RopePairing{2}; },
       "rope_append: rope.pairing is 2; allowed: 0 (NeoX) or 1 (interleaved)"},
      {[](Arguments& a) { a.rope.profile = kgate::RopeProfile{2}; },
       "rope_append: rope.profile is 2; allowed: 0 (f32) or 1 (native)"},
      {[](Arguments& a) { a.rope.position_type = DataType::u8; },
       "rope_append: rope.position_type is data type 7; allowed: i32, i64"},
      {[](Arguments& a) { a.rope.table_type = DataType::f16; },
       "rope_append: rope.table_type is data type 1; allowed: f32 or bf16"},
      {[](Arguments& a) { a.cache.addressing = KvCacheAddressing{3}; },
       "rope_append: cache.addressing is 3; allowed: 0 to 2"},
      {[](Arguments& a) { a.cache.type = DataType::f16; },
       "rope_append: cache.type is data type 1; allowed: bf16, f8_e4m3fn, f8_e4m3fnuz"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: sections that do not add up, or do not fit interleaved, are refused") {
  const Row rows[] = {
      {[](Arguments& a) { set_sections(a, 2, 3, 3); }, ""},
      {[](Arguments& a) { set_sections(a, 2, 3, 4); },
       "rope_append: rope.sections are 2, 3, 4; they must not be negative and must add up to "
       "rotary_dim / 2, 8"},
      {[](Arguments& a) { set_sections(a, -1, 5, 4); },
       "rope_append: rope.sections are -1, 5, 4; they must not be negative and must add up to "
       "rotary_dim / 2, 8"},
      {[](Arguments& a) {
         set_sections(a, 3, 3, 2);
         a.rope.sections_interleaved = 1;
       },
       ""},
      {[](Arguments& a) {
         set_sections(a, 1, 4, 3);
         a.rope.sections_interleaved = 1;
       },
       "rope_append: rope.sections[1] is 4; interleaved it is at most 3"},
      {[](Arguments& a) {
         set_sections(a, 2, 3, 3);
         a.rope.sections_interleaved = 1;
       },
       "rope_append: rope.sections[2] is 3; interleaved it is at most 2"},
      {[](Arguments& a) {
         set_sections(a, 8, 0, 0);
         a.rope.position_stride = 3;
       },
       "rope_append: rope.position_stride is 3; it must be at least the tokens, 4"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE(
    "rope_append: positions, tables and frequencies that are missing or of no use are refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.rope.positions = nullptr; },
       "rope_append: rope.positions is null; it must point to i64 elements"},
      {[](Arguments& a) {
         a.rope.angles = RopeAngles::none;
         a.rope.rotary_dim = 0;
       },
       "rope_append: rope.positions is set and nothing reads it; it must be null"},
      {[](Arguments& a) {  // a ring needs positions without a rotation too
         a.rope = {};
         a.rope.position_type = DataType::i32;
         a.cache.addressing = KvCacheAddressing::ring;
       },
       "rope_append: rope.positions is null; it must point to i32 elements"},
      {[](Arguments& a) { a.rope.table = nullptr; },
       "rope_append: rope.table is null; it must point to f32 elements"},
      {[](Arguments& a) { a.rope.table_stride = 15; },
       "rope_append: rope.table_stride is 15; it must be at least the row length, 16"},
      {[](Arguments& a) { a.rope.table_rows = 0; },
       "rope_append: rope.table_rows is 0; it must be at least 1"},
      {[](Arguments& a) {
         a.rope.angles = RopeAngles::inverse_frequencies;
         a.rope.attention_scaling = 1;
       },
       "rope_append: rope.inverse_frequencies is null; it must point to f32 elements"},
      {[](Arguments& a) { set_base(a, 1e4F, 1); }, ""},
      {[](Arguments& a) { set_base(a, 1, 1); },
       "rope_append: rope.base is 1; it must be finite and above 1"},
      {[](Arguments& a) { set_base(a, 1e4F, 0); },
       "rope_append: rope.attention_scaling is 0; it must be finite and above 0"},
      {[](Arguments& a) { a.rope.q_scales = at_address<float>(kFloats); },
       "rope_append: rope.q_scale_rows, q_scale_period and q_scale_offset are 0, 0 and 0; rows and "
       "period must be at least 1, the offset at least 0"},
      {[](Arguments& a) {
         a.rope.q_scales = at_address<float>(kFloats);
         a.rope.q_scale_rows = a.rope.q_scale_period = 1;
       },
       ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: caches whose counts, strides or pointers cannot be are refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.cache.block_size = 0; },
       "rope_append: cache.blocks and cache.block_size are 3 and 0; both must be at least 1 and "
       "their product below 2^31"},
      {[](Arguments& a) { a.cache.blocks = 1 << 28; },
       "rope_append: cache.blocks and cache.block_size are 268435456 and 8; both must be at least "
       "1 "
       "and their product below 2^31"},
      {[](Arguments& a) { a.cache.ring_keep = 1; },
       "rope_append: cache.ring_keep is 1; allowed: 0 without a ring"},
      {[](Arguments& a) {
         a.cache.addressing = KvCacheAddressing::ring;
         a.cache.ring_keep = 7;
       },
       ""},
      {[](Arguments& a) {
         a.cache.addressing = KvCacheAddressing::ring;
         a.cache.ring_keep = 8;
       },
       "rope_append: cache.ring_keep is 8; allowed: 0 to block_size - 1"},
      {[](Arguments& a) { a.cache.slot_count = 5; },
       "rope_append: cache.slot_count is 5; allowed: 0 to the tokens, 4"},
      {[](Arguments& a) { a.cache.slots = nullptr; },
       "rope_append: cache.slots is null; it must point to i64 elements"},
      {[](Arguments& a) { a.cache.v = nullptr; },
       "rope_append: cache.v is null; it must point to bf16 elements"},
      {[](Arguments& a) { a.cache.k_token_stride = 35; },
       "rope_append: the block, token and head strides of cache.k make entries overlap; every "
       "stride must be at least the extent of the smaller ones"},
      {[](Arguments& a) { a.cache.k_scale = at_address<float>(kFloats); },
       "rope_append: cache.k_scale is set and cache.type is bf16; only fp8 caches have a scale"},
      {[](Arguments& a) { drop_cache(a); },
       "rope_append: cache.addressing is 0 (none) and cache.k is set; without a cache it must be "
       "null"},
  };
  kgate::check_rows(valid(), rows);
}
