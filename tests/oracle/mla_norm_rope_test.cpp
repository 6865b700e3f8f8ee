// SPDX-License-Identifier: MIT
// The oracle of mla_norm_rope on rows whose result is known without it.
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/mla_norm_rope/mla_norm_rope_contract.hpp"
#include "oracle/oracle.hpp"
#include "tests/catch.hpp"

using kgate::DataType;
using kgate::KvCacheAddressing;
using kgate::MlaNormProfile;
using kgate::MlaNormRopeArguments;
using kgate::RopeAngles;
using kgate::RopePairing;
using kgate::RopeProfile;

namespace kgate::oracle {
extern const Oracle mla_norm_rope;
}

namespace {

/// Rows of a latent of 4 and a tail of 4. Position 1 turns pair 0 by 90 degrees and keeps pair 1;
/// position 2 turns pair 1 by 180 degrees and keeps pair 0.
struct Launch {
  std::vector<float> kv{3, -3, 3, 3, 10, 20, 30, 40};
  std::vector<float> weight{1, 2, -5, 0.25F};
  std::vector<float> latent{0, 0, 0, 0};
  std::vector<float> pe{0, 0, 0, 0};
  std::vector<float> q;
  std::vector<float> q_out;
  std::vector<float> cache;
  std::vector<std::int64_t> slots;
  std::vector<std::int32_t> positions{1};
  std::vector<float> table{1, 1,  0, 0,  //
                           0, 1,  1, 0,  //
                           1, -1, 0, 0};
  std::uint64_t error = 0;
  MlaNormRopeArguments arguments{};

  Launch() {
    arguments.tokens = 1;
    arguments.kv_stride = 8;
    arguments.latent_stride = 4;
    arguments.pe_stride = 4;
    arguments.kv_lora_rank = 4;
    arguments.pe_size = 4;
    arguments.activation = DataType::f32;
    arguments.weight_type = DataType::f32;
    arguments.rope.angles = RopeAngles::table;
    arguments.rope.rotary_dim = 4;
    arguments.rope.table_rows = 3;
    arguments.rope.table_stride = 4;
    arguments.rope.table_type = DataType::f32;
    arguments.rope.position_type = DataType::i32;
    arguments.cache.type = DataType::f32;
  }

  void add_cache(std::int32_t block_size, std::vector<std::int64_t> slot_of_token) {
    slots = std::move(slot_of_token);
    arguments.cache.addressing = KvCacheAddressing::slots;
    arguments.cache.blocks = 2;
    arguments.cache.block_size = block_size;
    arguments.cache.k_token_stride = 9;
    arguments.cache.k_block_stride = 9 * block_size + 1;
    arguments.cache.slot_count = static_cast<std::int64_t>(slots.size());
    cache.assign(static_cast<std::size_t>(2 * arguments.cache.k_block_stride), -1.0F);
  }

  void evaluate() {
    arguments.kv = kv.data();
    arguments.weight = weight.data();
    arguments.latent = latent.empty() ? nullptr : latent.data();
    arguments.pe = pe.empty() ? nullptr : pe.data();
    arguments.rope.positions = positions.data();
    arguments.rope.table = table.data();
    arguments.cache.k = cache.empty() ? nullptr : cache.data();
    arguments.cache.slots = slots.empty() ? nullptr : slots.data();
    arguments.q_pe.data = q.empty() ? nullptr : q.data();
    arguments.q_pe_out.data = q_out.empty() ? nullptr : q_out.data();
    arguments.error = &error;
    const kgate::Status status = kgate::oracle::mla_norm_rope.evaluate(arguments);
    INFO(status.message());
    REQUIRE(status.ok());
  }
};

using Floats = std::vector<float>;

}  // namespace

TEST_CASE("the latent is divided by its own root mean square, the tail is only turned") {
  Launch launch;
  launch.evaluate();
  CHECK(launch.latent == Floats{1, -2, -5, 0.25F});
  // NeoX: pairs are (10, 30) and (20, 40); the first turns by 90 degrees.
  CHECK(launch.pe == Floats{-30, 20, 10, 40});
  CHECK(launch.error == 0);
}

TEST_CASE("interleaved pairs are neighbours") {
  Launch launch;
  launch.arguments.rope.pairing = RopePairing::interleaved;
  launch.evaluate();
  CHECK(launch.pe == Floats{-20, 10, 30, 40});
  launch.positions = {2};
  launch.evaluate();
  CHECK(launch.pe == Floats{10, 20, -30, -40});
}

TEST_CASE("eps is added under the root, and a bias to the weight") {
  Launch launch;
  launch.arguments.eps = 27;  // 9 + 27 = 36
  launch.arguments.weight_bias = 1;
  launch.evaluate();
  CHECK(launch.latent == Floats{1, -1.5F, -2, 0.625F});
}

TEST_CASE("an entry is the latent and then the turned tail") {
  Launch launch;
  launch.latent = {};
  launch.pe = {};
  launch.add_cache(3, {4});  // block 1, entry 1
  launch.evaluate();
  Floats expected(launch.cache.size(), -1.0F);
  const Floats entry{1, -2, -5, 0.25F, -30, 20, 10, 40};
  std::copy(entry.begin(), entry.end(), expected.begin() + 28 + 9);
  CHECK(launch.cache == expected);
}

TEST_CASE("a token without slot is not stored and still gives its tensors") {
  for (const bool short_slots : {false, true}) {
    Launch launch;
    launch.kv.insert(launch.kv.end(), {5, 5, 5, -5, 1, 2, 3, 4});
    launch.arguments.tokens = 2;
    launch.latent.resize(8);
    launch.pe.resize(8);
    launch.positions = {1, 2};
    launch.add_cache(3,
                     short_slots ? std::vector<std::int64_t>{0} : std::vector<std::int64_t>{0, -7});
    launch.evaluate();
    CHECK(launch.latent == Floats{1, -2, -5, 0.25F, 1, 2, -5, -0.25F});
    CHECK(launch.pe == Floats{-30, 20, 10, 40, 1, -2, 3, -4});
    CHECK(launch.cache[0] == 1);
    CHECK(launch.cache[8] == -1);
    CHECK(launch.cache[9] == -1);
  }
}

TEST_CASE("every q head is turned by its token's position") {
  Launch launch;
  launch.kv.insert(launch.kv.end(), {5, 5, 5, -5, 1, 2, 3, 4});
  launch.arguments.tokens = 2;
  launch.latent.resize(8);
  launch.pe.resize(8);
  launch.positions = {1, 2};
  launch.q = {1, 2, 3, 4, 0, 5, 6, 7, 8, 0, -1, -2, -3, -4, 0, -5, -6, -7, -8, 0};
  launch.q_out.assign(16, 0.0F);
  launch.arguments.q_heads = 2;
  launch.arguments.q_pe.token_stride = 10;
  launch.arguments.q_pe.head_stride = 5;
  launch.arguments.q_pe_out.token_stride = 8;
  launch.arguments.q_pe_out.head_stride = 4;
  launch.evaluate();
  CHECK(launch.q_out == Floats{-3, 2, 1, 4, -7, 6, 5, 8, -1, 2, -3, 4, -5, 6, -7, 8});
}

TEST_CASE("a token with a wrong position or slot writes nothing but the error word") {
  struct Wrong {
    std::int32_t position;
    std::int64_t slot;
    kgate::TokenErrorCode code;
  };
  for (const Wrong& wrong : {Wrong{3, 1, kgate::TokenErrorCode::position_out_of_range},
                             Wrong{-1, 1, kgate::TokenErrorCode::position_out_of_range},
                             Wrong{1, 6, kgate::TokenErrorCode::slot_out_of_range}}) {
    Launch launch;
    launch.kv.insert(launch.kv.end(), {5, 5, 5, -5, 1, 2, 3, 4});
    launch.arguments.tokens = 2;
    launch.latent.assign(8, -9.0F);
    launch.pe.assign(8, -9.0F);
    launch.positions = {1, wrong.position};
    launch.add_cache(3, {0, wrong.slot});
    launch.evaluate();
    CHECK(launch.latent == Floats{1, -2, -5, 0.25F, -9, -9, -9, -9});
    CHECK(launch.pe == Floats{-30, 20, 10, 40, -9, -9, -9, -9});
    CHECK(launch.cache[9] == -1);
    CHECK(kgate::token_of_error(launch.error) == 1);
    CHECK(kgate::code_of_error(launch.error) == wrong.code);
  }
}

TEST_CASE("the profiles round bf16 in different places") {
  // One pair (1, 1 + 2^-7) and a cosine of 1 + 2^-8, which is no bf16 number.
  const std::array<std::uint16_t, 3> kv{0x3F80, 0x3F80, 0x3F81};
  const std::array<std::uint16_t, 1> weight{0x3F80};
  const std::array<float, 2> table{1.00390625F, 0.0F};
  const std::array<std::int32_t, 1> positions{0};
  std::array<std::uint16_t, 1> latent{};
  std::array<std::uint16_t, 2> pe{};
  std::uint64_t error = 0;
  Launch base;
  MlaNormRopeArguments arguments = base.arguments;
  arguments.kv = kv.data();
  arguments.weight = weight.data();
  arguments.latent = latent.data();
  arguments.pe = pe.data();
  arguments.error = &error;
  arguments.kv_lora_rank = 1;
  arguments.pe_size = 2;
  arguments.activation = DataType::bf16;
  arguments.weight_type = DataType::bf16;
  arguments.rope.rotary_dim = 2;
  arguments.rope.table = table.data();
  arguments.rope.table_rows = 1;
  arguments.rope.positions = positions.data();
  arguments.cache.type = DataType::bf16;
  REQUIRE(kgate::oracle::mla_norm_rope.evaluate(arguments).ok());
  // (1 + 2^-7)(1 + 2^-8) = 1 + 2^-7 + 2^-8 + 2^-15: above the middle of 1 + 2^-7 and 1 + 2^-6.
  CHECK(pe == std::array<std::uint16_t, 2>{0x3F80, 0x3F82});
  arguments.rope.profile = RopeProfile::native;  // the cosine is rounded to 1 first
  REQUIRE(kgate::oracle::mla_norm_rope.evaluate(arguments).ok());
  CHECK(pe == std::array<std::uint16_t, 2>{0x3F80, 0x3F81});
}

TEST_CASE("the norm is rounded once, or as a graph before the weight and after it") {
  // 3 / sqrt(5) = 1.34164 is 1.34375 in bf16. Times 1.5078125 that is 2.0261, the unrounded product
  // 2.0229; 2.0234 is the middle between 2.015625 and 2.03125.
  const std::array<std::uint16_t, 4> kv{0x3F80, 0x4040, 0, 0};  // 1, 3
  const std::array<std::uint16_t, 2> weight{0x3FC1, 0x3FC1};
  const std::array<float, 2> table{1, 0};
  const std::array<std::int32_t, 1> positions{0};
  std::array<std::uint16_t, 2> latent{};
  std::array<std::uint16_t, 2> pe{};
  std::uint64_t error = 0;
  Launch base;
  MlaNormRopeArguments arguments = base.arguments;
  arguments.kv = kv.data();
  arguments.weight = weight.data();
  arguments.latent = latent.data();
  arguments.pe = pe.data();
  arguments.error = &error;
  arguments.kv_lora_rank = 2;
  arguments.pe_size = 2;
  arguments.activation = DataType::bf16;
  arguments.weight_type = DataType::bf16;
  arguments.rope.rotary_dim = 2;
  arguments.rope.table = table.data();
  arguments.rope.table_rows = 1;
  arguments.rope.positions = positions.data();
  arguments.cache.type = DataType::bf16;
  REQUIRE(kgate::oracle::mla_norm_rope.evaluate(arguments).ok());
  CHECK(latent[1] == 0x4001);
  arguments.norm_profile = MlaNormProfile::graph;
  REQUIRE(kgate::oracle::mla_norm_rope.evaluate(arguments).ok());
  CHECK(latent[1] == 0x4002);
}

TEST_CASE("the truth lists each stored element once, with the size of its pair") {
  Launch launch;
  launch.add_cache(3, {4});
  launch.evaluate();
  const auto runs = kgate::oracle::mla_norm_rope.truth(launch.arguments);
  REQUIRE(runs.size() == 4);
  CHECK(runs[0].tensor == "latent");
  CHECK(runs[0].first == launch.latent.data());
  CHECK(runs[1].tensor == "pe");
  CHECK(runs[1].values == std::vector<double>{-30, 20, 10, 40});
  CHECK(runs[1].magnitudes.at(0) == Approx(std::hypot(10, 30)));
  CHECK(runs[2].first == launch.cache.data() + 37);
  CHECK(runs[3].first == launch.cache.data() + 41);
  CHECK(runs[2].values.at(1) == Approx(-2));
}
