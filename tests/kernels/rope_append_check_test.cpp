// SPDX-License-Identifier: MIT
// Each way rope_append's sizes and tensors can be wrong is refused by name, and each limit
// accepted.
#include <cstdint>

#include "tests/kernels/rope_append_arguments.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::HeadTensor;
using namespace kgate::rope_append_tests;
using Arguments = kgate::RopeAppendArguments;
using Row = kgate::ArgumentRow<Arguments>;

namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 60;  // bytes that a stride may span

/// Strides that hold 65536 heads of 4096 elements.
void spread(Arguments& a) {
  constexpr std::int64_t kHead = 4096;
  constexpr std::int64_t kToken = 65536 * kHead;
  for (HeadTensor* tensor : {&a.q, &a.k, &a.v, &a.q_out, &a.k_out, &a.v_out}) {
    tensor->head_stride = kHead;
    tensor->token_stride = kToken;
  }
  a.cache.k_head_stride = a.cache.v_head_stride = kHead;
  a.cache.k_token_stride = a.cache.v_token_stride = kToken;
  a.cache.k_block_stride = a.cache.v_block_stride = 8 * kToken;
}

void set_head_size(Arguments& a, std::int32_t size) {
  spread(a);
  a.rope = {};
  a.head_size = size;
}

void set_type(Arguments& a, DataType type) { a.activation = a.cache.type = type; }

void set_tokens(Arguments& a, std::int64_t tokens) { a.tokens = a.cache.slot_count = tokens; }

void keep_q(Arguments& a) {
  a.k = a.v = a.k_out = a.v_out = {};
  a.cache = {};
}

void keep_k(Arguments& a) {
  a.q = a.v = a.q_out = a.v_out = {};
  a.cache.v = nullptr;
}

void keep_v(Arguments& a) {
  a.q = a.k = a.q_out = a.k_out = {};
  a.cache.k = nullptr;
}

}  // namespace

TEST_CASE("rope_append: sizes are accepted up to their limits and named past them") {
  const Row rows[] = {
      {[](Arguments&) {}, ""},
      {[](Arguments& a) { a.tokens = -1; }, "rope_append: tokens is -1; allowed: 0 to 1073725440"},
      {[](Arguments& a) { a.tokens = 1073725440; }, ""},
      {[](Arguments& a) { a.tokens = 1073725441; },
       "rope_append: tokens is 1073725441; allowed: 0 to 1073725440"},
      {[](Arguments& a) { set_head_size(a, 0); },
       "rope_append: head_size is 0; allowed: 1 to 4096"},
      {[](Arguments& a) { set_head_size(a, 1); }, ""},
      {[](Arguments& a) { set_head_size(a, 4096); }, ""},
      {[](Arguments& a) { set_head_size(a, 4097); },
       "rope_append: head_size is 4097; allowed: 1 to 4096"},
      {[](Arguments& a) { a.q_heads = 0; }, "rope_append: q_heads is 0; allowed: 1 to 65536"},
      {[](Arguments& a) { a.kv_heads = 65537; },
       "rope_append: kv_heads is 65537; allowed: 1 to 65536"},
      {[](Arguments& a) {
         spread(a);
         a.q_heads = a.kv_heads = 65536;
       },
       ""},
      {[](Arguments& a) { a.q_heads = a.kv_heads = 1; }, ""},
      {[](Arguments& a) { a.v_head_size = -3; },
       "rope_append: v_head_size is -3; allowed: 1 to 4096"},
      {[](Arguments& a) { a.v_head_size = 4097; },
       "rope_append: v_head_size is 4097; allowed: 1 to 4096"},
      {[](Arguments& a) {
         spread(a);
         a.v_head_size = 4096;
       },
       ""},
      {[](Arguments& a) { set_type(a, DataType::f16); }, ""},
      {[](Arguments& a) { set_type(a, DataType::f32); }, ""},
      {[](Arguments& a) { set_type(a, DataType::f8_e4m3fn); },
       "rope_append: activation is data type 3; allowed: f16, bf16, f32"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: q, k and v may be absent, and then their sizes are not looked at") {
  const Row rows[] = {
      {[](Arguments& a) { a.q = a.k = a.v = {}; },
       "rope_append: q, k and v are null; at least one must be set"},
      {[](Arguments& a) {
         keep_q(a);
         a.kv_heads = a.v_head_size = 0;
       },
       ""},
      {[](Arguments& a) {
         keep_k(a);
         a.q_heads = a.v_head_size = 0;
       },
       ""},
      {[](Arguments& a) {
         keep_v(a);
         a.q_heads = 0;
       },
       ""},
      {[](Arguments& a) {
         keep_k(a);
         a.kv_heads = 0;
       },
       "rope_append: kv_heads is 0; allowed: 1 to 65536"},
      {[](Arguments& a) {
         keep_v(a);
         a.kv_heads = 0;
       },
       "rope_append: kv_heads is 0; allowed: 1 to 65536"},
      {[](Arguments& a) {
         keep_q(a);
         a.k.token_stride = a.v_out.head_stride = -1;
       },
       ""},
      {[](Arguments& a) { a = {}; }, ""},  // no tokens
      {[](Arguments& a) {
         a = {};
         a.head_size = -1;
       },
       ""},
      {[](Arguments& a) {
         set_tokens(a, 1);
         a.error = nullptr;
       },
       "rope_append: error is null; it must point to i64 elements"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: misaligned pointers are named") {
  const Row rows[] = {
      {[](Arguments& a) { a.q.data = at_address(kQ + 1); },
       "rope_append: q is at 0x100000000001; it must be aligned to its bf16 elements, 2 bytes"},
      {[](Arguments& a) { a.k.data = at_address(kK + 1); },
       "rope_append: k is at 0x200000000001; it must be aligned to its bf16 elements, 2 bytes"},
      {[](Arguments& a) { a.v.data = at_address(kV + 1); },
       "rope_append: v is at 0x300000000001; it must be aligned to its bf16 elements, 2 bytes"},
      {[](Arguments& a) { a.q_out.data = at_address(kQOut + 1); },
       "rope_append: q_out is at 0x400000000001; it must be aligned to its bf16 elements, 2 bytes"},
      {[](Arguments& a) { a.k_out.data = at_address(kKOut + 1); },
       "rope_append: k_out is at 0x500000000001; it must be aligned to its bf16 elements, 2 bytes"},
      {[](Arguments& a) { a.v_out.data = at_address(kVOut + 1); },
       "rope_append: v_out is at 0x600000000001; it must be aligned to its bf16 elements, 2 bytes"},
      {[](Arguments& a) { a.error = at_address<std::uint64_t>(kError + 4); },
       "rope_append: error is at 0xc00000000004; it must be aligned to its i64 elements, 8 bytes"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: strides that make heads overlap or that cannot be multiplied are named") {
  const Row rows[] = {
      {[](Arguments& a) { a.q = {at_address(kQ), 64, 16}; }, ""},
      {[](Arguments& a) { a.q = {at_address(kQ), 16, 64}; }, ""},  // heads before tokens
      {[](Arguments& a) { a.v = {at_address(kV), 16, 8}; }, ""},
      {[](Arguments& a) { a.q.head_stride = 15; },
       "rope_append: token_stride 1000 and head_stride 15 of q make its 4 heads of 16 elements "
       "overlap"},
      {[](Arguments& a) { a.v_out.token_stride = 47; },
       "rope_append: token_stride 47 and head_stride 40 of v_out make its 2 heads of 8 elements "
       "overlap"},
      {[](Arguments& a) { a.k_out.token_stride = 0; },
       "rope_append: token_stride 0 and head_stride 36 of k_out make its 2 heads of 16 elements "
       "overlap"},
      {[](Arguments& a) {
         set_tokens(a, 2);
         a.v.token_stride = -128;
       },
       "rope_append: token_stride and head_stride of v are -128 and 28; they must be positive and "
       "span less than 2^60 bytes"},
      {[](Arguments& a) { a.k.head_stride = -1; },
       "rope_append: token_stride and head_stride of k are 1100 and -1; they must be positive and "
       "span less than 2^60 bytes"},
      {[](Arguments& a) {
         set_tokens(a, 1);
         a.k.token_stride = a.q_out.token_stride = -1;
       },
       ""},
      {[](Arguments& a) {
         set_tokens(a, 2);
         a.q.token_stride = kLargest / 2 / 2;
       },
       ""},
      {[](Arguments& a) {
         set_tokens(a, 2);
         a.q.token_stride = kLargest / 2 / 2 + 1;
       },
       "rope_append: token_stride and head_stride of q are 288230376151711745 and 20; they must be "
       "positive and span less than 2^60 bytes"},
      {[](Arguments& a) { a.q.head_stride = kLargest / 4 / 2; }, ""},
      {[](Arguments& a) { a.q.head_stride = kLargest / 4 / 2 + 1; },
       "rope_append: token_stride and head_stride of q are 1000 and 144115188075855873; they must "
       "be positive and span less than 2^60 bytes"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("rope_append: tensors need a destination, and outputs a source") {
  const Row rows[] = {
      {[](Arguments& a) { a.k_out = a.v_out = {}; }, ""},
      {[](Arguments& a) { a.cache = {}; }, ""},
      {[](Arguments& a) { a.q_out = {}; },
       "rope_append: q is set and has nowhere to go; set q_out"},
      {[](Arguments& a) {
         a.cache = {};
         a.k_out = {};
       },
       "rope_append: k is set and has nowhere to go; set k_out or a cache"},
      {[](Arguments& a) {
         a.cache = {};
         a.v_out = {};
       },
       "rope_append: v is set and has nowhere to go; set v_out or a cache"},
      {[](Arguments& a) { a.q = {}; },
       "rope_append: q_out is set and q is null; set both or neither"},
      {[](Arguments& a) { a.k = {}; },
       "rope_append: k_out is set and k is null; set both or neither"},
      {[](Arguments& a) { a.v = {}; },
       "rope_append: v_out is set and v is null; set both or neither"},
      {[](Arguments& a) { a.k = a.k_out = {}; },
       "rope_append: cache.k is set and there is nothing to store in it; it must be null"},
      {[](Arguments& a) { a.v = a.v_out = {}; },
       "rope_append: cache.v is set and there is nothing to store in it; it must be null"},
  };
  kgate::check_rows(valid(), rows);
}
