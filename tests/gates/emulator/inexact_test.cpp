// SPDX-License-Identifier: MIT
// Where values of instructions that hardware does not define to the bit are said to go.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator::InexactUses;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;

/// Runs lines that find 3.0 in v2, 7.0 in v3, a written buffer in s[4:5] and the byte offset in v1.
InexactUses uses_of(const std::string& lines) {
  INFO(lines);
  TestKernel kernel(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    v_mov_b32 v2, 0x40400000
    v_mov_b32 v3, 0x40e00000
    s_waitcnt lgkmcnt(0)
    )" + lines + "\n s_endpgm"));
  kernel.options.follow_inexact = true;
  kernel.dynamic_lds = 128;
  const std::vector<std::uint32_t> zeros(64, 0);
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(64, zeros)};
  const auto fault = kernel.run({1, 1, 1}, {32, 1, 1}, arguments);
  INFO((fault ? fault->describe() : std::string()));
  REQUIRE_FALSE(fault);
  return kernel.statistics.inexact;
}

const std::string kStore = "global_store_b32 v1, v9, s[4:5]\n";

}  // namespace

TEST_CASE("a reciprocal that is stored, branched on or used as an address is counted") {
  const InexactUses stored = uses_of("v_rcp_f32 v9, v2\n" + kStore);
  CHECK(stored.stores == 1);
  CHECK(stored.first.find("store: 'global_store_b32 v1, v9, s[4:5]' at +0x") == 0);
  CHECK(uses_of("v_rcp_f32 v9, v2\n v_add_f32 v9, 1.0, v9\n" + kStore).stores == 1);
  CHECK(uses_of("v_exp_f32 v9, v2\n v_cmp_gt_f32 vcc_lo, v9, v2\n s_cbranch_vccz 0").branches == 1);
  CHECK(uses_of("v_rcp_f32 v9, v2\n v_cvt_i32_f32 v9, v9\n v_and_b32 v9, 4, v9\n"
                "global_load_b32 v5, v9, s[4:5]")
            .addresses == 1);
  CHECK(uses_of("v_mov_b32 v9, v2\n" + kStore).stores == 0);
  CHECK(uses_of("v_rcp_f32 v9, v2\n v_mov_b32 v9, v2\n" + kStore).stores == 0);
}

TEST_CASE("an inexact value is followed through LDS and lanes") {
  CHECK(uses_of("v_rcp_f32 v9, v2\n ds_store_b32 v1, v9\n v_mov_b32 v9, 0\n"
                "s_waitcnt lgkmcnt(0)\n ds_load_b32 v9, v1\n s_waitcnt lgkmcnt(0)\n" +
                kStore)
            .stores == 1);
  CHECK(
      uses_of("v_rcp_f32 v8, v2\n v_readlane_b32 s8, v8, 3\n v_mov_b32 v9, s8\n" + kStore).stores ==
      1);
}

TEST_CASE("division and square root as clang expands them end the taint") {
  CHECK(uses_of(R"(
    v_div_scale_f32 v4, null, v3, v3, v2
    v_rcp_f32 v5, v4
    v_fma_f32 v6, -v4, v5, 1.0
    v_fma_f32 v5, v6, v5, v5
    v_div_scale_f32 v6, vcc_lo, v2, v3, v2
    v_mul_f32 v7, v6, v5
    v_fma_f32 v8, -v4, v7, v6
    v_fma_f32 v7, v8, v5, v7
    v_fma_f32 v4, -v4, v7, v6
    v_div_fmas_f32 v4, v4, v5, v7
    v_div_fixup_f32 v9, v4, v3, v2
    )" + kStore)
            .stores == 0);
  const std::string root = R"(
    v_sqrt_f32 v4, v2
    v_add_nc_u32 v5, -1, v4
    v_fma_f32 v6, -v5, v4, v2
    v_cmp_ge_f32 vcc_lo, 0, v6
    v_cndmask_b32 v4, v4, v5, vcc_lo
    )";
  CHECK(uses_of(root + "v_mov_b32 v9, v4\n" + kStore).stores == 1);
  CHECK(uses_of(root + "v_cmp_class_f32 vcc_lo, v2, 0x260\n v_cndmask_b32 v9, v4, v2, vcc_lo\n" +
                kStore)
            .stores == 0);
  // f16 division has no such argument.
  CHECK(uses_of("v_rcp_f32 v4, v2\n v_fma_mixlo_f16 v5, v3, v4, 0\n"
                "v_div_fixup_f16 v9, v5, v2, v3\n" +
                kStore)
            .stores == 1);
}

TEST_CASE("integer division ends the taint of its reciprocal at the conversion") {
  CHECK(uses_of("v_rcp_iflag_f32 v9, v2\n v_mul_f32 v9, 0x4f7ffffe, v9\n"
                "v_cvt_u32_f32 v9, v9\n" +
                kStore)
            .stores == 0);
  CHECK(uses_of("v_rcp_iflag_f32 v9, v2\n v_readfirstlane_b32 s8, v9\n"
                "s_mul_f32 s8, s8, 0x4f7ffffe\n s_cvt_u32_f32 s8, s8\n v_mov_b32 v9, s8\n" +
                kStore)
            .stores == 0);
  CHECK(uses_of("v_rcp_f32 v9, v2\n v_mul_f32 v9, 0x5f7ffffc, v9\n v_cvt_u32_f32 v9, v9\n" + kStore)
            .stores == 0);
  // A reciprocal that is converted without the corrections' scale is no division.
  CHECK(uses_of("v_rcp_f32 v9, v2\n v_mul_f32 v9, 0x5f7fffff, v9\n v_cvt_u32_f32 v9, v9\n" + kStore)
            .stores == 1);
}

TEST_CASE("a 16-bit result leaves the other half of its register as inexact as it was") {
  // v9: the upper half is of the reciprocal, the lower one is not.
  const std::string mixed = "v_rcp_f32 v9, v2\n v_cvt_f16_f32 v9, v3\n";
  CHECK(uses_of(mixed + kStore).stores == 1);
  CHECK(uses_of(mixed + "global_store_b16 v1, v9, s[4:5]").stores == 0);
  CHECK(uses_of(mixed + "global_store_d16_hi_b16 v1, v9, s[4:5]").stores == 1);
  const std::array<const char*, 7> taking_low{
      "v_and_b32 v9, 0xffff, v9",     "v_lshlrev_b32 v9, 16, v9",
      "v_lshl_or_b32 v9, v9, 16, v3", "v_and_or_b32 v9, v9, 0xffff, v3",
      "v_pack_b32_f16 v9, v9, v3",    "v_perm_b32 v9, v9, v3, 0x05040100",
      "v_cvt_f32_f16 v9, v9"};
  for (const char* line : taking_low) {
    CHECK(uses_of(mixed + line + "\n" + kStore).stores == 0);
  }
  const std::array<const char*, 9> taking_high{"v_and_b32 v9, 0xffff0000, v9",
                                               "v_lshrrev_b32 v9, 16, v9",
                                               "v_lshlrev_b32 v9, 15, v9",
                                               "v_lshl_or_b32 v9, v3, 16, v9",
                                               "v_and_or_b32 v9, v3, 0xffff, v9",
                                               "v_pack_b32_f16 v9, v3, v9 op_sel:[0,1,0]",
                                               "v_perm_b32 v9, v9, v3, 0x07060100",
                                               "v_perm_b32 v9, v3, v9, 0x0c0c0c0b",
                                               "v_add_nc_u32 v9, v9, v3"};
  for (const char* line : taking_high) {
    CHECK(uses_of(mixed + line + "\n" + kStore).stores == 1);
  }
  // The lower half is inexact, the upper one is not.
  const std::string low = "v_rcp_f16 v9, v2\n";
  CHECK(uses_of("v_mov_b32 v9, v3\n" + low + "global_store_b16 v1, v9, s[4:5]").stores == 1);
  CHECK(uses_of("v_mov_b32 v9, v3\n" + low + "global_store_d16_hi_b16 v1, v9, s[4:5]").stores == 0);
  CHECK(uses_of("v_rcp_f32 v9, v2\n global_load_d16_b16 v9, v1, s[4:5]\n s_waitcnt vmcnt(0)\n"
                "v_lshrrev_b32 v9, 16, v9\n" +
                kStore)
            .stores == 1);
}

TEST_CASE("both halves of a pair read before either writes") {
  const std::string first = "v_rcp_f32 v9, v2\n";
  const std::string stored = "global_store_b32 v1, v8, s[4:5]\n";
  const std::string forward = "v_dual_mov_b32 v8, v9 :: v_dual_mov_b32 v9, v3\n";
  const std::string backward = "v_dual_mov_b32 v9, v3 :: v_dual_mov_b32 v8, v9\n";
  for (const std::string& pair : {forward, backward}) {
    CHECK(uses_of(first + pair + stored).stores == 1);
    CHECK(uses_of(first + pair + kStore).stores == 0);
  }
}
