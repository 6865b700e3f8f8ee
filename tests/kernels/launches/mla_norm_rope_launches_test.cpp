// SPDX-License-Identifier: MIT
// Which entry of mla_norm_rope is launched, in what shape, and with which argument.
#include <bit>
#include <string>

#include "kernels/mla_norm_rope/mla_norm_rope_launch.hpp"
#include "kernels/mla_norm_rope/mla_plan.hpp"
#include "tests/kernels/launches/recorded_launch.hpp"
#include "tests/kernels/mla_norm_rope_arguments.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::record_launch;
using kgate::RecordedLaunch;
using kgate::Shape;
using namespace kgate::mla_norm_rope_tests;
using Arguments = kgate::MlaNormRopeArguments;
using Row = kgate::EntryRow<Arguments>;

namespace {

/// Three tokens in f16 in whole vectors, each tensor with strides of its own: 16-byte vectors in
/// elements, not in pairs of them.
Arguments aligned() {
  Arguments arguments = valid();
  arguments.kv_lora_rank = 520;
  arguments.pe_size = 64;
  arguments.rope.rotary_dim = 32;
  arguments.rope.table_stride = 36;
  arguments.kv_stride = 1000;
  arguments.latent_stride = 1016;
  arguments.pe_stride = 1032;
  arguments.q_pe = {at_address(kQ), 1064, 104};
  arguments.q_pe_out = {at_address(kQOut), 1080, 120};
  arguments.cache.k_token_stride = 648;
  arguments.cache.k_block_stride = 5192;
  return arguments;
}

}  // namespace

TEST_CASE("mla_norm_rope: every address, stride and size decides whether vectors are read") {
  const std::string wide = "mla_norm_rope_f16_f16_wide";
  const std::string unaligned = "mla_norm_rope_f16_f16_unaligned";
  const Row rows[] = {
      {[](Arguments&) {}, wide},
      {[](Arguments& a) { a.kv = at_address(kKv + 2); }, unaligned},
      {[](Arguments& a) { a.latent = at_address(kLatent + 8); }, unaligned},
      {[](Arguments& a) { a.pe = at_address(kPe + 4); }, unaligned},
      {[](Arguments& a) { a.q_pe.data = at_address(kQ + 2); }, unaligned},
      {[](Arguments& a) { a.q_pe_out.data = at_address(kQOut + 8); }, unaligned},
      {[](Arguments& a) { a.weight = at_address(kWeight + 2); }, unaligned},
      {[](Arguments& a) { a.cache.k = at_address(kCache + 4); }, unaligned},
      {[](Arguments& a) { a.rope.table = at_address(kTable + 4); }, unaligned},
      {[](Arguments& a) { a.kv_stride = 1001; }, unaligned},
      {[](Arguments& a) { a.latent_stride = 1018; }, unaligned},
      {[](Arguments& a) { a.pe_stride = 1036; }, unaligned},
      {[](Arguments& a) { a.q_pe.token_stride = 1065; }, unaligned},
      {[](Arguments& a) { a.q_pe.head_stride = 106; }, unaligned},
      {[](Arguments& a) { a.q_pe_out.token_stride = 1084; }, unaligned},
      {[](Arguments& a) { a.q_pe_out.head_stride = 121; }, unaligned},
      {[](Arguments& a) { a.rope.table_stride = 33; }, unaligned},
      {[](Arguments& a) { a.cache.k_token_stride = 649; }, unaligned},
      {[](Arguments& a) { a.cache.k_block_stride = 5194; }, unaligned},
      {[](Arguments& a) { a.kv_lora_rank = 516; }, unaligned},
      {[](Arguments& a) {
         a.kv_lora_rank = 516;
         a.cache = {};
       },
       unaligned},
      {[](Arguments& a) { a.rope.rotary_dim = 30; }, unaligned},
      {[](Arguments& a) { a.rope.rotary_dim = 24; }, unaligned},
      {[](Arguments& a) { a.pe_size = 72; }, unaligned},
      {[](Arguments& a) { a.pe_size = 80; }, wide},
      {[](Arguments& a) { a.pe_size = 32; }, wide},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE("mla_norm_rope: what is absent has no say, and an fp8 cache has elements of a byte") {
  const std::string wide = "mla_norm_rope_f16_f16_wide";
  const Row rows[] = {
      {[](Arguments& a) {
         a.latent = a.pe = nullptr;
         a.latent_stride = a.pe_stride = 1;
       },
       wide},
      {[](Arguments& a) {
         a.q_pe = a.q_pe_out = {nullptr, 1, 1};
         a.q_heads = 0;
       },
       wide},
      {[](Arguments& a) {
         a.cache = {};
         a.cache.k_token_stride = a.cache.k_block_stride = 1;
       },
       wide},
      {[](Arguments& a) {
         a.rope = {};
         a.rope.table = at_address(kTable + 4);
         a.rope.table_stride = 1;
       },
       wide},
      {[](Arguments& a) {
         a.cache.type = DataType::f8_e4m3fn;
         a.cache.k_token_stride = 656;
         a.cache.k_block_stride = 5264;
       },
       "mla_norm_rope_f16_f16_unaligned"},  // 520 bytes of latent
      {[](Arguments& a) {
         a.kv_lora_rank = 528;
         a.cache.type = DataType::f8_e4m3fn;
         a.cache.k_token_stride = 656;
         a.cache.k_block_stride = 5264;
       },
       wide},
      {[](Arguments& a) {
         a.kv_lora_rank = 528;
         a.cache.type = DataType::f8_e4m3fn;
         a.cache.k_token_stride = 648;
         a.cache.k_block_stride = 5264;
       },
       "mla_norm_rope_f16_f16_unaligned"},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE("mla_norm_rope: one entry for each pair of types") {
  const Row rows[] = {
      {[](Arguments& a) { a.activation = a.weight_type = a.cache.type = DataType::f32; },
       "mla_norm_rope_f32_f32_wide"},
      {[](Arguments& a) { a.weight_type = DataType::f32; }, "mla_norm_rope_f16_f32_wide"},
      {[](Arguments& a) { a.activation = a.weight_type = a.cache.type = DataType::bf16; },
       "mla_norm_rope_bf16_bf16_wide"},
      {[](Arguments& a) {
         a.activation = a.cache.type = DataType::bf16;
         a.weight_type = DataType::f32;
       },
       "mla_norm_rope_bf16_f32_wide"},
  };
  kgate::check_entries(aligned(), rows);
}

TEST_CASE("mla_norm_rope: a workgroup for the latent and those of the heads, for every token") {
  const Arguments arguments = aligned();
  const RecordedLaunch recorded = record_launch(arguments);
  CHECK(recorded.launches == 1);
  // 520 elements are 65 vectors: 3 groups of 32 threads. Three heads of 4 units in the other one.
  CHECK(recorded.grid == Shape{3, 1, 2});
  CHECK(recorded.block == Shape{96, 1, 1});
  CHECK(recorded.dynamic_lds == 0);
  const auto launch = recorded.argument_as<kgate::device::MlaNormRopeLaunch>();
  CHECK(kgate::same_bytes(launch.arguments, arguments));
  CHECK(launch.plan.threads == 96);
  CHECK(launch.plan.latent_groups == 3);
  CHECK(launch.plan.q_heads == 2);

  Arguments many = arguments;
  many.tokens = 16385;
  CHECK(record_launch(many).grid == Shape{16384, 2, 2});
  many = arguments;
  many.q_heads = 31;  // and the one of k: 32 heads of 4 units, a workgroup of 128 threads
  many.q_pe.token_stride = many.q_pe_out.token_stride = 8192;
  CHECK(record_launch(many).grid == Shape{3, 1, 2});
  many.q_heads = 32;
  CHECK(record_launch(many).grid == Shape{3, 1, 3});
}

TEST_CASE("mla_norm_rope: without tokens or with wrong arguments nothing is launched") {
  Arguments arguments = aligned();
  arguments.tokens = 0;
  CHECK(record_launch(arguments).status.ok());
  CHECK(record_launch(arguments).launches == 0);
  arguments.pe_size = 0;
  CHECK(record_launch(arguments).status.code() == kgate::StatusCode::invalid_argument);
  CHECK(record_launch(arguments).launches == 0);
  arguments = aligned();
  arguments.tokens = arguments.cache.slot_count = 1;
  CHECK(record_launch(arguments).launches == 1);
  // No entry, width or size is looked up for what is no type.
  arguments = aligned();
  arguments.activation = std::bit_cast<kgate::DataType>(99U);
  CHECK(record_launch(arguments).status.code() == kgate::StatusCode::invalid_argument);
}

TEST_CASE(
    "mla_norm_rope: is registered for both backends, and tells of a launch that a device refuses") {
  kgate::check_registrations("mla_norm_rope");
  kgate::check_refused_launch(aligned());
}
