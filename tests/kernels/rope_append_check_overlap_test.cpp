// SPDX-License-Identifier: MIT
// Outputs of rope_append that overlap something else are refused, in any way but in place.
#include <array>
#include <cstdint>
#include <string>

#include "tests/kernels/rope_append_arguments.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::RopeAngles;
using namespace kgate::rope_append_tests;
using Arguments = kgate::RopeAppendArguments;
using Row = kgate::ArgumentRow<Arguments>;

namespace {

void use_frequencies(Arguments& a, std::uintptr_t address) {
  a.rope.angles = RopeAngles::inverse_frequencies;
  a.rope.attention_scaling = 1;
  a.rope.inverse_frequencies = at_address<float>(address);
}

void use_q_scales(Arguments& a, std::uintptr_t address) {
  a.rope.q_scales = at_address<float>(address);
  a.rope.q_scale_rows = 4;
  a.rope.q_scale_period = 8192;
}

void use_fp8(Arguments& a, std::uintptr_t k_scale, std::uintptr_t v_scale) {
  a.cache.type = DataType::f8_e4m3fn;
  a.cache.k_scale = at_address<float>(k_scale);
  a.cache.v_scale = at_address<float>(v_scale);
}

void set_error(Arguments& a, std::uintptr_t address) {
  a.error = at_address<std::uint64_t>(address);
}

}  // namespace

TEST_CASE("rope_append: results in place, packed projections and packed caches are accepted") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.q_out = a.q;
         a.k_out = a.k;
       },
       ""},
      {[](Arguments& a) {  // one projection, rotated in place
         a.v_head_size = 16;
         a.cache.v_head_stride = 18;
         a.cache.v_token_stride = 40;
         a.cache.v_block_stride = 400;
         a.q = a.q_out = {at_address(kQ), 128, 16};
         a.k = a.k_out = {at_address(kQ + 128), 128, 16};
         a.v = {at_address(kQ + 192), 128, 16};
       },
       ""},
      {[](Arguments& a) {  // v behind k in one cache
         a.cache.k_head_stride = a.cache.v_head_stride = 24;
         a.cache.k_token_stride = a.cache.v_token_stride = 48;
         a.cache.k_block_stride = a.cache.v_block_stride = 384;
         a.cache.v = at_address(kCacheK + 32);
       },
       ""},
      {[](Arguments& a) { use_frequencies(a, kQOut - 32); }, ""},
      {[](Arguments& a) { use_q_scales(a, kQOut - 16); }, ""},
      {[](Arguments& a) { a.cache.slots = at_address<std::int64_t>(kQOut - 32); }, ""},
      {[](Arguments& a) { use_fp8(a, kQOut - 4, kKOut - 4); }, ""},
      {[](Arguments& a) { set_error(a, kQOut - 8); }, ""},
      {[](Arguments& a) {  // what is absent has no bytes, at address 0 neither
         a.k_out = a.v_out = {};
         a.q_out.data = at_address(2);
       },
       ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: an output over an input is refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.q_out.data = at_address(kQ); },
       "rope_append: q_out at 0x100000000000 overlaps q at 0x100000000000; allowed: no overlap, or "
       "the same address and strides"},
      {[](Arguments& a) { a.k_out.data = at_address(kK + 2); },
       "rope_append: k_out at 0x200000000002 overlaps k at 0x200000000000; allowed: no overlap, or "
       "the same address and strides"},
      {[](Arguments& a) { a.v_out.data = at_address(kV); },
       "rope_append: v_out at 0x300000000000 overlaps v at 0x300000000000; allowed: no overlap, or "
       "the same address and strides"},
      {[](Arguments& a) { a.q_out = {at_address(kK), a.k.token_stride, a.k.head_stride}; },
       "rope_append: q_out at 0x200000000000 overlaps k at 0x200000000000; allowed: no overlap"},
      {[](Arguments& a) { a.k_out = a.q; },
       "rope_append: k_out at 0x100000000000 overlaps q at 0x100000000000; allowed: no overlap"},
      {[](Arguments& a) { a.k_out = a.v; },
       "rope_append: k_out at 0x300000000000 overlaps v at 0x300000000000; allowed: no overlap"},
      {[](Arguments& a) { a.rope.positions = at_address(kQOut - 24); },
       "rope_append: q_out at 0x400000000000 overlaps rope.positions at 0x3fffffffffe8; allowed: "
       "no "
       "overlap"},
      {[](Arguments& a) { a.rope.positions = at_address(kCacheK); },
       "rope_append: cache.k at 0x700000000000 overlaps rope.positions at 0x700000000000; allowed: "
       "no overlap"},
      {[](Arguments& a) { a.rope.table = at_address(kKOut); },
       "rope_append: k_out at 0x500000000000 overlaps rope.table at 0x500000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { use_frequencies(a, kQOut - 28); },
       "rope_append: q_out at 0x400000000000 overlaps rope.inverse_frequencies at 0x3fffffffffe4; "
       "allowed: no overlap"},
      {[](Arguments& a) { use_q_scales(a, kQOut - 12); },
       "rope_append: q_out at 0x400000000000 overlaps rope.q_scales at 0x3ffffffffff4; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.cache.slots = at_address<std::int64_t>(kCacheV); },
       "rope_append: cache.v at 0x800000000000 overlaps cache.slots at 0x800000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { use_fp8(a, kQOut, kFloats); },
       "rope_append: q_out at 0x400000000000 overlaps cache.k_scale at 0x400000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { use_fp8(a, kFloats, kQOut); },
       "rope_append: q_out at 0x400000000000 overlaps cache.v_scale at 0x400000000000; allowed: no "
       "overlap"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: an output over another output is refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.k_out.data = at_address(kQOut); },
       "rope_append: q_out at 0x400000000000 overlaps k_out at 0x400000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.v_out.data = at_address(kKOut); },
       "rope_append: k_out at 0x500000000000 overlaps v_out at 0x500000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.cache.k = at_address(kVOut); },
       "rope_append: v_out at 0x600000000000 overlaps cache.k at 0x600000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.cache.v = at_address(kCacheK + 16); },
       "rope_append: cache.k at 0x700000000000 overlaps cache.v at 0x700000000010; allowed: no "
       "overlap"},
      {[](Arguments& a) { set_error(a, kCacheV); },
       "rope_append: cache.v at 0x800000000000 overlaps error at 0x800000000000; allowed: no "
       "overlap"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: the last head of each tensor is where its own strides put it") {
  const Row rows[] = {
      {[](Arguments& a) { set_error(a, kQ + 6144); },
       "rope_append: error at 0x100000001800 overlaps q at 0x100000000000; allowed: no overlap"},
      {[](Arguments& a) { set_error(a, kQ + 6152); }, ""},
      {[](Arguments& a) { set_error(a, kK + 6648); },
       "rope_append: error at 0x2000000019f8 overlaps k at 0x200000000000; allowed: no overlap"},
      {[](Arguments& a) { set_error(a, kV + 7256); },
       "rope_append: error at 0x300000001c58 overlaps v at 0x300000000000; allowed: no overlap"},
      {[](Arguments& a) { set_error(a, kV + 7272); }, ""},
      {[](Arguments& a) { set_error(a, kQOut + 7992); },
       "rope_append: q_out at 0x400000000000 overlaps error at 0x400000001f38; allowed: no "
       "overlap"},
      {[](Arguments& a) { set_error(a, kKOut + 8472); },
       "rope_append: k_out at 0x500000000000 overlaps error at 0x500000002118; allowed: no "
       "overlap"},
      {[](Arguments& a) { set_error(a, kVOut + 9080); },
       "rope_append: v_out at 0x600000000000 overlaps error at 0x600000002378; allowed: no "
       "overlap"},
      {[](Arguments& a) {  // the second token begins 2^32 bytes after the first
         a.q.token_stride = std::int64_t{1} << 31;
         set_error(a, kQ + (std::uintptr_t{1} << 32));
       },
       "rope_append: error at 0x100100000000 overlaps q at 0x100000000000; allowed: no overlap"},
      {[](Arguments& a) {  // and so does the second head
         a.q.head_stride = std::int64_t{1} << 31;
         set_error(a, kQ + (std::uintptr_t{1} << 32));
       },
       "rope_append: error at 0x100100000000 overlaps q at 0x100000000000; allowed: no overlap"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: what another kernel reads besides may not be written, in that one's name") {
  namespace checks = kgate::rope_append_checks;
  const auto message_with = [](std::uintptr_t address) {
    const auto scale =
        kgate::rope_checks::array_bytes("scale", at_address(address), 2, DataType::f32);
    return std::string(checks::check_as(valid(), "other", std::array{scale}).message());
  };
  CHECK(message_with(kQOut - 8) == "");
  CHECK(message_with(kQOut - 4) ==
        "other: q_out at 0x400000000000 overlaps scale at 0x3ffffffffffc; allowed: no overlap");
  CHECK(message_with(kError) ==
        "other: error at 0xc00000000000 overlaps scale at 0xc00000000000; allowed: no overlap");
}
