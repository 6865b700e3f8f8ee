// SPDX-License-Identifier: MIT
// Vector arithmetic against the host's: edge values in every pairing, and random ones.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr u32 kSamples = 1024;

float f(u32 bits) { return std::bit_cast<float>(bits); }
u32 b(float value) { return std::bit_cast<u32>(value); }

/// One instruction `mnemonic v5, v2, v3, v4` and what it computes, by another implementation.
struct Operation {
  std::string text;  ///< assembler operands included
  std::function<u32(u32, u32, u32)> expected;
  bool is_float = false;  ///< NaNs compare as a class
};

std::vector<u32> samples(u32 seed) {
  const std::vector<u32> edges{0,          0x80000000, 1,          0x80000001, 0x007FFFFF,
                               0x00800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000,
                               0x7FC00000, 0x3F800000, 0xBF800000, 0x3F000000, 0x40490FDB,
                               0xFFFFFFFF, 0x7FFFFFFF, 0x4B000001, 0x33800000, 31,
                               32,         0x0000FFFF, 0x00FFFFFF, 0x5F000000};
  std::mt19937 random(seed);
  std::vector<u32> values(kSamples);
  for (u32 i = 0; i < kSamples; ++i) {
    const bool edge = i < edges.size() * edges.size() || random() % 4 == 0;
    const u32 pick = seed == 1
                         ? i % static_cast<u32>(edges.size())
                         : i / static_cast<u32>(edges.size()) % static_cast<u32>(edges.size());
    values[i] = edge ? edges[i < edges.size() * edges.size() ? pick : random() % edges.size()]
                     : static_cast<u32>(random());
  }
  return values;
}

void check(const std::vector<Operation>& operations) {
  // One kernel for all: every instruction stores its own plane of results.
  std::string lines = R"(
    s_load_b256 s[8:15], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[8:9]
    global_load_b32 v3, v1, s[10:11]
    global_load_b32 v4, v1, s[12:13]
    s_waitcnt vmcnt(0)
)";
  for (const Operation& operation : operations) {
    lines += "v_mov_b32 v5, v4\n" + operation.text +
             "\nglobal_store_b32 v1, v5, s[14:15]\ns_add_u32 s14, s14, 4096\n"
             "s_addc_u32 s15, s15, 0\n";
  }
  TestKernel kernel(assemble(lines + "s_endpgm"));
  const auto a = samples(1);
  const auto c = samples(2);
  const auto d = samples(3);
  const u64 out = kernel.buffer(kSamples * operations.size());
  const std::array<u64, 4> arguments{kernel.buffer(kSamples, a), kernel.buffer(kSamples, c),
                                     kernel.buffer(kSamples, d), out};
  const auto fault = kernel.run({1, 1, 1}, {kSamples, 1, 1}, arguments);
  INFO((fault ? fault->describe() : std::string()));
  REQUIRE_FALSE(fault);
  const auto got = kernel.read(out, kSamples * operations.size());
  for (std::size_t k = 0; k < operations.size(); ++k) {
    u32 wrong = 0;
    for (u32 i = 0; i < kSamples; ++i) {
      const u32 value = got[k * kSamples + i];
      const u32 expected = operations[k].expected(a[i], c[i], d[i]);
      const bool nans = operations[k].is_float && std::isnan(f(value)) && std::isnan(f(expected));
      if (value == expected || nans || ++wrong > 1) continue;
      FAIL_CHECK(fmt::format("{} of {:08x} {:08x} {:08x}: {:08x}, expected {:08x}",
                             operations[k].text, a[i], c[i], d[i], value, expected));
    }
    CHECK(wrong == 0);
  }
}

i32 saturated(double value) {
  if (std::isnan(value)) return 0;
  if (value >= 2147483647.0) return std::numeric_limits<i32>::max();
  if (value <= -2147483648.0) return std::numeric_limits<i32>::min();
  return static_cast<i32>(value);
}
u32 saturated_unsigned(double value) {
  if (!(value > 0)) return 0;
  return value >= 4294967295.0 ? 0xFFFFFFFFU : static_cast<u32>(value);
}
/// IEEE 754-2008 minNum and maxNum with -0 < +0; no signalling NaN is among the samples' edges, and
/// where a random one is, the result is a NaN on either side.
float least(float x, float y) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? y : x;
  if (x == 0 && y == 0) return std::signbit(x) ? x : y;
  return x < y ? x : y;
}
float greatest(float x, float y) {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? y : x;
  if (x == 0 && y == 0) return std::signbit(x) ? y : x;
  return x < y ? y : x;
}
bool signalling(u32 bits) { return (bits & 0x7FFFFFFFU) > 0x7F800000U && (bits & 0x400000U) == 0; }
u32 with_signalling(u32 x, u32 y, u32 otherwise) {
  return signalling(x) || signalling(y) ? 0x7FC00000U : otherwise;
}

}  // namespace

TEST_CASE("f32 arithmetic has the host's bits, denormals kept") {
  check({
      {"v_add_f32 v5, v2, v3", [](u32 x, u32 y, u32) { return b(f(x) + f(y)); }, true},
      {"v_sub_f32 v5, v2, v3", [](u32 x, u32 y, u32) { return b(f(x) - f(y)); }, true},
      {"v_subrev_f32 v5, v2, v3", [](u32 x, u32 y, u32) { return b(f(y) - f(x)); }, true},
      {"v_mul_f32 v5, v2, v3", [](u32 x, u32 y, u32) { return b(f(x) * f(y)); }, true},
      {"v_fma_f32 v5, v2, v3, v4",
       [](u32 x, u32 y, u32 z) { return b(std::fma(f(x), f(y), f(z))); }, true},
      {"v_fmac_f32 v5, v2, v3", [](u32 x, u32 y, u32 z) { return b(std::fma(f(x), f(y), f(z))); },
       true},
      {"v_fma_f32 v5, -v2, |v3|, -|v4|",
       [](u32 x, u32 y, u32 z) { return b(std::fma(-f(x), std::fabs(f(y)), -std::fabs(f(z)))); },
       true},
      {"v_fmaak_f32 v5, v2, v3, 0x40490fdb",
       [](u32 x, u32 y, u32) { return b(std::fma(f(x), f(y), f(0x40490FDB))); }, true},
      {"v_fmamk_f32 v5, v2, 0x40490fdb, v3",
       [](u32 x, u32 y, u32) { return b(std::fma(f(x), f(0x40490FDB), f(y))); }, true},
      {"v_min_f32 v5, v2, v3",
       [](u32 x, u32 y, u32) { return with_signalling(x, y, b(least(f(x), f(y)))); }, true},
      {"v_max_f32 v5, v2, v3",
       [](u32 x, u32 y, u32) { return with_signalling(x, y, b(greatest(f(x), f(y)))); }, true},
      {"v_floor_f32 v5, v2", [](u32 x, u32, u32) { return b(std::floor(f(x))); }, true},
      {"v_ceil_f32 v5, v2", [](u32 x, u32, u32) { return b(std::ceil(f(x))); }, true},
      {"v_trunc_f32 v5, v2", [](u32 x, u32, u32) { return b(std::trunc(f(x))); }, true},
      {"v_rndne_f32 v5, v2", [](u32 x, u32, u32) { return b(std::nearbyint(f(x))); }, true},
      {"v_ldexp_f32 v5, v2, v3",
       [](u32 x, u32 y, u32) {
         const int power = std::bit_cast<int>(y);
         return b(std::ldexp(f(x), power > 1000 ? 1000 : (power < -1000 ? -1000 : power)));
       },
       true},
      {"v_sqrt_f32 v5, v2",
       [](u32 x, u32, u32) {
         const bool denormal = (x & 0x7F800000U) == 0;
         return denormal ? x & 0x80000000U : b(std::sqrt(f(x)));
       },
       true},
      {"v_cndmask_b32_e64 v5, v2, v3, s2", [](u32 x, u32, u32) { return x; }},  // workgroup 0
  });
}

TEST_CASE("conversions truncate and saturate, and round to nearest even into floats") {
  check({
      {"v_cvt_i32_f32 v5, v2",
       [](u32 x, u32, u32) { return std::bit_cast<u32>(saturated(static_cast<double>(f(x)))); }},
      {"v_cvt_u32_f32 v5, v2",
       [](u32 x, u32, u32) { return saturated_unsigned(static_cast<double>(f(x))); }},
      {"v_cvt_f32_i32 v5, v2",
       [](u32 x, u32, u32) { return b(static_cast<float>(std::bit_cast<i32>(x))); }, true},
      {"v_cvt_f32_u32 v5, v2", [](u32 x, u32, u32) { return b(static_cast<float>(x)); }, true},
      {"v_cvt_f32_ubyte2 v5, v2",
       [](u32 x, u32, u32) { return b(static_cast<float>((x >> 16U) & 0xFFU)); }, true},
      {"v_cvt_f64_f32 v[6:7], v2\n v_cvt_f32_f64 v5, v[6:7]", [](u32 x, u32, u32) { return x; },
       true},
  });
}

TEST_CASE("integer and bit operations equal their definitions") {
  check({
      {"v_add_nc_u32 v5, v2, v3", [](u32 x, u32 y, u32) { return x + y; }},
      {"v_sub_nc_u32 v5, v2, v3", [](u32 x, u32 y, u32) { return x - y; }},
      {"v_mul_lo_u32 v5, v2, v3", [](u32 x, u32 y, u32) { return x * y; }},
      {"v_mul_hi_u32 v5, v2, v3",
       [](u32 x, u32 y, u32) { return static_cast<u32>((u64{x} * y) >> 32U); }},
      {"v_mul_hi_i32 v5, v2, v3",
       [](u32 x, u32 y, u32) {
         const i64 product = i64{std::bit_cast<i32>(x)} * std::bit_cast<i32>(y);
         return static_cast<u32>(static_cast<u64>(product) >> 32U);
       }},
      {"v_mul_u32_u24 v5, v2, v3",
       [](u32 x, u32 y, u32) { return (x & 0xFFFFFFU) * (y & 0xFFFFFFU); }},
      {"v_mad_u32_u24 v5, v2, v3, v4",
       [](u32 x, u32 y, u32 z) { return (x & 0xFFFFFFU) * (y & 0xFFFFFFU) + z; }},
      {"v_lshlrev_b32 v5, v2, v3", [](u32 x, u32 y, u32) { return y << (x % 32); }},
      {"v_lshrrev_b32 v5, v2, v3", [](u32 x, u32 y, u32) { return y >> (x % 32); }},
      {"v_ashrrev_i32 v5, v2, v3",
       [](u32 x, u32 y, u32) { return static_cast<u32>(std::bit_cast<i32>(y) >> (x % 32)); }},
      {"v_and_or_b32 v5, v2, v3, v4", [](u32 x, u32 y, u32 z) { return (x & y) | z; }},
      {"v_xor3_b32 v5, v2, v3, v4", [](u32 x, u32 y, u32 z) { return x ^ y ^ z; }},
      {"v_lshl_add_u32 v5, v2, v3, v4", [](u32 x, u32 y, u32 z) { return (x << (y % 32)) + z; }},
      {"v_add3_u32 v5, v2, v3, v4", [](u32 x, u32 y, u32 z) { return x + y + z; }},
      {"v_bfi_b32 v5, v2, v3, v4", [](u32 x, u32 y, u32 z) { return (x & y) | (~x & z); }},
      {"v_bfe_u32 v5, v2, v3, v4",
       [](u32 x, u32 y, u32 z) {
         return static_cast<u32>((u64{x} >> (y % 32)) & ((u64{1} << (z % 32)) - 1));
       }},
      {"v_alignbit_b32 v5, v2, v3, v4",
       [](u32 x, u32 y, u32 z) { return static_cast<u32>(((u64{x} << 32U) | y) >> (z % 32)); }},
      {"v_min_i32 v5, v2, v3",
       [](u32 x, u32 y, u32) { return std::bit_cast<i32>(x) < std::bit_cast<i32>(y) ? x : y; }},
      {"v_max_u32 v5, v2, v3", [](u32 x, u32 y, u32) { return x > y ? x : y; }},
      {"v_add_nc_u32_e64 v5, v2, v3 clamp",
       [](u32 x, u32 y, u32) { return x > ~y ? 0xFFFFFFFFU : x + y; }},
      {"v_sub_nc_u32_e64 v5, v2, v3 clamp", [](u32 x, u32 y, u32) { return x < y ? 0U : x - y; }},
      {"v_bcnt_u32_b32 v5, v2, v3",
       [](u32 x, u32 y, u32) { return static_cast<u32>(std::popcount(x)) + y; }},
      {"v_clz_i32_u32 v5, v2",
       [](u32 x, u32, u32) {
         return x == 0 ? 0xFFFFFFFFU : static_cast<u32>(std::countl_zero(x));
       }},
      {"v_ctz_i32_b32 v5, v2",
       [](u32 x, u32, u32) {
         return x == 0 ? 0xFFFFFFFFU : static_cast<u32>(std::countr_zero(x));
       }},
      {"v_add_co_u32 v5, vcc_lo, v2, v3\n v_add_co_ci_u32 v5, vcc_lo, v3, v4, vcc_lo",
       [](u32 x, u32 y, u32 z) { return y + z + (x > ~y ? 1U : 0U); }},
      {"v_mad_u64_u32 v[6:7], null, v2, v3, 0\n v_mov_b32 v5, v7",
       [](u32 x, u32 y, u32) { return static_cast<u32>((u64{x} * y) >> 32U); }},
      {"v_dual_mov_b32 v5, v2 :: v_dual_add_nc_u32 v6, v3, v4", [](u32 x, u32, u32) { return x; }},
  });
}

TEST_CASE("the division clang emits equals IEEE division, also where quotients are denormal") {
  check(
      {{"v_div_scale_f32 v6, null, v3, v3, v2\n"
        "v_div_scale_f32 v7, vcc_lo, v2, v3, v2\n"
        "v_rcp_f32 v8, v6\n"
        "v_fma_f32 v9, -v6, v8, 1.0\n"
        "v_fmac_f32 v8, v9, v8\n"
        "v_mul_f32 v9, v7, v8\n"
        "v_fma_f32 v10, -v6, v9, v7\n"
        "v_fmac_f32 v9, v10, v8\n"
        "v_fma_f32 v6, -v6, v9, v7\n"
        "v_div_fmas_f32 v6, v6, v8, v9\n"
        "v_div_fixup_f32 v5, v6, v3, v2",
        [](u32 x, u32 y, u32) { return b(f(x) / f(y)); }, true}});
}
