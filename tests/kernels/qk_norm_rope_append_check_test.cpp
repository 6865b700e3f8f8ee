// SPDX-License-Identifier: MIT
// What qk_norm_rope_append refuses beside what rope_append does.
#include <cstdint>
#include <limits>

#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"
#include "tests/kernels/argument_rows.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::QkNormProfile;
using Arguments = kgate::QkNormRopeAppendArguments;
using Row = kgate::ArgumentRow<Arguments>;

namespace {

constexpr std::uintptr_t kQ = 0x100000000000;
constexpr std::uintptr_t kK = 0x200000000000;
constexpr std::uintptr_t kV = 0x300000000000;
constexpr std::uintptr_t kVOut = 0x400000000000;
constexpr std::uintptr_t kQWeight = 0x500000000000;
constexpr std::uintptr_t kKWeight = 0x600000000000;
constexpr std::uintptr_t kError = 0x700000000000;

/// Two tokens of two heads of 8 f32 elements, q and k in place, without rotation and cache.
Arguments valid() {
  Arguments arguments{};
  arguments.append.q = arguments.append.q_out = {at_address(kQ), 2000, 1000};
  arguments.append.k = arguments.append.k_out = {at_address(kK), 2000, 1000};
  arguments.append.v = {at_address(kV), 2000, 1000};
  arguments.append.v_out = {at_address(kVOut), 2000, 1000};
  arguments.append.tokens = 2;
  arguments.append.q_heads = arguments.append.kv_heads = 2;
  arguments.append.head_size = arguments.append.v_head_size = 8;
  arguments.append.activation = DataType::f32;
  arguments.append.error = at_address<std::uint64_t>(kError);
  arguments.q_weight = at_address(kQWeight);
  arguments.k_weight = at_address(kKWeight);
  arguments.eps = 1e-6F;
  arguments.weight_type = DataType::f32;
  return arguments;
}

void set_types(Arguments& a, DataType activation, DataType weight) {
  a.append.activation = activation;
  a.weight_type = weight;
}

void drop_q(Arguments& a) { a.append.q = a.append.q_out = {}; }
void drop_k(Arguments& a) { a.append.k = a.append.k_out = {}; }
void drop_v(Arguments& a) { a.append.v = a.append.v_out = {}; }

void set_profiles(Arguments& a, kgate::RopeProfile rope, QkNormProfile norm) {
  a.append.rope.profile = rope;
  a.norm_profile = norm;
}

}  // namespace

TEST_CASE("qk_norm_rope_append: head sizes are accepted up to 512 and named past it") {
  const Row rows[] = {
      {[](Arguments&) {}, ""},
      {[](Arguments& a) { a.append.head_size = 512; }, ""},
      {[](Arguments& a) { a.append.head_size = 513; },
       "qk_norm_rope_append: head_size and v_head_size are 513 and 8; allowed: 1 to 512"},
      {[](Arguments& a) { a.append.v_head_size = 512; }, ""},
      {[](Arguments& a) { a.append.v_head_size = 513; },
       "qk_norm_rope_append: head_size and v_head_size are 8 and 513; allowed: 1 to 512"},
      {[](Arguments& a) {  // without v its size is not looked at
         drop_v(a);
         a.append.v_head_size = 513;
       },
       ""},
      {[](Arguments& a) { a.append.q_heads = 0; },
       "qk_norm_rope_append: q_heads is 0; allowed: 1 to 65536"},
      {[](Arguments& a) { a.append.tokens = -1; },
       "qk_norm_rope_append: tokens is -1; allowed: 0 to 1073725440"},
      {[](Arguments& a) { a = {}; }, ""},  // no tokens
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("qk_norm_rope_append: values of the norm are accepted up to their limits") {
  const Row rows[] = {
      {[](Arguments& a) { a.eps = 0; }, ""},
      {[](Arguments& a) { a.eps = -1; },
       "qk_norm_rope_append: eps is -1; allowed: finite, not negative"},
      {[](Arguments& a) { a.eps = std::numeric_limits<float>::infinity(); },
       "qk_norm_rope_append: eps is inf; allowed: finite, not negative"},
      {[](Arguments& a) { a.weight_bias = 1; }, ""},
      {[](Arguments& a) { a.weight_bias = 0.5F; },
       "qk_norm_rope_append: weight_bias is 0.5; allowed: 0 or 1"},
      {[](Arguments& a) { a.weight_bias = 2; },
       "qk_norm_rope_append: weight_bias is 2; allowed: 0 or 1"},
      {[](Arguments& a) { a.norm_profile = QkNormProfile::grouped; }, ""},
      {[](Arguments& a) { a.norm_profile = QkNormProfile{4}; },
       "qk_norm_rope_append: norm_profile is 4; allowed: 0 to 3"},
      {[](Arguments& a) { a.v_norm = 1; }, ""},
      {[](Arguments& a) { a.v_norm = 2; }, "qk_norm_rope_append: v_norm is 2; allowed: 0 or 1"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("qk_norm_rope_append: weights have the activation type or f32") {
  const Row rows[] = {
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::f16); }, ""},
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::f32); }, ""},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::bf16); }, ""},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::f32); }, ""},
      {[](Arguments& a) { a.weight_type = DataType{99}; },
       "qk_norm_rope_append: weight_type is data type 99; allowed: f32"},
      {[](Arguments& a) { set_types(a, DataType::f32, DataType::f16); },
       "qk_norm_rope_append: weight_type is data type 1; allowed: f32"},
      {[](Arguments& a) { set_types(a, DataType::f16, DataType::bf16); },
       "qk_norm_rope_append: weight_type is data type 2; allowed: f16 or f32"},
      {[](Arguments& a) { set_types(a, DataType::bf16, DataType::f16); },
       "qk_norm_rope_append: weight_type is data type 1; allowed: bf16 or f32"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("qk_norm_rope_append: weights that are missing, misaligned or of no use are refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.k_weight = a.q_weight; }, ""},
      {[](Arguments& a) { a.q_weight = nullptr; },
       "qk_norm_rope_append: q_weight is null; it must point to f32 elements"},
      {[](Arguments& a) { a.k_weight = nullptr; },
       "qk_norm_rope_append: k_weight is null; it must point to f32 elements"},
      {[](Arguments& a) {
         a.append.tokens = 1;
         a.k_weight = nullptr;
       },
       "qk_norm_rope_append: k_weight is null; it must point to f32 elements"},
      {[](Arguments& a) { a.q_weight = at_address(kQWeight + 2); },
       "qk_norm_rope_append: q_weight is at 0x500000000002; it must be aligned to its f32 "
       "elements, "
       "4 bytes"},
      {[](Arguments& a) { a.k_weight = at_address(kKWeight + 2); },
       "qk_norm_rope_append: k_weight is at 0x600000000002; it must be aligned to its f32 "
       "elements, "
       "4 bytes"},
      {[](Arguments& a) { drop_q(a); },
       "qk_norm_rope_append: q_weight is set and there are no such heads; it must be null"},
      {[](Arguments& a) { drop_k(a); },
       "qk_norm_rope_append: k_weight is set and there are no such heads; it must be null"},
      {[](Arguments& a) {
         drop_q(a);
         a.q_weight = nullptr;
       },
       ""},
      {[](Arguments& a) {
         drop_k(a);
         a.k_weight = nullptr;
       },
       ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("qk_norm_rope_append: weights beside an output are accepted, under one refused") {
  const Row rows[] = {
      {[](Arguments& a) { a.q_weight = at_address(kVOut - 32); }, ""},
      {[](Arguments& a) { a.k_weight = at_address(kVOut - 32); }, ""},
      {[](Arguments& a) { a.q_weight = at_address(kVOut - 28); },
       "qk_norm_rope_append: v_out at 0x400000000000 overlaps q_weight at 0x3fffffffffe4; allowed: "
       "no overlap"},
      {[](Arguments& a) { a.k_weight = at_address(kVOut - 28); },
       "qk_norm_rope_append: v_out at 0x400000000000 overlaps k_weight at 0x3fffffffffe4; allowed: "
       "no overlap"},
      {[](Arguments& a) { a.q_weight = at_address(kK); },
       "qk_norm_rope_append: k_out at 0x200000000000 overlaps q_weight at 0x200000000000; allowed: "
       "no overlap"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("qk_norm_rope_append: the native rope profile needs heads that were rounded") {
  using Rope = kgate::RopeProfile;
  const Row rows[] = {
      {[](Arguments& a) { set_profiles(a, Rope::native, QkNormProfile::rounded); }, ""},
      {[](Arguments& a) { set_profiles(a, Rope::native, QkNormProfile::graph); }, ""},
      {[](Arguments& a) { set_profiles(a, Rope::f32, QkNormProfile::unrounded); }, ""},
      {[](Arguments& a) { set_profiles(a, Rope::native, QkNormProfile::unrounded); },
       "qk_norm_rope_append: rope.profile is native and norm_profile is 2, which leaves heads in "
       "f32; native products need heads of the activation type: norm_profile 0 (rounded) or 1 "
       "(graph)"},
      {[](Arguments& a) { set_profiles(a, Rope::native, QkNormProfile::grouped); },
       "qk_norm_rope_append: rope.profile is native and norm_profile is 3, which leaves heads in "
       "f32; native products need heads of the activation type: norm_profile 0 (rounded) or 1 "
       "(graph)"},
  };
  kgate::check_rows(valid(), rows);
}
