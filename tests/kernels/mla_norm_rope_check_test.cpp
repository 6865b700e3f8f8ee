// SPDX-License-Identifier: MIT
// Each way mla_norm_rope's arguments can be wrong is refused by name.
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "tests/catch.hpp"

using kgate::DataType;
using kgate::KvCacheAddressing;
using kgate::MlaNormProfile;
using kgate::RopeAngles;
using Arguments = kgate::MlaNormRopeArguments;

namespace {

constexpr std::int64_t kTokens = 3;
constexpr std::int32_t kLatent = 8;
constexpr std::int32_t kPe = 4;
constexpr std::int32_t kHeads = 2;
constexpr std::int32_t kRow = kLatent + kPe;

/// Memory of the valid launch: everything there is, nothing in place.
struct Tensors {
  alignas(16) std::array<std::uint16_t, kTokens * kRow> kv{};
  alignas(16) std::array<std::uint16_t, kLatent> weight{};
  alignas(16) std::array<std::uint16_t, kTokens * kLatent> latent{};
  alignas(16) std::array<std::uint16_t, kTokens * kPe> pe{};
  alignas(16) std::array<std::uint16_t, kTokens * kHeads * kPe> q{};
  alignas(16) std::array<std::uint16_t, kTokens * kHeads * kPe> q_out{};
  alignas(16) std::array<std::uint16_t, 2 * 4 * kRow> cache{};
  std::array<std::int64_t, kTokens> positions{};
  std::array<std::int64_t, kTokens> slots{};
  std::array<float, 16 * kPe> table{};
  std::uint64_t error = 0;

  Arguments arguments() {
    Arguments valid{};
    valid.kv = kv.data();
    valid.weight = weight.data();
    valid.latent = latent.data();
    valid.pe = pe.data();
    valid.q_pe = {q.data(), kHeads * kPe, kPe};
    valid.q_pe_out = {q_out.data(), kHeads * kPe, kPe};
    valid.rope.positions = positions.data();
    valid.rope.position_type = DataType::i64;
    valid.rope.table = table.data();
    valid.rope.table_rows = 16;
    valid.rope.table_stride = kPe;
    valid.rope.table_type = DataType::f32;
    valid.rope.rotary_dim = kPe;
    valid.rope.angles = RopeAngles::table;
    valid.cache.k = cache.data();
    valid.cache.slots = slots.data();
    valid.cache.slot_count = kTokens;
    valid.cache.k_block_stride = 4 * kRow;
    valid.cache.k_token_stride = kRow;
    valid.cache.blocks = 2;
    valid.cache.block_size = 4;
    valid.cache.addressing = KvCacheAddressing::slots;
    valid.cache.type = DataType::f16;
    valid.error = &error;
    valid.tokens = kTokens;
    valid.kv_stride = kRow;
    valid.latent_stride = kLatent;
    valid.pe_stride = kPe;
    valid.kv_lora_rank = kLatent;
    valid.pe_size = kPe;
    valid.q_heads = kHeads;
    valid.eps = 1e-6F;
    valid.activation = DataType::f16;
    valid.weight_type = DataType::f16;
    return valid;
  }
};

/// The message for the valid arguments after `change`; empty if they are accepted.
std::string message_after(const std::function<void(Arguments&, Tensors&)>& change) {
  Tensors tensors;
  Arguments arguments = tensors.arguments();
  change(arguments, tensors);
  const kgate::Status status = kgate::check(arguments);
  CHECK((status.ok() || status.code() == kgate::StatusCode::invalid_argument));
  return std::string(status.message());
}

void drop_cache(Arguments& a) { a.cache = {}; }

void drop_query(Arguments& a) {
  a.q_pe = {};
  a.q_pe_out = {};
  a.q_heads = 0;
}

bool contains(const std::string& message, const std::string& part) {
  INFO(message);
  return message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("tensors, cache, both, and results in place are accepted") {
  CHECK(message_after([](Arguments&, Tensors&) {}).empty());
  CHECK(message_after([](Arguments& a, Tensors&) { drop_cache(a); }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) { a.latent = a.pe = nullptr; }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) { drop_query(a); }).empty());
  CHECK(message_after([](Arguments& a, Tensors& t) {
          a.latent = t.kv.data();
          a.pe = t.kv.data() + kLatent;
          a.latent_stride = a.pe_stride = a.kv_stride;
          a.q_pe_out = a.q_pe;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.rope = {};
          a.rope.position_type = DataType::i64;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) { a.cache.slot_count = 1; }).empty());
}

TEST_CASE("with no tokens pointers are not looked at, sizes are") {
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.tokens = 0;
          a.kv = nullptr;
          a.weight = nullptr;
          a.error = nullptr;
        }).empty());
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.tokens = 0;
          a.kv_lora_rank = 0;
        }) == "mla_norm_rope: kv_lora_rank is 0; allowed: 1 to 2048");
}

TEST_CASE("mla_norm_rope: values out of range are named with what is allowed") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.kv_lora_rank = 2049; }) ==
        "mla_norm_rope: kv_lora_rank is 2049; allowed: 1 to 2048");
  CHECK(message_after([](Arguments& a, Tensors&) { a.pe_size = 257; }) ==
        "mla_norm_rope: pe_size is 257; allowed: 1 to 256");
  CHECK(message_after([](Arguments& a, Tensors&) { a.tokens = -1; }) ==
        "mla_norm_rope: tokens is -1; allowed: 0 to 2147450880");
  CHECK(message_after([](Arguments& a, Tensors&) { a.q_heads = 0; }) ==
        "mla_norm_rope: q_heads is 0; allowed: 1 to 65536");
  CHECK(message_after([](Arguments& a, Tensors&) {
          drop_query(a);
          a.q_heads = 2;
        }) == "mla_norm_rope: q_heads is 2; allowed: 0 to 0");
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.eps = std::numeric_limits<float>::infinity();
        }) == "mla_norm_rope: eps is inf; allowed: finite, not negative");
  CHECK(message_after([](Arguments& a, Tensors&) { a.weight_bias = 2; }) ==
        "mla_norm_rope: weight_bias is 2; allowed: 0 or 1");
  CHECK(message_after([](Arguments& a, Tensors&) { a.norm_profile = MlaNormProfile{2}; }) ==
        "mla_norm_rope: norm_profile is 2; allowed: 0 (f32) or 1 (graph)");
  CHECK(message_after([](Arguments& a, Tensors&) { a.activation = DataType::i32; }) ==
        "mla_norm_rope: activation is data type 5; allowed: f16, bf16, f32");
  CHECK(message_after([](Arguments& a, Tensors&) { a.weight_type = DataType::bf16; }) ==
        "mla_norm_rope: weight_type is data type 2; allowed with f16: f16 or f32");
}

TEST_CASE("rotary arguments are refused in the kernel's name") {
  CHECK(contains(message_after([](Arguments& a, Tensors&) { a.rope.rotary_dim = 3; }),
                 "mla_norm_rope: rope.rotary_dim is 3; it must be even"));
  CHECK(contains(message_after([](Arguments& a, Tensors&) { a.rope.rotary_dim = 6; }),
                 "mla_norm_rope: rope.rotary_dim is 6; allowed: 2 to the head size, 4"));
  CHECK(contains(message_after([](Arguments& a, Tensors& t) { a.rope.q_scales = t.table.data(); }),
                 "mla_norm_rope: rope.q_scales is set; it must be null"));
}

TEST_CASE("every part needs a place to go, and every output an input") {
  CHECK(message_after([](Arguments& a, Tensors&) {
          drop_cache(a);
          a.latent = nullptr;
        }) == "mla_norm_rope: latent is null and there is no cache; set it or a cache");
  CHECK(message_after([](Arguments& a, Tensors&) {
          drop_cache(a);
          a.pe = nullptr;
        }) == "mla_norm_rope: pe is null and there is no cache; set it or a cache");
  CHECK(message_after([](Arguments& a, Tensors&) {
          a.q_pe.data = nullptr;
          a.q_heads = 0;
        }) == "mla_norm_rope: q_pe_out is set and q_pe is null; set both or neither");
  CHECK(message_after([](Arguments& a, Tensors&) { a.q_pe_out.data = nullptr; }) ==
        "mla_norm_rope: q_pe_out is null; it must point to f16 elements");
}

TEST_CASE("mla_norm_rope: pointers and strides are named") {
  CHECK(message_after([](Arguments& a, Tensors&) { a.kv = nullptr; }) ==
        "mla_norm_rope: kv is null; it must point to f16 elements");
  CHECK(contains(message_after([](Arguments& a, Tensors&) { a.error = nullptr; }),
                 "mla_norm_rope: error is null"));
  CHECK(message_after([](Arguments& a, Tensors&) { a.kv_stride = kRow - 1; }) ==
        "mla_norm_rope: kv_stride is 11; it must be at least the row length, 12");
  CHECK(contains(message_after([](Arguments& a, Tensors&) { a.latent_stride = kLatent - 1; }),
                 "mla_norm_rope: the strides of latent make its rows of 16 bytes overlap"));
  CHECK(contains(message_after([](Arguments& a, Tensors&) { a.q_pe_out.head_stride = kPe - 1; }),
                 "mla_norm_rope: the strides of q_pe_out make its rows of 8 bytes overlap"));
  CHECK(contains(message_after([](Arguments& a, Tensors&) { a.pe_stride = -4; }),
                 "mla_norm_rope: a stride of pe is -8 bytes; it must be positive"));
}

TEST_CASE("cache arguments are refused in the kernel's name") {
  CHECK(contains(message_after([](Arguments& a, Tensors&) { a.cache.k_token_stride = kRow - 1; }),
                 "cache.k make entries overlap"));
  CHECK(contains(message_after([](Arguments& a, Tensors& t) { a.cache.v = t.kv.data(); }),
                 "cache.v is set and there is nothing to store in it; it must be null"));
  CHECK(contains(message_after([](Arguments& a, Tensors&) { a.cache.slot_count = kTokens + 1; }),
                 "cache.slot_count is 4; allowed: 0 to the tokens, 3"));
}

TEST_CASE("outputs over other tensors are refused") {
  CHECK(contains(message_after([](Arguments& a, Tensors& t) { a.latent = t.weight.data(); }),
                 "mla_norm_rope: latent at 0x"));
  CHECK(contains(message_after([](Arguments& a, Tensors& t) {
                   // Right place, wrong stride.
                   a.latent = t.kv.data();
                 }),
                 "allowed: no overlap, or the same address and strides"));
  CHECK(contains(message_after([](Arguments& a, Tensors& t) {
                   a.pe = t.kv.data();
                   a.pe_stride = a.kv_stride;
                 }),
                 "mla_norm_rope: pe at 0x"));
  CHECK(contains(message_after([](Arguments& a, Tensors& t) { a.q_pe_out.data = t.pe.data(); }),
                 "mla_norm_rope: pe at 0x"));
  CHECK(contains(message_after([](Arguments& a, Tensors& t) { a.cache.k = t.kv.data(); }),
                 "cache.k at 0x"));
  CHECK(contains(message_after([](Arguments& a, Tensors& t) {
                   a.error = reinterpret_cast<std::uint64_t*>(t.slots.data());
                 }),
                 "error at 0x"));
}
