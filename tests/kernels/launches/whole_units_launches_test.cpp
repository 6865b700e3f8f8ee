// SPDX-License-Identifier: MIT
// When rope_append reads and writes whole vectors.
#include <string>

#include "kernels/rope_append/rope_append_launch.hpp"
#include "tests/kernels/launches/recorded_launch.hpp"
#include "tests/kernels/rope_append_arguments.hpp"

using kgate::at_address;
using kgate::DataType;
using namespace kgate::rope_append_tests;
using Arguments = kgate::RopeAppendArguments;
using Row = kgate::EntryRow<Arguments>;

namespace {

/// Four tokens in bf16 of 4 and 2 heads of 32, of which 16 are rotated, and 2 of v of 16, with room
/// around every head.
Arguments roomy() {
  Arguments arguments = valid();
  arguments.head_size = 32;
  arguments.v_head_size = 16;
  arguments.rope.pairing = kgate::RopePairing::interleaved;
  arguments.rope.table_stride = 64;
  for (kgate::HeadTensor* tensor : {&arguments.q, &arguments.k, &arguments.v, &arguments.q_out,
                                    &arguments.k_out, &arguments.v_out}) {
    tensor->token_stride = 1024;
    tensor->head_stride = 64;
  }
  arguments.cache.k_head_stride = arguments.cache.v_head_stride = 64;
  arguments.cache.k_token_stride = arguments.cache.v_token_stride = 256;
  arguments.cache.k_block_stride = arguments.cache.v_block_stride = 4096;
  return arguments;
}

Arguments with_fp8_cache() {
  Arguments arguments = roomy();
  arguments.cache.type = DataType::f8_e4m3fn;
  return arguments;
}

const std::string kPlain = "rope_append_bf16_plain";
const std::string kWide = "rope_append_bf16_wide";
const std::string kUnaligned = "rope_append_bf16_unaligned";

}  // namespace

TEST_CASE("rope_append: a head tensor off its vectors is enough to read by elements") {
  const Row rows[] = {
      {[](Arguments&) {}, kPlain},
      {[](Arguments& a) { a.q.data = at_address(kQ + 8); }, kUnaligned},
      {[](Arguments& a) { a.k.data = at_address(kK + 8); }, kUnaligned},
      {[](Arguments& a) { a.v.data = at_address(kV + 8); }, kUnaligned},
      {[](Arguments& a) { a.q_out.data = at_address(kQOut + 8); }, kUnaligned},
      {[](Arguments& a) { a.k_out.data = at_address(kKOut + 8); }, kUnaligned},
      {[](Arguments& a) { a.v_out.data = at_address(kVOut + 8); }, kUnaligned},
      {[](Arguments& a) { a.q.token_stride = 1028; }, kUnaligned},
      {[](Arguments& a) { a.k.token_stride = 1028; }, kUnaligned},
      {[](Arguments& a) { a.v_out.token_stride = 1028; }, kUnaligned},
      {[](Arguments& a) { a.q_out.head_stride = 68; }, kUnaligned},
      {[](Arguments& a) { a.k_out.head_stride = 68; }, kUnaligned},
      {[](Arguments& a) { a.v.head_stride = 68; }, kUnaligned},
      {[](Arguments& a) {
         a.v = {nullptr, 3, 3};
         a.v_out = {};
         a.cache = {};
       },
       kPlain},
  };
  kgate::check_entries(roomy(), rows);
}

TEST_CASE("rope_append: a table or cache off its vectors is enough to read by elements") {
  const Row rows[] = {
      {[](Arguments& a) { a.rope.table = at_address(kTable + 8); }, kUnaligned},
      {[](Arguments& a) { a.rope.table_stride = 66; }, kUnaligned},
      {[](Arguments& a) { a.rope.table_stride = 68; }, kPlain},
      {[](Arguments& a) { a.rope.table_type = DataType::bf16; }, kPlain},
      {[](Arguments& a) {
         a.rope.table_type = DataType::bf16;
         a.rope.table_stride = 68;
       },
       kUnaligned},
      {[](Arguments& a) { a.rope = {}; }, kPlain},
      {[](Arguments& a) { a.cache.k = at_address(kCacheK + 8); }, kUnaligned},
      {[](Arguments& a) { a.cache.v = at_address(kCacheV + 8); }, kUnaligned},
      {[](Arguments& a) { a.cache.k_block_stride = 4100; }, kUnaligned},
      {[](Arguments& a) { a.cache.v_block_stride = 4100; }, kUnaligned},
      {[](Arguments& a) { a.cache.k_token_stride = 260; }, kUnaligned},
      {[](Arguments& a) { a.cache.v_token_stride = 260; }, kUnaligned},
      {[](Arguments& a) {
         a.k = a.k_out = {};
         a.cache.k = nullptr;
         a.cache.k_head_stride = a.cache.k_token_stride = a.cache.k_block_stride = 1;
       },
       kPlain},
      {[](Arguments& a) {
         a.v = a.v_out = {};
         a.cache.v = nullptr;
         a.cache.v_head_stride = a.cache.v_token_stride = a.cache.v_block_stride = 1;
       },
       kPlain},
      {[](Arguments& a) { a.cache.k_head_stride = 68; }, kUnaligned},
      {[](Arguments& a) { a.cache.v_head_stride = 68; }, kUnaligned},
  };
  kgate::check_entries(roomy(), rows);
}

TEST_CASE("rope_append: a vector of fp8 elements has 8 bytes") {
  const Row rows[] = {
      {[](Arguments&) {}, kWide},
      {[](Arguments& a) { a.cache.k = at_address(kCacheK + 8); }, kWide},
      {[](Arguments& a) { a.cache.v = at_address(kCacheV + 8); }, kWide},
      {[](Arguments& a) { a.cache.k = at_address(kCacheK + 4); }, kUnaligned},
      {[](Arguments& a) { a.cache.v = at_address(kCacheV + 4); }, kUnaligned},
      {[](Arguments& a) { a.cache.k_head_stride = 72; }, kWide},
      {[](Arguments& a) { a.cache.v_head_stride = 68; }, kUnaligned},
      {[](Arguments& a) { a.cache.v_block_stride = 4104; }, kWide},
      {[](Arguments& a) { a.cache.k_block_stride = 4100; }, kUnaligned},
  };
  kgate::check_entries(with_fp8_cache(), rows);
}

TEST_CASE("rope_append: heads that are cut inside a unit are read by elements") {
  const Row rows[] = {
      {[](Arguments& a) { a.rope.rotary_dim = 32; }, kPlain},
      {[](Arguments& a) {
         a.head_size = 40;
         a.rope.rotary_dim = 24;
       },
       kUnaligned},
      {[](Arguments& a) { a.head_size = 40; }, kUnaligned},
      {[](Arguments& a) { a.head_size = 48; }, kPlain},
      {[](Arguments& a) { a.v_head_size = 24; }, kUnaligned},
      {[](Arguments& a) { a.v_head_size = 32; }, kPlain},
      {[](Arguments& a) {
         a.v = a.v_out = {};
         a.cache = {};
         a.v_head_size = 24;
       },
       kPlain},
  };
  kgate::check_entries(roomy(), rows);
}

TEST_CASE("rope_append: what the plain entries lack is for the wide ones") {
  const Row rows[] = {
      {[](Arguments& a) {
         a.rope.sections[0] = 8;
         a.rope.position_stride = 4;
       },
       kWide},
      {[](Arguments& a) {
         a.rope.sections[1] = 8;
         a.rope.position_stride = 4;
       },
       kWide},
      {[](Arguments& a) {
         a.rope.sections[2] = 8;
         a.rope.position_stride = 4;
       },
       kWide},
      {[](Arguments& a) {
         a.rope.q_scales = at_address<float>(kFloats);
         a.rope.q_scale_rows = a.rope.q_scale_period = 1;
       },
       kWide},
      {[](Arguments& a) {
         a.rope.angles = kgate::RopeAngles::inverse_frequencies;
         a.rope.inverse_frequencies = at_address<float>(kFloats);
         a.rope.attention_scaling = 1;
       },
       kWide},
      {[](Arguments& a) { a.cache = {}; }, kPlain},
  };
  kgate::check_entries(roomy(), rows);
}
