// SPDX-License-Identifier: MIT
// Each way mla_norm_rope's arguments can be wrong is refused by name, and each limit is accepted.
#include <cstdint>
#include <limits>

#include "tests/kernels/mla_norm_rope_arguments.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::KvCacheAddressing;
using kgate::MlaNormProfile;
using namespace kgate::mla_norm_rope_tests;
using Arguments = kgate::MlaNormRopeArguments;
using Row = kgate::ArgumentRow<Arguments>;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

void set_types(Arguments& a, DataType activation, DataType weight) {
  a.activation = activation;
  a.cache.type = activation;
  a.weight_type = weight;
}

void set_latent(Arguments& a, std::int32_t size) {
  a.kv_lora_rank = size;
  a.cache.k_token_stride = 4096;
  a.cache.k_block_stride = 4 * 4096;
  a.kv_stride = a.latent_stride = 4096;
}

void set_pe(Arguments& a, std::int32_t size) {
  a.pe_size = size;
  a.rope = {};
  a.cache.k_token_stride = 4096;
  a.cache.k_block_stride = 4 * 4096;
}

void drop_query(Arguments& a) {
  a.q_pe = {};
  a.q_pe_out = {};
  a.q_heads = 0;
}

}  // namespace

TEST_CASE("mla_norm_rope: sizes are accepted up to their limits and named past them") {
  const Row rows[] = {
      {[](Arguments&) {}, ""},
      {[](Arguments& a) { a.kv_lora_rank = 1; }, ""},
      {[](Arguments& a) { a.kv_lora_rank = 0; },
       "mla_norm_rope: kv_lora_rank is 0; allowed: 1 to 2048"},
      {[](Arguments& a) { set_latent(a, 2048); }, ""},
      {[](Arguments& a) { set_latent(a, 2049); },
       "mla_norm_rope: kv_lora_rank is 2049; allowed: 1 to 2048"},
      {[](Arguments& a) { set_pe(a, 1); }, ""},
      {[](Arguments& a) { set_pe(a, 0); }, "mla_norm_rope: pe_size is 0; allowed: 1 to 256"},
      {[](Arguments& a) { set_pe(a, 256); }, ""},
      {[](Arguments& a) { set_pe(a, 257); }, "mla_norm_rope: pe_size is 257; allowed: 1 to 256"},
      {[](Arguments& a) { a.q_heads = 1; }, ""},
      {[](Arguments& a) { a.q_heads = 0; }, "mla_norm_rope: q_heads is 0; allowed: 1 to 65536"},
      {[](Arguments& a) {
         a.q_heads = 65536;
         a.q_pe.token_stride = a.q_pe_out.token_stride = 65536 * 600;
       },
       ""},
      {[](Arguments& a) { a.q_heads = 65537; },
       "mla_norm_rope: q_heads is 65537; allowed: 1 to 65536"},
      {[](Arguments& a) { drop_query(a); }, ""},
      {[](Arguments& a) {
         drop_query(a);
         a.q_heads = 1;
       },
       "mla_norm_rope: q_heads is 1; allowed: 0 to 0"},
      {[](Arguments& a) {
         drop_query(a);
         a.q_heads = -1;
       },
       "mla_norm_rope: q_heads is -1; allowed: 0 to 0"},
      {[](Arguments& a) { a.tokens = -1; },
       "mla_norm_rope: tokens is -1; allowed: 0 to 2147450880"},
      {[](Arguments& a) { a.tokens = 2147450880; }, ""},
      {[](Arguments& a) { a.tokens = 2147450881; },
       "mla_norm_rope: tokens is 2147450881; allowed: 0 to 2147450880"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: values and types are accepted up to their limits and named past them") {
  const Row rows[] = {
      {[](Arguments& a) { a.eps = 0; }, ""},
      {[](Arguments& a) { a.eps = -1; }, "mla_norm_rope: eps is -1; allowed: finite, not negative"},
      {[](Arguments& a) { a.eps = kInfinity; },
       "mla_norm_rope: eps is inf; allowed: finite, not negative"},
      {[](Arguments& a) { a.weight_bias = 1; }, ""},
      {[](Arguments& a) { a.weight_bias = 2; }, "mla_norm_rope: weight_bias is 2; allowed: 0 or 1"},
      {[](Arguments& a) { a.weight_bias = 0.5F; },
       "mla_norm_rope: weight_bias is 0.5; allowed: 0 or 1"},
      {[](Arguments& a) { a.norm_profile = MlaNormProfile::graph; }, ""},
      {[](Arguments& a) { a.norm_profile = MlaNormProfile{2}; },
       "mla_norm_rope: norm_profile is 2; allowed: 0 (f32) or 1 (graph)"},
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::f32); }, ""},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::bf16); }, ""},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::f32); }, ""},
      {[](Arguments& a) { set_types(a, DataType::f32, DataType::f32); }, ""},
      {[](Arguments& a) { set_types(a, DataType::i32, DataType::i32); },
       "mla_norm_rope: activation is data type 5; allowed: f16, bf16, f32"},
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::bf16); },
       "mla_norm_rope: weight_type is data type 2; allowed with f16: f16 or f32"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: without tokens no pointer is looked at, with one token all are") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.tokens = 0;
         a.kv = a.weight = nullptr;
         a.error = nullptr;
       },
       ""},
      {[](Arguments& a) {
         a.tokens = 0;
         a.kv_lora_rank = 0;
       },
       "mla_norm_rope: kv_lora_rank is 0; allowed: 1 to 2048"},
      {[](Arguments& a) {
         a.tokens = 1;
         a.cache.slot_count = 1;
       },
       ""},
      {[](Arguments& a) {
         a.tokens = 1;
         a.kv = nullptr;
       },
       "mla_norm_rope: kv is null; it must point to f16 elements"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: null and misaligned pointers are named") {
  const Row rows[] = {
      {[](Arguments& a) { a.weight = nullptr; },
       "mla_norm_rope: weight is null; it must point to f16 elements"},
      {[](Arguments& a) { a.q_pe_out.data = nullptr; },
       "mla_norm_rope: q_pe_out is null; it must point to f16 elements"},
      {[](Arguments& a) { a.error = nullptr; },
       "mla_norm_rope: error is null; it must point to i64 elements"},
      {[](Arguments& a) { a.kv = at_address(kKv + 1); },
       "mla_norm_rope: kv is at 0x100000000001; it must be aligned to its f16 elements, 2 bytes"},
      {[](Arguments& a) {
         a.weight = at_address(kWeight + 2);
         a.weight_type = DataType::f32;
       },
       "mla_norm_rope: weight is at 0x200000000002; it must be aligned to its f32 elements, 4 "
       "bytes"},
      {[](Arguments& a) { a.latent = at_address(kLatent + 1); },
       "mla_norm_rope: latent is at 0x300000000001; it must be aligned to its f16 elements, 2 "
       "bytes"},
      {[](Arguments& a) { a.pe = at_address(kPe + 1); },
       "mla_norm_rope: pe is at 0x400000000001; it must be aligned to its f16 elements, 2 bytes"},
      {[](Arguments& a) { a.q_pe.data = at_address(kQ + 1); },
       "mla_norm_rope: q_pe is at 0x500000000001; it must be aligned to its f16 elements, 2 bytes"},
      {[](Arguments& a) { a.q_pe_out.data = at_address(kQOut + 1); },
       "mla_norm_rope: q_pe_out is at 0x600000000001; it must be aligned to its f16 elements, 2 "
       "bytes"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kError + 4); },
       "mla_norm_rope: error is at 0xb00000000004; it must be aligned to its i64 elements, 8 "
       "bytes"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: every part needs a place to go, and every output an input") {
  const Row rows[] = {
      {[](Arguments& a) { a.cache = {}; }, ""},
      {[](Arguments& a) { a.latent = a.pe = nullptr; }, ""},
      {[](Arguments& a) { a.latent = nullptr; }, ""},
      {[](Arguments& a) { a.pe = nullptr; }, ""},
      {[](Arguments& a) {
         a.cache = {};
         a.latent = nullptr;
       },
       "mla_norm_rope: latent is null and there is no cache; set it or a cache"},
      {[](Arguments& a) {
         a.cache = {};
         a.pe = nullptr;
       },
       "mla_norm_rope: pe is null and there is no cache; set it or a cache"},
      {[](Arguments& a) {
         a.q_pe.data = nullptr;
         a.q_heads = 0;
       },
       "mla_norm_rope: q_pe_out is set and q_pe is null; set both or neither"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("mla_norm_rope: rotary and cache arguments are refused in the kernel's name") {
  const Row rows[] = {
      {[](Arguments& a) { a.rope.rotary_dim = 3; },
       "mla_norm_rope: rope.rotary_dim is 3; it must be even"},
      {[](Arguments& a) { a.rope.rotary_dim = 6; },
       "mla_norm_rope: rope.rotary_dim is 6; allowed: 2 to the head size, 4"},
      {[](Arguments& a) { a.rope.q_scales = at_address<float>(kTable); },
       "mla_norm_rope: rope.q_scales is set; it must be null, as the part of q that is not rotated "
       "would keep its scale"},
      {[](Arguments& a) { a.rope = {}; }, ""},
      {[](Arguments& a) {
         a.rope = {};
         a.rope.positions = at_address(kPositions);
         a.rope.position_type = DataType::i64;
       },
       "mla_norm_rope: rope.positions is set and nothing reads it; it must be null"},
      {[](Arguments& a) {  // a ring needs positions
         a.rope = {};
         a.rope.position_type = DataType::i64;
         a.cache.addressing = KvCacheAddressing::ring;
       },
       "mla_norm_rope: rope.positions is null; it must point to i64 elements"},
      {[](Arguments& a) { a.cache.slot_count = 1; }, ""},
      {[](Arguments& a) { a.cache.slot_count = 4; },
       "mla_norm_rope: cache.slot_count is 4; allowed: 0 to the tokens, 3"},
      {[](Arguments& a) { a.cache.k_token_stride = 11; },
       "mla_norm_rope: the block, token and head strides of cache.k make entries overlap; every "
       "stride must be at least the extent of the smaller ones"},
      {[](Arguments& a) { a.cache.v = at_address(kKv); },
       "mla_norm_rope: cache.v is set and there is nothing to store in it; it must be null"},
      {[](Arguments& a) { a.cache.type = DataType::f32; },
       "mla_norm_rope: cache.type is data type 0; allowed: f16, f8_e4m3fn, f8_e4m3fnuz"},
  };
  kgate::check_rows(valid(), rows);
}
