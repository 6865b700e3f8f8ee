// SPDX-License-Identifier: MIT
// Launches: register state at start, grids, wave sizes, barriers, schedules, limits.
#include <array>
#include <cstdint>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator::FaultKind;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;

/// Stores to out[flat id]; s[4:5] holds out, v1 the flat work-item id times 4, v2 the value.
std::string store_value() {
  return R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v2, s[4:5]
    s_endpgm)";
}

}  // namespace

TEST_CASE("v0 packs the three work-item ids, lanes in x, y, z order") {
  const auto code = assemble(R"(
    v_bfe_u32 v3, v0, 10, 10
    v_bfe_u32 v4, v0, 20, 10
    v_and_b32 v5, 0x3ff, v0
    v_mad_u32_u24 v1, v4, 3, v3
    v_mad_u32_u24 v1, v1, 5, v5
    v_lshlrev_b32 v1, 2, v1
    v_mov_b32 v2, v0)" + store_value());
  TestKernel kernel(code);
  const std::uint64_t out = kernel.buffer(30);
  const std::array<std::uint64_t, 1> arguments{out};
  REQUIRE_FALSE(kernel.run({1, 1, 1}, {5, 3, 2}, arguments));
  const auto values = kernel.read(out, 30);
  for (std::uint32_t i = 0; i < 30; ++i) {
    CHECK(values[i] == (i % 5 | (i / 5 % 3) << 10U | (i / 15) << 20U));
  }
}

TEST_CASE("workgroup ids follow the user SGPR count, as gfx1100's padding needs") {
  const auto code = assemble(R"(
    s_mul_i32 s20, s12, 10
    s_add_u32 s20, s20, s11
    s_mul_i32 s21, s12, 3
    s_add_u32 s21, s21, s11
    s_lshl_b32 s21, s21, 2
    v_mov_b32 v1, s21
    v_mov_b32 v2, s20)" + store_value(),
                             "gfx1100");
  TestKernel kernel(code, 32, "gfx1100");
  kernel.image.descriptor.compute_pgm_rsrc2 = (11U << 1U) | (3U << 7U);
  const std::uint64_t out = kernel.buffer(6);
  const std::array<std::uint64_t, 1> arguments{out};
  REQUIRE_FALSE(kernel.run({3, 2, 1}, {1, 1, 1}, arguments));
  CHECK(kernel.read(out, 6) == std::vector<std::uint32_t>{0, 1, 2, 10, 11, 12});
}

TEST_CASE("the last wave of a workgroup has only the lanes that exist") {
  for (const unsigned lanes : {32U, 64U}) {
    const auto code = assemble(lanes == 32 ? R"(
      s_mov_b32 s6, exec_lo
      s_bcnt1_i32_b32 s6, s6
      v_lshlrev_b32 v1, 2, v0
      v_mov_b32 v2, s6)" + store_value()
                                           : R"(
      s_bcnt1_i32_b64 s6, exec
      v_lshlrev_b32 v1, 2, v0
      v_mov_b32 v2, s6)" + store_value(),
                               "gfx1151", lanes);
    TestKernel kernel(code, lanes);
    const std::uint64_t out = kernel.buffer(70);
    const std::array<std::uint64_t, 1> arguments{out};
    REQUIRE_FALSE(kernel.run({1, 1, 1}, {70, 1, 1}, arguments));
    const auto values = kernel.read(out, 70);
    CHECK(values[0] == lanes);
    CHECK(values[69] == 70 % lanes);
    CHECK(kernel.statistics.waves == (70 + lanes - 1) / lanes);
  }
}

TEST_CASE("waves meet at barriers under every schedule, and LDS passes values between them") {
  // Rotates values by 32 through LDS, twice: two barriers a round.
  const auto code = assemble(R"(
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    v_add_nc_u32 v3, 32, v0
    v_and_b32 v3, 0x7f, v3
    v_lshlrev_b32 v3, 2, v3
    v_mov_b32 v2, v0
    s_mov_b32 s6, 2
  loop:
    ds_store_b32 v1, v2
    s_waitcnt lgkmcnt(0)
    s_barrier
    ds_load_b32 v2, v3
    s_waitcnt lgkmcnt(0)
    s_barrier
    s_sub_u32 s6, s6, 1
    s_cmp_lg_u32 s6, 0
    s_cbranch_scc1 loop)" + store_value());
  TestKernel kernel(code);
  kernel.dynamic_lds = 512;
  const std::uint64_t out = kernel.buffer(128);
  const std::array<std::uint64_t, 1> arguments{out};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    kernel.options.schedule_seed = seed;
    REQUIRE_FALSE(kernel.run({1, 1, 1}, {128, 1, 1}, arguments));
    const auto values = kernel.read(out, 128);
    for (std::uint32_t i = 0; i < 128; ++i) CHECK(values[i] == (i + 64) % 128);
  }
}

TEST_CASE("a wave that spins on another wave's flag ends without a seed too") {
  // Wave 1 sets LDS[0]; wave 0 waits for it.
  const auto code = assemble(R"(
    v_and_b32 v0, 0x3ff, v0
    v_mov_b32 v1, 0
    v_mov_b32 v4, 1
    v_cmp_gt_u32 vcc_lo, 32, v0
    s_cbranch_vccz set
    ds_store_b32 v1, v1
  spin:
    ds_load_b32 v3, v1 offset:4
    s_waitcnt lgkmcnt(0)
    v_cmp_ne_u32 vcc_lo, 1, v3
    s_cbranch_vccnz spin
    s_branch done
  set:
    ds_store_b32 v1, v4 offset:4
  done:
    v_lshlrev_b32 v1, 2, v0
    v_mov_b32 v2, v4)" + store_value());
  TestKernel kernel(code);
  kernel.dynamic_lds = 8;
  kernel.options.check_initialised = false;
  kernel.options.check_races = false;  // a flag in LDS that no barrier orders
  kernel.options.instruction_budget = 1U << 24U;
  const std::uint64_t out = kernel.buffer(64);
  const std::array<std::uint64_t, 1> arguments{out};
  REQUIRE_FALSE(kernel.run({1, 1, 1}, {64, 1, 1}, arguments));
}

TEST_CASE("MODE comes from the descriptor and can be changed by the kernel") {
  const auto code = assemble(R"(
    s_getreg_b32 s6, hwreg(HW_REG_MODE)
    s_round_mode 0x5
    s_denorm_mode 0
    s_getreg_b32 s7, hwreg(HW_REG_MODE, 0, 8)
    s_lshl_b32 s7, s7, 16
    s_or_b32 s6, s6, s7
    v_mov_b32 v1, 0
    v_mov_b32 v2, s6)" + store_value());
  TestKernel kernel(code);
  const std::uint64_t out = kernel.buffer(1);
  const std::array<std::uint64_t, 1> arguments{out};
  REQUIRE_FALSE(kernel.run({1, 1, 1}, {1, 1, 1}, arguments));
  CHECK(kernel.read(out, 1)[0] == 0x000503F0);
  // -fgpu-flush-denormals-to-zero: f32 denormals flushed both ways.
  kernel.image.descriptor.compute_pgm_rsrc1 = 0x60AC0000;
  REQUIRE_FALSE(kernel.run({1, 1, 1}, {1, 1, 1}, arguments));
  CHECK(kernel.read(out, 1)[0] == 0x000503C0);
}

TEST_CASE("results are the same for one host thread and many") {
  const auto code = assemble(R"(
    s_lshl_b32 s6, s2, 2
    v_mov_b32 v1, s6
    s_mul_i32 s7, s2, 0x9e3779b1
    v_mov_b32 v2, s7)" + store_value());
  TestKernel kernel(code);
  const std::uint64_t out = kernel.buffer(1000);
  const std::array<std::uint64_t, 1> arguments{out};
  kernel.options.threads = 1;
  REQUIRE_FALSE(kernel.run({1000, 1, 1}, {1, 1, 1}, arguments));
  const auto one = kernel.read(out, 1000);
  kernel.options.threads = 7;
  REQUIRE_FALSE(kernel.run({1000, 1, 1}, {1, 1, 1}, arguments));
  CHECK(kernel.read(out, 1000) == one);
  CHECK(one[999] == 999U * 0x9E3779B1U);
  CHECK(kernel.statistics.workgroups == 2000);
}

TEST_CASE("a launch the hardware cannot run is refused with the numbers") {
  TestKernel kernel(std::array<std::uint32_t, 1>{0xBFB00000});
  const auto too_many = kernel.run({1, 1, 1}, {1025, 1, 1});
  REQUIRE(too_many);
  CHECK(too_many->kind == FaultKind::bad_launch);
  CHECK(too_many->detail.find("1025") != std::string::npos);
  kernel.dynamic_lds = 65537;
  const auto lds = kernel.run({1, 1, 1}, {1, 1, 1});
  REQUIRE(lds);
  CHECK(lds->detail.find("65537") != std::string::npos);
  kernel.dynamic_lds = 0;
  kernel.image.descriptor.kernarg_size = 8;
  const auto arguments = kernel.run({1, 1, 1}, {1, 1, 1});
  REQUIRE(arguments);
  CHECK(arguments->detail.find("kernel arguments") != std::string::npos);
}
