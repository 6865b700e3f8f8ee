// SPDX-License-Identifier: MIT
// What the checks of caches accept and refuse, whichever kernel asks.
#include "kernels/kv_cache_check.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include "tests/kernels/argument_rows.hpp"

using kgate::at_address;
using kgate::DataType;
using kgate::KvCacheAddressing;
using kgate::KvCacheArguments;
using kgate::StridedBytes;
using kgate::kv_cache_checks::CacheUse;
using kgate::kv_cache_checks::k_bytes;
using kgate::kv_cache_checks::v_bytes;

namespace {

struct Launch {
  KvCacheArguments cache{};
  CacheUse use{};
};

kgate::Status check(const Launch& launch) {
  return kgate::kv_cache_checks::check(launch.cache, launch.use);
}

/// Four tokens in bf16 of two heads, k of 16 and v of 8, and a cache of 3 blocks of 8.
Launch valid() {
  Launch launch;
  launch.use = {.kernel = "kernel",
                .activation = DataType::bf16,
                .tokens = 4,
                .heads = 2,
                .k_size = 16,
                .v_size = 8};
  KvCacheArguments& cache = launch.cache;
  cache.k = at_address(0x100000);
  cache.v = at_address(0x200000);
  cache.slots = at_address<std::int64_t>(0x300000);
  cache.slot_count = 4;
  cache.k_block_stride = 400;
  cache.k_token_stride = 40;
  cache.k_head_stride = 20;
  cache.v_block_stride = 200;
  cache.v_token_stride = 20;
  cache.v_head_stride = 10;
  cache.blocks = 3;
  cache.block_size = 8;
  cache.addressing = KvCacheAddressing::slots;
  cache.type = DataType::bf16;
  return launch;
}

Launch fp8() {
  Launch launch = valid();
  launch.cache.type = DataType::f8_e4m3fn;
  return launch;
}

using Row = kgate::ArgumentRow<Launch>;

}  // namespace

TEST_CASE("without a cache no tensor of one may be set") {
  Launch none = valid();
  none.cache = {};
  const Row rows[] = {
      {[](Launch&) {}, ""},
      {[](Launch& l) { l.cache.k = at_address(0x100000); },
       "kernel: cache.addressing is 0 (none) and cache.k is set; without a cache it must be null"},
      {[](Launch& l) { l.cache.v = at_address(0x100000); },
       "kernel: cache.addressing is 0 (none) and cache.v is set; without a cache it must be null"},
      {[](Launch& l) { l.cache.slots = at_address<std::int64_t>(0x100000); },
       "kernel: cache.addressing is 0 (none) and cache.slots is set; without a cache it must be "
       "null"},
      {[](Launch& l) { l.cache.k = l.cache.v = at_address(0x100000); },
       "kernel: cache.addressing is 0 (none) and cache.k is set; without a cache it must be null"},
  };
  kgate::check_rows(none, rows);
}

TEST_CASE("addressing and type of a cache are ones there are") {
  const Row rows[] = {
      {[](Launch&) {}, ""},
      {[](Launch& l) { l.cache.addressing = KvCacheAddressing::ring; }, ""},
      {[](Launch& l) { l.cache.addressing = std::bit_cast<KvCacheAddressing>(3U); },
       "kernel: cache.addressing is 3; allowed: 0 to 2"},
      {[](Launch& l) { l.cache.type = DataType::f8_e4m3fn; }, ""},
      {[](Launch& l) { l.cache.type = DataType::f8_e4m3fnuz; }, ""},
      {[](Launch& l) { l.cache.type = DataType::f16; },
       "kernel: cache.type is data type 1; allowed: bf16, f8_e4m3fn, f8_e4m3fnuz"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("a cache has one block of one entry or more, and fewer than 2^31 entries") {
  const Row rows[] = {
      {[](Launch& l) { l.cache.blocks = 1; }, ""},
      {[](Launch& l) { l.cache.block_size = 1; }, ""},
      {[](Launch& l) { l.cache.blocks = 0; },
       "kernel: cache.blocks and cache.block_size are 0 and 8; both must be at least 1 and their "
       "product below 2^31"},
      {[](Launch& l) { l.cache.block_size = 0; },
       "kernel: cache.blocks and cache.block_size are 3 and 0; both must be at least 1 and their "
       "product below 2^31"},
      {[](Launch& l) {
         l.cache.blocks = 1;
         l.cache.block_size = INT32_MAX;
       },
       ""},
      {[](Launch& l) { l.cache.blocks = l.cache.block_size = 65536; },
       "kernel: cache.blocks and cache.block_size are 65536 and 65536; both must be at least 1 and "
       "their product below 2^31"},
      {[](Launch& l) {
         l.cache.blocks = 2;
         l.cache.block_size = 1 << 30;
       },
       "kernel: cache.blocks and cache.block_size are 2 and 1073741824; both must be at least 1 "
       "and their product below 2^31"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("a ring keeps fewer entries than a block has, and without a ring none") {
  const Row rows[] = {
      {[](Launch& l) { l.cache.ring_keep = 1; },
       "kernel: cache.ring_keep is 1; allowed: 0 without a ring"},
      {[](Launch& l) { l.cache.ring_keep = -1; },
       "kernel: cache.ring_keep is -1; allowed: 0 without a ring"},
      {[](Launch& l) {
         l.cache.addressing = KvCacheAddressing::ring;
         l.cache.ring_keep = 7;
       },
       ""},
      {[](Launch& l) {
         l.cache.addressing = KvCacheAddressing::ring;
         l.cache.ring_keep = 8;
       },
       "kernel: cache.ring_keep is 8; allowed: 0 to block_size - 1"},
      {[](Launch& l) {
         l.cache.addressing = KvCacheAddressing::ring;
         l.cache.ring_keep = -1;
       },
       "kernel: cache.ring_keep is -1; allowed: 0 to block_size - 1"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("slots are read where there are any, at most one per token") {
  const Row rows[] = {
      {[](Launch& l) { l.cache.slot_count = -1; },
       "kernel: cache.slot_count is -1; allowed: 0 to the tokens, 4"},
      {[](Launch& l) { l.cache.slot_count = 5; },
       "kernel: cache.slot_count is 5; allowed: 0 to the tokens, 4"},
      {[](Launch& l) {
         l.cache.slot_count = 0;
         l.cache.slots = nullptr;
       },
       ""},
      {[](Launch& l) {
         l.cache.slot_count = 1;
         l.cache.slots = nullptr;
       },
       "kernel: cache.slots is null; it must point to i64 elements"},
      {[](Launch& l) { l.cache.slots = at_address<std::int64_t>(0x300004); },
       "kernel: cache.slots is at 0x300004; it must be aligned to its i64 elements, 8 bytes"},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("only fp8 caches have scales, each in f32") {
  const Row without[] = {
      {[](Launch& l) { l.cache.k_scale = at_address<float>(0x400000); },
       "kernel: cache.k_scale is set and cache.type is bf16; only fp8 caches have a scale"},
      {[](Launch& l) { l.cache.v_scale = at_address<float>(0x400000); },
       "kernel: cache.v_scale is set and cache.type is bf16; only fp8 caches have a scale"},
  };
  kgate::check_rows(valid(), without);
  const Row with[] = {
      {[](Launch& l) { l.cache.k_scale = l.cache.v_scale = at_address<float>(0x400004); }, ""},
      {[](Launch& l) { l.cache.k_scale = at_address<float>(0x400002); },
       "kernel: cache.k_scale is at 0x400002; it must be aligned to its f32 elements, 4 bytes"},
      {[](Launch& l) { l.cache.v_scale = at_address<float>(0x400002); },
       "kernel: cache.v_scale is at 0x400002; it must be aligned to its f32 elements, 4 bytes"},
  };
  kgate::check_rows(fp8(), with);
}

TEST_CASE("a cache of k or v is there where there is k or v to store") {
  const Row rows[] = {
      {[](Launch& l) { l.cache.k = nullptr; },
       "kernel: cache.k is null; it must point to bf16 elements"},
      {[](Launch& l) { l.cache.v = at_address(0x200001); },
       "kernel: cache.v is at 0x200001; it must be aligned to its bf16 elements, 2 bytes"},
      {[](Launch& l) { l.use.k_size = 0; },
       "kernel: cache.k is set and there is nothing to store in it; it must be null"},
      {[](Launch& l) { l.use.v_size = 0; },
       "kernel: cache.v is set and there is nothing to store in it; it must be null"},
      {[](Launch& l) {
         l.use.k_size = 0;
         l.cache.k = nullptr;
         l.cache.k_head_stride = l.cache.k_token_stride = l.cache.k_block_stride = -1;
       },
       ""},
      {[](Launch& l) {
         l.use.v_size = 0;
         l.cache.v = nullptr;
         l.cache.v_head_stride = l.cache.v_token_stride = l.cache.v_block_stride = -1;
       },
       ""},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("strides of a cache keep its entries apart and within 2^60 bytes") {
  const std::string far = "; it must be positive and span less than 2^60 bytes";
  const std::string overlap =
      "kernel: the block, token and head strides of cache.k make entries overlap; every stride "
      "must be at least the extent of the smaller ones";
  constexpr std::int64_t kMost = std::int64_t{1} << 58;  // of two blocks, in elements of 2 bytes
  const Row rows[] = {
      {[](Launch& l) { l.cache.k_head_stride = -2; }, "kernel: a stride of cache.k is -2" + far},
      {[](Launch& l) { l.cache.v_head_stride = -3; }, "kernel: a stride of cache.v is -3" + far},
      {[](Launch& l) { l.cache.k_head_stride = 0; }, overlap},
      {[](Launch& l) { l.cache.k_head_stride = 15; }, overlap},
      {[](Launch& l) {
         l.cache.blocks = 1;
         l.cache.k_block_stride = -5;
       },
       ""},
      {[](Launch& l) {
         l.cache.blocks = 2;
         l.cache.k_block_stride = kMost;
       },
       ""},
      {[](Launch& l) {
         l.cache.blocks = 2;
         l.cache.k_block_stride = kMost + 1;
       },
       "kernel: a stride of cache.k is 288230376151711745" + far},
  };
  kgate::check_rows(valid(), rows);
}

TEST_CASE("the bytes of a cache are its entries, in 64 bits, and none without a cache") {
  Launch launch = valid();
  KvCacheArguments& cache = launch.cache;
  cache.type = launch.use.activation = DataType::f32;
  cache.k_block_stride = std::int64_t{7} << 32;
  cache.k_token_stride = std::int64_t{5} << 32;
  cache.k_head_stride = std::int64_t{3} << 32;
  cache.v_block_stride = std::int64_t{17} << 32;
  cache.v_token_stride = std::int64_t{15} << 32;
  cache.v_head_stride = std::int64_t{13} << 32;
  launch.use.k_size = 1 << 30;
  launch.use.v_size = 1;
  const StridedBytes k = k_bytes(cache, launch.use);
  CHECK(k.name == "cache.k");
  CHECK(k.address == 0x100000);
  CHECK(k.run == std::int64_t{1} << 32);
  const std::array<std::int64_t, 3> counts{3, 8, 2};
  const std::array<std::int64_t, 3> k_strides{7, 5, 3};
  const std::array<std::int64_t, 3> v_strides{17, 15, 13};
  const StridedBytes v = v_bytes(cache, launch.use);
  CHECK(v.name == "cache.v");
  CHECK(v.address == 0x200000);
  CHECK(v.run == 4);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    CHECK(k.dimensions.at(i).count == counts.at(i));
    CHECK(k.dimensions.at(i).stride == k_strides.at(i) << 34);
    CHECK(v.dimensions.at(i).count == counts.at(i));
    CHECK(v.dimensions.at(i).stride == v_strides.at(i) << 34);
  }
  cache.k = nullptr;
  CHECK(k_bytes(cache, launch.use).run == 0);

  Launch none = valid();
  none.use.k_size = none.use.v_size = 0;
  CHECK(k_bytes(none.cache, none.use).name.empty());
  CHECK(v_bytes(none.cache, none.use).name.empty());
  none = valid();
  none.cache.addressing = KvCacheAddressing::none;
  CHECK(k_bytes(none.cache, none.use).name.empty());
  CHECK(v_bytes(none.cache, none.use).name.empty());
}
