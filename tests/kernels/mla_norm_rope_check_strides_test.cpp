// SPDX-License-Identifier: MIT
// Strides of mla_norm_rope's tensors, and outputs that overlap something else.
#include <cstdint>

#include "tests/kernels/mla_norm_rope_arguments.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::RopeAngles;
using namespace kgate::mla_norm_rope_tests;
using Arguments = kgate::MlaNormRopeArguments;
using Row = kgate::ArgumentRow<Arguments>;

namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 60;  // bytes that a stride may span

void set_tokens(Arguments& a, std::int64_t tokens) {
  a.tokens = tokens;
  a.cache.slot_count = tokens;
}

void use_frequencies(Arguments& a, std::uintptr_t address) {
  a.rope.angles = RopeAngles::inverse_frequencies;
  a.rope.attention_scaling = 1;
  a.rope.inverse_frequencies = at_address<float>(address);
}

void use_fp8(Arguments& a, std::uintptr_t scale) {
  a.cache.type = DataType::f8_e4m3fn;
  a.cache.k_scale = at_address<float>(scale);
}

}  // namespace

TEST_CASE("mla_norm_rope: strides that cannot hold a row or a head are named") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.kv_stride = 12;
         a.latent_stride = 8;
         a.pe_stride = 4;
         a.q_pe = {at_address(kQ), 8, 4};
         a.q_pe_out = {at_address(kQOut), 8, 4};
       },
       ""},
      {[](Arguments& a) {  // heads before tokens
         a.q_pe = {at_address(kQ), 4, 12};
         a.q_pe_out = {at_address(kQOut), 4, 12};
       },
       ""},
      {[](Arguments& a) { a.kv_stride = 11; },
       "mla_norm_rope: kv_stride is 11; it must be at least the row length, 12"},
      {[](Arguments& a) { a.latent_stride = 7; },
       "mla_norm_rope: the strides of latent make its rows of 16 bytes overlap; every stride must "
       "be at least the extent of the smaller ones"},
      {[](Arguments& a) { a.pe_stride = 3; },
       "mla_norm_rope: the strides of pe make its rows of 8 bytes overlap; every stride must be at "
       "least the extent of the smaller ones"},
      {[](Arguments& a) { a.pe_stride = 0; },
       "mla_norm_rope: the strides of pe make its rows of 8 bytes overlap; every stride must be at "
       "least the extent of the smaller ones"},
      {[](Arguments& a) { a.q_pe.token_stride = 503; },
       "mla_norm_rope: the strides of q_pe make its rows of 8 bytes overlap; every stride must be "
       "at least the extent of the smaller ones"},
      {[](Arguments& a) { a.q_pe_out.head_stride = 3; },
       "mla_norm_rope: the strides of q_pe_out make its rows of 8 bytes overlap; every stride must "
       "be at least the extent of the smaller ones"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: strides are positive and span at most 2^60 bytes where they are used") {
  const Row rows[] = {
      {[](Arguments& a) {
         set_tokens(a, 2);
         a.latent_stride = -4;
       },
       "mla_norm_rope: a stride of latent is -8 bytes; it must be positive and span less than 2^60 "
       "bytes"},
      {[](Arguments& a) {
         set_tokens(a, 1);
         a.latent_stride = a.pe_stride = a.q_pe.token_stride = -4;
       },
       ""},
      {[](Arguments& a) {
         set_tokens(a, 2);
         a.latent_stride = kLargest / 2 / 2;
       },
       ""},
      {[](Arguments& a) {
         set_tokens(a, 2);
         a.latent_stride = kLargest / 2 / 2 + 1;
       },
       "mla_norm_rope: a stride of latent is 576460752303423490 bytes; it must be positive and "
       "span "
       "less than 2^60 bytes"},
      {[](Arguments& a) {
         a.latent = a.pe = nullptr;
         a.latent_stride = a.pe_stride = -1;
       },
       ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: results in place and beside other tensors are accepted") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.latent = at_address(kKv);
         a.pe = at_address(kKv + 16);
         a.latent_stride = a.pe_stride = a.kv_stride;
         a.q_pe_out = a.q_pe;
       },
       ""},
      {[](Arguments& a) { a.weight = at_address(kLatent + 16); }, ""},
      {[](Arguments& a) { a.weight = at_address(kLatent - 16); }, ""},
      {[](Arguments& a) { use_frequencies(a, kLatent - 8); }, ""},
      {[](Arguments& a) { use_frequencies(a, kLatent + 16); }, ""},
      {[](Arguments& a) { a.cache.slots = at_address<std::int64_t>(kLatent - 24); }, ""},
      {[](Arguments& a) { use_fp8(a, kLatent - 4); }, ""},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kLatent - 8); }, ""},
      {[](Arguments& a) {  // what is absent has no bytes, at address 0 neither
         a.latent = nullptr;
         a.pe = at_address(2);
       },
       ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: an output over an input is refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.latent = at_address(kKv); },
       "mla_norm_rope: latent at 0x100000000000 overlaps kv at 0x100000000000; allowed: no "
       "overlap, "
       "or the same address and strides"},
      {[](Arguments& a) {
         a.pe = at_address(kKv);
         a.pe_stride = a.kv_stride;
       },
       "mla_norm_rope: pe at 0x100000000000 overlaps kv at 0x100000000000; allowed: no overlap"},
      {[](Arguments& a) { a.weight = at_address(kLatent + 14); },
       "mla_norm_rope: latent at 0x300000000000 overlaps weight at 0x30000000000e; allowed: no "
       "overlap"},
      {[](Arguments& a) { use_frequencies(a, kLatent - 4); },
       "mla_norm_rope: latent at 0x300000000000 overlaps rope.inverse_frequencies at "
       "0x2ffffffffffc; allowed: no overlap"},
      {[](Arguments& a) { use_fp8(a, kLatent); },
       "mla_norm_rope: latent at 0x300000000000 overlaps cache.k_scale at 0x300000000000; allowed: "
       "no overlap"},
      {[](Arguments& a) { a.weight = at_address(kCache); },
       "mla_norm_rope: cache.k at 0x700000000000 overlaps weight at 0x700000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.rope.positions = at_address(kError); },
       "mla_norm_rope: error at 0xb00000000000 overlaps rope.positions at 0xb00000000000; allowed: "
       "no overlap"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: an output over another output is refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.pe = at_address(kLatent); },
       "mla_norm_rope: latent at 0x300000000000 overlaps pe at 0x300000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kLatent + 8); },
       "mla_norm_rope: latent at 0x300000000000 overlaps error at 0x300000000008; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.q_pe_out.data = at_address(kPe); },
       "mla_norm_rope: pe at 0x400000000000 overlaps q_pe_out at 0x400000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.cache.k = at_address(kQOut); },
       "mla_norm_rope: q_pe_out at 0x600000000000 overlaps cache.k at 0x600000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kCache + 184); },
       "mla_norm_rope: cache.k at 0x700000000000 overlaps error at 0x7000000000b8; allowed: no "
       "overlap"},
      {[](Arguments& a) {  // one latent a token: a stride of heads is not looked at
         a.cache.k_head_stride = 1000;
         a.weight = at_address(kCache);
       },
       "mla_norm_rope: cache.k at 0x700000000000 overlaps weight at 0x700000000000; allowed: no "
       "overlap"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: the last row of each tensor is where its own strides put it") {
  const Row rows[] = {
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kKv + 4000); },
       "mla_norm_rope: error at 0x100000000fa0 overlaps kv at 0x100000000000; allowed: no overlap"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kKv + 4016); },
       "mla_norm_rope: error at 0x100000000fb0 overlaps kv at 0x100000000010; allowed: no overlap"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kKv + 4024); }, ""},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kLatent + 4800); },
       "mla_norm_rope: latent at 0x300000000000 overlaps error at 0x3000000012c0; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kPe + 5600); },
       "mla_norm_rope: pe at 0x400000000000 overlaps error at 0x4000000015e0; allowed: no overlap"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kQ + 7400); },
       "mla_norm_rope: error at 0x500000001ce8 overlaps q_pe at 0x500000000000; allowed: no "
       "overlap"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kQOut + 8400); },
       "mla_norm_rope: q_pe_out at 0x600000000000 overlaps error at 0x6000000020d0; allowed: no "
       "overlap"},
      {[](Arguments& a) {  // the second row begins 2^32 bytes after the first
         a.kv_stride = std::int64_t{1} << 31;
         a.error = at_address<std::uint64_t>(kKv + (std::uintptr_t{1} << 32));
       },
       "mla_norm_rope: error at 0x100100000000 overlaps kv at 0x100000000000; allowed: no overlap"},
      {[](Arguments& a) {  // and so does the second head
         a.q_pe.head_stride = std::int64_t{1} << 31;
         a.error = at_address<std::uint64_t>(kQ + (std::uintptr_t{1} << 32));
       },
       "mla_norm_rope: error at 0x500100000000 overlaps q_pe at 0x500000000000; allowed: no "
       "overlap"},
  };
  kgate::check_rows(valid(), rows);
}
