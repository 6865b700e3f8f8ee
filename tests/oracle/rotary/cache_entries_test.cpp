// SPDX-License-Identifier: MIT
// Entries of slots and rings, and what is stored in them.
#include "oracle/rotary/cache_entries.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "tests/catch.hpp"

using kgate::DataType;
using kgate::KvCacheAddressing;
using kgate::KvCacheArguments;
using kgate::oracle::entry_of_token;
using kgate::oracle::slot_is_out_of_range;

TEST_CASE("slots count through the blocks, and negative or missing ones store nothing") {
  const std::array<std::int64_t, 5> slots{0, 543, 544, -1, 1631};
  KvCacheArguments cache{};
  cache.addressing = KvCacheAddressing::slots;
  cache.slots = slots.data();
  cache.slot_count = 5;
  cache.blocks = 3;
  cache.block_size = 544;
  const auto entry = [&](std::int64_t token) {
    const auto found = entry_of_token(cache, token, 77);
    return found ? std::array{found->block, found->offset} : std::array<std::int64_t, 2>{-1, -1};
  };
  CHECK(entry(0) == std::array<std::int64_t, 2>{0, 0});
  CHECK(entry(1) == std::array<std::int64_t, 2>{0, 543});
  CHECK(entry(2) == std::array<std::int64_t, 2>{1, 0});
  CHECK(entry(3) == std::array<std::int64_t, 2>{-1, -1});
  CHECK(entry(4) == std::array<std::int64_t, 2>{2, 543});
  CHECK(entry(5) == std::array<std::int64_t, 2>{-1, -1});
  CHECK_FALSE(slot_is_out_of_range(cache, 4));
  cache.blocks = 2;
  CHECK(slot_is_out_of_range(cache, 4));
}

TEST_CASE("a ring written in order is where positions say") {
  for (const std::int32_t keep : {0, 3}) {
    const std::int64_t slot = 1;
    KvCacheArguments cache{};
    cache.addressing = KvCacheAddressing::ring;
    cache.slots = &slot;
    cache.slot_count = 1;
    cache.blocks = 2;
    cache.block_size = 10;
    cache.ring_keep = keep;
    // The entry after the last written one, back to the first that is not kept.
    std::int64_t next = 0;
    for (std::int64_t position = 0; position < 100; ++position) {
      INFO("keep " << keep << ", position " << position);
      const auto found = entry_of_token(cache, 0, position);
      REQUIRE(found.has_value());
      CHECK(found->block == 1);
      CHECK(found->offset == next);
      next = next + 1 == cache.block_size ? keep : next + 1;
    }
    cache.blocks = 1;
    CHECK(slot_is_out_of_range(cache, 0));
  }
}

TEST_CASE("fp8 entries are divided by the scale and saturate") {
  std::vector<std::uint8_t> bytes(8, 0xAA);
  const float scale = 0.5F;
  KvCacheArguments cache{};
  cache.type = DataType::f8_e4m3fn;
  cache.k = bytes.data();
  cache.k_scale = &scale;
  cache.k_head_stride = 5;
  store_head(cache, kgate::oracle::k_side(cache), {.block = 0, .offset = 0}, 1,
             {0.5F, -300.0F, -0.0F});
  // 1.0 is 0x38, the largest number 0x7e, with the sign bit for -448 and -0.
  CHECK(bytes == std::vector<std::uint8_t>{0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0x38, 0xFE, 0x80});
  cache.type = DataType::f8_e4m3fnuz;
  store_head(cache, kgate::oracle::k_side(cache), {.block = 0, .offset = 0}, 1,
             {0.5F, -300.0F, -0.0F});
  CHECK(bytes == std::vector<std::uint8_t>{0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0x40, 0xFF, 0x00});
}
