// SPDX-License-Identifier: MIT
// What qk_norm_rope_append refuses beside what rope_append does.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"
#include "tests/catch.hpp"

using kgate::DataType;
using kgate::QkNormProfile;
using Arguments = kgate::QkNormRopeAppendArguments;

namespace {

/// Memory of a valid launch without rotation and cache: q and k of two tokens, two heads of 8.
struct Memory {
  std::vector<float> q = std::vector<float>(32);
  std::vector<float> k = std::vector<float>(32);
  std::vector<float> weights = std::vector<float>(16);
  std::uint64_t error = 0;

  Arguments arguments() {
    Arguments valid{};
    valid.append.q = valid.append.q_out = {q.data(), 16, 8};
    valid.append.k = valid.append.k_out = {k.data(), 16, 8};
    valid.append.tokens = 2;
    valid.append.q_heads = valid.append.kv_heads = 2;
    valid.append.head_size = 8;
    valid.append.activation = DataType::f32;
    valid.append.error = &error;
    valid.q_weight = weights.data();
    valid.k_weight = weights.data() + 8;
    valid.eps = 1e-6F;
    valid.weight_type = DataType::f32;
    return valid;
  }
};

std::string message_after(const std::function<void(Arguments&, Memory&)>& change) {
  Memory memory;
  Arguments arguments = memory.arguments();
  change(arguments, memory);
  return std::string(kgate::check(arguments).message());
}

}  // namespace

TEST_CASE("a norm in place is accepted, with one set of weights and without k") {
  CHECK(message_after([](Arguments&, Memory&) {}).empty());
  CHECK(message_after([](Arguments& a, Memory&) { a.k_weight = a.q_weight; }).empty());
  CHECK(message_after([](Arguments& a, Memory&) {
          a.append.k = a.append.k_out = {};
          a.k_weight = nullptr;
        }).empty());
}

TEST_CASE("what rope_append refuses is refused in this kernel's name") {
  CHECK(message_after([](Arguments& a, Memory&) { a.append.q_heads = 0; }) ==
        "qk_norm_rope_append: q_heads is 0; allowed: 1 to 65536");
}

TEST_CASE("values of the norm out of range are named") {
  CHECK(message_after([](Arguments& a, Memory&) { a.eps = -1; }) ==
        "qk_norm_rope_append: eps is -1; allowed: finite, not negative");
  CHECK(message_after([](Arguments& a, Memory&) { a.weight_bias = 2; }) ==
        "qk_norm_rope_append: weight_bias is 2; allowed: 0 or 1");
  CHECK(message_after([](Arguments& a, Memory&) { a.weight_type = DataType::f16; }) ==
        "qk_norm_rope_append: weight_type is data type 1; allowed: f32");
  CHECK(message_after([](Arguments& a, Memory&) { a.norm_profile = QkNormProfile{4}; }) ==
        "qk_norm_rope_append: norm_profile is 4; allowed: 0 to 3");
  CHECK(message_after([](Arguments& a, Memory&) { a.v_norm = 2; }) ==
        "qk_norm_rope_append: v_norm is 2; allowed: 0 or 1");
  CHECK(
      message_after([](Arguments& a, Memory& m) {
        a.append.k = a.append.k_out = {};
        a.k_weight = nullptr;
        a.append.q_heads = 1;
        a.append.tokens = 1;
        m.q.resize(520);
        a.append.q = a.append.q_out = {m.q.data(), 520, 520};
        a.append.head_size = 520;
      }).find("qk_norm_rope_append: head_size and v_head_size are 520 and 0; allowed: 1 to 512") ==
      0);
}

TEST_CASE("weights that are missing, of no use or written are refused") {
  CHECK(message_after([](Arguments& a, Memory&) { a.k_weight = nullptr; }) ==
        "qk_norm_rope_append: k_weight is null; it must point to f32 elements");
  CHECK(message_after([](Arguments& a, Memory&) { a.append.k = a.append.k_out = {}; }) ==
        "qk_norm_rope_append: k_weight is set and there are no such heads; it must be null");
  CHECK(message_after([](Arguments& a, Memory& m) {
          a.q_weight = m.k.data();
        }).find("qk_norm_rope_append: k_out at 0x") == 0);
}

TEST_CASE("the native rope profile is refused over a head that was not rounded") {
  CHECK(message_after([](Arguments& a, Memory&) {
          a.append.rope.profile = kgate::RopeProfile::native;
        }).empty());
  for (const QkNormProfile profile : {QkNormProfile::unrounded, QkNormProfile::grouped}) {
    CHECK(message_after([&](Arguments& a, Memory&) {
            a.append.rope.profile = kgate::RopeProfile::native;
            a.norm_profile = profile;
          }).find("qk_norm_rope_append: rope.profile is native and norm_profile is ") == 0);
  }
}
