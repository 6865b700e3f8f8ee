// SPDX-License-Identifier: MIT
// Each way rope_append's arguments can be wrong is refused by name.
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "kernels/rope_append/rope_append_contract.hpp"
#include "tests/catch.hpp"

using kgate::DataType;
using kgate::HeadTensor;
using kgate::KvCacheAddressing;
using kgate::RopeAngles;
using Arguments = kgate::RopeAppendArguments;

namespace {

constexpr std::int64_t kTokens = 4;
constexpr std::int32_t kQHeads = 4;
constexpr std::int32_t kKvHeads = 2;
constexpr std::int32_t kSize = 16;
constexpr std::int64_t kQkv = (kQHeads + 2 * kKvHeads) * kSize;  // one packed projection

/// Memory of a valid launch: packed q, k and v, rotated into tensors of their own and packed HND.
struct Memory {
  std::vector<std::uint16_t> qkv = std::vector<std::uint16_t>(kTokens * kQkv);
  std::vector<std::uint16_t> q_out = std::vector<std::uint16_t>(kTokens * kQHeads * kSize);
  std::vector<std::uint16_t> k_out = std::vector<std::uint16_t>(kTokens * kKvHeads * kSize);
  std::vector<std::uint16_t> cache = std::vector<std::uint16_t>(std::size_t{3} * 544 * 64);
  std::array<std::int64_t, 3 * 5> positions{};
  std::array<std::int64_t, kTokens> slots{};
  std::array<float, std::size_t{10} * kSize> table{};
  std::array<float, 8> frequencies{};
  std::array<float, 4> scales{};
  std::uint64_t error = 0;

  Arguments arguments() {
    Arguments valid{};
    valid.q = {qkv.data(), kQkv, kSize};
    valid.k = {qkv.data() + kQHeads * kSize, kQkv, kSize};
    valid.v = {qkv.data() + (kQHeads + kKvHeads) * kSize, kQkv, kSize};
    valid.q_out = {q_out.data(), kQHeads * kSize, kSize};
    valid.k_out = {k_out.data(), kKvHeads * kSize, kSize};
    valid.tokens = kTokens;
    valid.q_heads = kQHeads;
    valid.kv_heads = kKvHeads;
    valid.head_size = kSize;
    valid.v_head_size = kSize;
    valid.activation = DataType::bf16;
    valid.error = &error;
    valid.rope.positions = positions.data();
    valid.rope.position_type = DataType::i64;
    valid.rope.angles = RopeAngles::table;
    valid.rope.table = table.data();
    valid.rope.table_type = DataType::f32;
    valid.rope.table_rows = 10;
    valid.rope.table_stride = kSize;
    valid.rope.rotary_dim = kSize;
    kgate::KvCacheArguments& packed = valid.cache;
    packed.k = cache.data();
    packed.v = cache.data() + kSize;
    packed.slots = slots.data();
    packed.slot_count = kTokens;
    packed.addressing = KvCacheAddressing::slots;
    packed.type = DataType::bf16;
    packed.blocks = 3;
    packed.block_size = 544;
    packed.k_block_stride = packed.v_block_stride = std::int64_t{544} * 64;
    packed.k_token_stride = packed.v_token_stride = 2 * kSize;
    packed.k_head_stride = packed.v_head_stride = std::int64_t{544} * 2 * kSize;
    return valid;
  }
};

using Change = std::function<void(Arguments&, Memory&)>;

/// The message for the valid arguments after `change`; empty if they are accepted.
std::string message_after(const Change& change) {
  Memory memory;
  Arguments arguments = memory.arguments();
  change(arguments, memory);
  const kgate::Status status = kgate::check(arguments);
  CHECK((status.ok() || status.code() == kgate::StatusCode::invalid_argument));
  return std::string(status.message());
}

bool begins(const std::string& message, const std::string& with) {
  INFO(message);
  const bool found = message.rfind(with, 0) == 0;
  CHECK(message == (found ? message : with));
  return found;
}

}  // namespace

TEST_CASE("packed projections, packed caches, in place and absent parts are accepted") {
  CHECK(message_after([](Arguments&, Memory&) {}).empty());
  CHECK(message_after([](Arguments& a, Memory&) {
          a.q_out = a.q;
          a.k_out = a.k;
          a.v_out = a.v;
        }).empty());
  CHECK(message_after([](Arguments& a, Memory&) {
          a.k_out = {};
          a.v_out = {};
        }).empty());
  CHECK(message_after([](Arguments& a, Memory&) {  // layers that share K and V
          a.k = a.v = a.k_out = {};
          a.cache = {};
        })
            .empty());
  CHECK(message_after([](Arguments& a, Memory&) {  // no rotation
          a.rope = {};
        })
            .empty());
  CHECK(message_after([](Arguments& a, Memory& m) {  // a ring and scaled q without rotation
          a.rope = {};
          a.rope.positions = m.positions.data();
          a.rope.position_type = DataType::i32;
          a.rope.q_scales = m.scales.data();
          a.rope.q_scale_rows = 4;
          a.rope.q_scale_period = 8192;
          a.cache.addressing = KvCacheAddressing::ring;
          a.cache.ring_keep = 4;
        })
            .empty());
  CHECK(message_after([](Arguments& a, Memory& m) {  // multimodal positions
          a.rope.sections[0] = a.rope.sections[1] = 3;
          a.rope.sections[2] = 2;
          a.rope.sections_interleaved = 1;
          a.rope.position_stride = 5;
          a.rope.positions = m.positions.data();
        })
            .empty());
  CHECK(message_after([](Arguments& a, Memory& m) {  // an fp8 cache
          a.cache.type = DataType::f8_e4m3fn;
          a.cache.v = reinterpret_cast<std::uint8_t*>(m.cache.data()) + kSize;
          a.cache.k_scale = m.scales.data();
          a.cache.v_scale = m.scales.data() + 1;
        })
            .empty());
}

TEST_CASE("with no tokens nothing is looked at") {
  CHECK(message_after([](Arguments& a, Memory&) {
          a = {};
          a.head_size = -1;
        }).empty());
}

TEST_CASE("sizes and counts out of range are named with what is allowed") {
  CHECK(message_after([](Arguments& a, Memory&) { a.tokens = -1; }) ==
        "rope_append: tokens is -1; allowed: 0 to 1073725440");
  CHECK(message_after([](Arguments& a, Memory&) { a.head_size = 0; }) ==
        "rope_append: head_size is 0; allowed: 1 to 4096");
  CHECK(message_after([](Arguments& a, Memory&) { a.q_heads = 0; }) ==
        "rope_append: q_heads is 0; allowed: 1 to 65536");
  CHECK(message_after([](Arguments& a, Memory&) { a.kv_heads = 65537; }) ==
        "rope_append: kv_heads is 65537; allowed: 1 to 65536");
  CHECK(message_after([](Arguments& a, Memory&) { a.v_head_size = -3; }) ==
        "rope_append: v_head_size is -3; allowed: 1 to 4096");
  CHECK(message_after([](Arguments& a, Memory&) { a.activation = DataType::f8_e4m3fn; }) ==
        "rope_append: activation is data type 3; allowed: f16, bf16, f32");
}

TEST_CASE("a rotary dim that is odd, missing or larger than a head is refused") {
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.rotary_dim = 15; }) ==
        "rope_append: rope.rotary_dim is 15; it must be even");
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.rotary_dim = 18; }) ==
        "rope_append: rope.rotary_dim is 18; allowed: 2 to the head size, 16");
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.rotary_dim = 0; }) ==
        "rope_append: rope.rotary_dim is 0; allowed: 2 to the head size, 16");
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.angles = RopeAngles::none; }) ==
        "rope_append: rope.rotary_dim is 16; without rotation it must be 0");
}

TEST_CASE("enumerations out of range are refused") {
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.angles = RopeAngles{4}; }) ==
        "rope_append: rope.angles is 4; allowed: 0 to 3");
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.pairing = kgate::RopePairing{2}; }) ==
        "rope_append: rope.pairing is 2; allowed: 0 (NeoX) or 1 (interleaved)");
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.profile = kgate::RopeProfile{2}; }) ==
        "rope_append: rope.profile is 2; allowed: 0 (f32) or 1 (native)");
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.position_type = DataType::u8; }) ==
        "rope_append: rope.position_type is data type 7; allowed: i32, i64");
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.table_type = DataType::f16; }) ==
        "rope_append: rope.table_type is data type 1; allowed: f32 or bf16");
  CHECK(message_after([](Arguments& a, Memory&) { a.cache.addressing = KvCacheAddressing{3}; }) ==
        "rope_append: cache.addressing is 3; allowed: 0 to 2");
  CHECK(message_after([](Arguments& a, Memory&) { a.cache.type = DataType::f16; }) ==
        "rope_append: cache.type is data type 1; allowed: bf16, f8_e4m3fn, f8_e4m3fnuz");
}

TEST_CASE("sections that do not add up to the pairs, or do not fit interleaved, are refused") {
  const auto with = [](std::int32_t a, std::int32_t b, std::int32_t c, std::uint32_t interleaved) {
    return message_after([=](Arguments& arguments, Memory&) {
      arguments.rope.sections[0] = a;
      arguments.rope.sections[1] = b;
      arguments.rope.sections[2] = c;
      arguments.rope.sections_interleaved = interleaved;
      arguments.rope.position_stride = kTokens;
    });
  };
  CHECK(with(2, 3, 3, 0).empty());
  CHECK(with(2, 3, 4, 0) ==
        "rope_append: rope.sections are 2, 3, 4; they must not be negative and must add up to "
        "rotary_dim / 2, 8");
  CHECK(begins(with(-1, 5, 4, 0), "rope_append: rope.sections are -1, 5, 4;"));
  CHECK(with(1, 4, 3, 1) == "rope_append: rope.sections[1] is 4; interleaved it is at most 3");
  CHECK(with(2, 3, 3, 1) == "rope_append: rope.sections[2] is 3; interleaved it is at most 2");
  CHECK(message_after([](Arguments& a, Memory&) {
          a.rope.sections[0] = 8;
          a.rope.position_stride = kTokens - 1;
        }) == "rope_append: rope.position_stride is 3; it must be at least the tokens, 4");
}

TEST_CASE("positions, tables and frequencies that are missing or of no use are refused") {
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.rope.positions = nullptr; }),
               "rope_append: rope.positions is null"));
  CHECK(message_after([](Arguments& a, Memory&) {
          a.rope.angles = RopeAngles::none;
          a.rope.rotary_dim = 0;
        }) == "rope_append: rope.positions is set and nothing reads it; it must be null");
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.rope.table = nullptr; }),
               "rope_append: rope.table is null"));
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.rope.table_stride = 15; }),
               "rope_append: rope.table_stride is 15; it must be at least the row length, 16"));
  CHECK(message_after([](Arguments& a, Memory&) { a.rope.table_rows = 0; }) ==
        "rope_append: rope.table_rows is 0; it must be at least 1");
  CHECK(begins(message_after([](Arguments& a, Memory&) {
                 a.rope.angles = RopeAngles::inverse_frequencies;
                 a.rope.attention_scaling = 1;
               }),
               "rope_append: rope.inverse_frequencies is null"));
  CHECK(message_after([](Arguments& a, Memory&) {
          a.rope.angles = RopeAngles::base;
          a.rope.base = 1;
          a.rope.attention_scaling = 1;
        }) == "rope_append: rope.base is 1; it must be finite and above 1");
  CHECK(message_after([](Arguments& a, Memory&) {
          a.rope.angles = RopeAngles::base;
          a.rope.base = 1e4F;
        }) == "rope_append: rope.attention_scaling is 0; it must be finite and above 0");
  CHECK(
      begins(message_after([](Arguments& a, Memory& m) { a.rope.q_scales = m.scales.data(); }),
             "rope_append: rope.q_scale_rows, q_scale_period and q_scale_offset are 0, 0 and 0;"));
}

TEST_CASE("heads that overlap one another and misaligned pointers are refused") {
  CHECK(message_after([](Arguments& a, Memory&) { a.q.head_stride = 15; }) ==
        "rope_append: token_stride 128 and head_stride 15 of q make its 4 heads of 16 elements "
        "overlap");
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.k_out.token_stride = 16; }),
               "rope_append: token_stride 16 and head_stride 16 of k_out"));
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.v.token_stride = -128; }),
               "rope_append: token_stride and head_stride of v are -128 and 16"));
  CHECK(begins(message_after([](Arguments& a, Memory& m) {
                 a.q.data = reinterpret_cast<std::uint8_t*>(m.qkv.data()) + 1;
               }),
               "rope_append: q is at 0x"));
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.error = nullptr; }),
               "rope_append: error is null"));
}

TEST_CASE("tensors without a destination and outputs without a source are refused") {
  CHECK(message_after([](Arguments& a, Memory&) { a.q_out = {}; }) ==
        "rope_append: q is set and has nowhere to go; set q_out");
  CHECK(message_after([](Arguments& a, Memory&) { a.cache = {}; }) ==
        "rope_append: v is set and has nowhere to go; set v_out or a cache");
  CHECK(message_after([](Arguments& a, Memory&) { a.q = {}; }) ==
        "rope_append: q_out is set and q is null; set both or neither");
  CHECK(message_after([](Arguments& a, Memory&) { a.q = a.k = a.v = {}; }) ==
        "rope_append: q, k and v are null; at least one must be set");
}

TEST_CASE("caches whose counts, strides or pointers cannot be are refused") {
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.cache.block_size = 0; }),
               "rope_append: cache.blocks and cache.block_size are 3 and 0;"));
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.cache.blocks = 1 << 30; }),
               "rope_append: cache.blocks and cache.block_size are 1073741824 and 544;"));
  CHECK(message_after([](Arguments& a, Memory&) { a.cache.ring_keep = 1; }) ==
        "rope_append: cache.ring_keep is 1; allowed: 0 without a ring");
  CHECK(message_after([](Arguments& a, Memory&) {
          a.cache.addressing = KvCacheAddressing::ring;
          a.cache.ring_keep = 544;
        }) == "rope_append: cache.ring_keep is 544; allowed: 0 to block_size - 1");
  CHECK(message_after([](Arguments& a, Memory&) { a.cache.slot_count = 5; }) ==
        "rope_append: cache.slot_count is 5; allowed: 0 to the tokens, 4");
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.cache.slots = nullptr; }),
               "rope_append: cache.slots is null"));
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.cache.v = nullptr; }),
               "rope_append: cache.v is null"));
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.cache.k_token_stride = 15; }),
               "rope_append: the block, token and head strides of cache.k make entries overlap"));
  CHECK(begins(message_after([](Arguments& a, Memory&) { a.v = {}; }),
               "rope_append: cache.v is set and there is nothing to store in it"));
  CHECK(message_after([](Arguments& a, Memory& m) { a.cache.k_scale = m.scales.data(); }) ==
        "rope_append: cache.k_scale is set and cache.type is bf16; only fp8 caches have a scale");
  CHECK(message_after([](Arguments& a, Memory&) {
          a.cache.addressing = KvCacheAddressing::none;
          a.v_out = a.v;
        }) ==
        "rope_append: cache.addressing is 0 (none) and cache.k is set; without a cache it must be "
        "null");
}

TEST_CASE("outputs that overlap another tensor in any way but in place are refused") {
  struct Overlap {
    std::string pair;
    Change change;
  };
  const std::array overlaps{
      Overlap{"q_out|q",
              [](Arguments& a, Memory& m) { a.q_out = {m.qkv.data() + 1, kQkv, kSize}; }},
      Overlap{"q_out|k", [](Arguments& a, Memory&) { a.q_out = {a.k.data, kQkv, kSize}; }},
      Overlap{"k_out|q", [](Arguments& a, Memory&) { a.k_out = {a.q.data, kQkv, kSize}; }},
      Overlap{"k_out|v", [](Arguments& a, Memory&) { a.k_out = a.v; }},
      Overlap{"q_out|rope.positions",
              [](Arguments& a, Memory& m) { a.rope.positions = m.q_out.data(); }},
      Overlap{"k_out|rope.table", [](Arguments& a, Memory& m) { a.rope.table = m.k_out.data(); }},
      Overlap{"cache.k|cache.slots",
              [](Arguments& a, Memory& m) {
                a.cache.slots = reinterpret_cast<std::int64_t*>(m.cache.data());
              }},
      Overlap{"cache.k|cache.v", [](Arguments& a, Memory& m) { a.cache.v = m.cache.data() + 8; }},
      Overlap{"q_out|cache.k",
              [](Arguments& a, Memory& m) {
                a.q_out = {m.cache.data() + 32, std::int64_t{4} * kSize, kSize};
              }},
      Overlap{"cache.k|error",
              [](Arguments& a, Memory& m) {
                a.error = reinterpret_cast<std::uint64_t*>(m.cache.data());
              }},
  };
  for (const Overlap& overlap : overlaps) {
    const std::string message = message_after(overlap.change);
    const std::size_t bar = overlap.pair.find('|');
    INFO(overlap.pair << ": " << message);
    CHECK(message.find("rope_append: " + overlap.pair.substr(0, bar) + " at 0x") == 0);
    CHECK(message.find(" overlaps " + overlap.pair.substr(bar + 1) + " at 0x") !=
          std::string::npos);
  }
}
