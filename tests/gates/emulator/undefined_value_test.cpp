// SPDX-License-Identifier: MIT
// Values nothing defined: reported where they decide something, and only there.
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator::Fault;
using kgate::emulator::FaultKind;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;

/// Runs lines that find a written buffer of 256 dwords in s[4:5], the lane in v0 and its byte
/// offset in v1; nothing else is defined.
std::optional<Fault> run_lines(const std::string& lines, unsigned lanes = 32,
                               bool unwritten = false) {
  TestKernel kernel(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    )" + lines + "\n s_endpgm",
                             "gfx1151", lanes),
                    lanes);
  kernel.dynamic_lds = 1024;
  kernel.image.private_bytes = 64;
  const std::vector<std::uint32_t> zeros(unwritten ? 0 : 256, 0);
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(256, zeros)};
  return kernel.run({1, 1, 1}, {lanes, 1, 1}, arguments);
}

void check_undefined(const std::string& lines, const std::string& detail, unsigned lanes = 32) {
  INFO(lines);
  const auto fault = run_lines(lines, lanes);
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::register_uninitialised);
  CHECK(fault->detail.find(detail) != std::string::npos);
  CAPTURE(fault->detail);
}
void check_clean(const std::string& lines, unsigned lanes = 32) {
  INFO(lines);
  const auto fault = run_lines(lines, lanes);
  INFO((fault ? fault->describe() : std::string()));
  CHECK_FALSE(fault);
}

}  // namespace

TEST_CASE("an undefined register is reported where it is stored, not where it is copied") {
  check_clean("v_mov_b32 v3, v7\n v_add_f32 v4, v3, v3\n s_mov_b32 s9, s20");
  check_undefined("v_mov_b32 v3, v7\n v_add_f32 v4, 1.0, v3\n global_store_b32 v1, v4, s[4:5]",
                  "v4 decides what global memory holds");
  const auto fault = run_lines(
      "v_cmp_gt_u32 vcc_lo, 9, v0\n s_and_saveexec_b32 s6, vcc_lo\n v_mov_b32 v4, 1\n"
      "s_mov_b32 exec_lo, s6\n global_store_b32 v1, v4, s[4:5]");
  REQUIRE(fault);
  CHECK(fault->lane == 9);
  CHECK(fault->instruction == "global_store_b32 v1, v4, s[4:5]");
}

TEST_CASE("an undefined address is reported in every address space") {
  check_undefined("global_load_b32 v3, v9, s[4:5]", "v9 decides an address");
  check_undefined("global_load_b32 v3, v1, s[8:9]", "s8 decides an address");
  check_undefined("ds_store_b32 v9, v0", "v9 decides an address");
  check_undefined("scratch_store_b32 v9, v0, off", "v9 decides an address");
  check_undefined("s_load_b32 s6, s[10:11], 0x0", "s10 decides an address");
  check_undefined("s_add_u32 s6, s4, s7\n s_mov_b32 s7, s5\n s_load_b32 s8, s[6:7], 0x0",
                  "s6 decides an address");
}

TEST_CASE("an undefined branch, EXEC or atomic operand is reported") {
  check_undefined("s_cmp_eq_u32 s20, 5\n s_cbranch_scc1 2", "scc decides a branch");
  check_undefined("s_cbranch_scc0 2", "scc decides a branch");
  check_undefined("v_cmp_gt_u32 vcc_lo, v8, v0\n s_cbranch_vccz 2", "vcc_lo decides a branch");
  check_undefined("v_cmp_eq_u32 vcc_lo, v8, v0\n s_and_saveexec_b32 s6, vcc_lo",
                  "decides which lanes run (EXEC)");
  check_undefined("v_cmpx_lt_u32 v8, v0", "decides which lanes run (EXEC)");
  check_undefined("global_atomic_add_u32 v1, v9, s[4:5]", "v9 decides what an atomic does");
  check_undefined("ds_store_b32 v1, v0\n ds_add_u32 v1, v9", "v9 decides what an atomic does");
}

TEST_CASE("bits that do not depend on the undefined ones are defined") {
  // A mask, a shift that moves them out, and a selection by a defined mask.
  check_clean("v_and_b32 v3, 0, v7\n global_store_b32 v1, v3, s[4:5]");
  check_clean("v_mov_b16 v3.l, v0.l\n v_and_b32 v4, 0xffff, v3\n global_store_b32 v1, v4, s[4:5]");
  check_clean(
      "v_lshl_or_b32 v3, v0, 16, v0\n v_cmp_gt_u32 vcc_lo, 0, v0\n"
      "v_cndmask_b32 v4, v3, v7, vcc_lo\n global_store_b32 v1, v4, s[4:5]");
  check_clean("s_and_b32 s6, s20, 0\n s_cmp_eq_u32 s6, 0\n s_cbranch_scc1 1\n s_nop 0");
  // A lane of VCC that is set decides vccz whatever the undefined ones are.
  check_clean(
      "v_cmp_eq_u32 vcc_lo, v0, v0\n v_mov_b32 v3, v0\n"
      "v_cndmask_b32 v4, v0, v7, vcc_lo\n s_or_b32 vcc_lo, vcc_lo, s20\n s_cbranch_vccz 1\n"
      "s_nop 0");
  check_clean("v_xor_b32 v3, v7, v7\n global_store_b32 v1, v3, s[4:5]");
  // Equality with a value whose defined half already differs.
  check_clean(
      "v_mov_b32 v3, 0\n v_mov_b16 v4.l, 1\n v_and_b32 v5, 0xffff, v4\n"
      "v_cmp_eq_u32 vcc_lo, v5, v3\n s_and_saveexec_b32 s6, vcc_lo");
}

TEST_CASE("undefined values keep their state through LDS, scratch, lanes and the other wave size") {
  check_undefined(
      "ds_store_b32 v1, v7\n s_waitcnt lgkmcnt(0)\n ds_load_b32 v3, v1\n"
      "s_waitcnt lgkmcnt(0)\n global_store_b32 v1, v3, s[4:5]",
      "v3 decides what global memory holds");
  check_undefined(
      "scratch_store_b32 off, v7, off\n scratch_load_b32 v3, off, off\n"
      "s_waitcnt vmcnt(0)\n global_store_b32 v1, v3, s[4:5]",
      "v3 decides what global memory holds");
  check_clean(
      "scratch_store_b32 off, v0, off\n scratch_load_b32 v3, off, off\n"
      "s_waitcnt vmcnt(0)\n global_store_b32 v1, v3, s[4:5]");
  check_undefined(
      "v_readlane_b32 s8, v7, 3\n v_mov_b32 v3, s8\n"
      "global_store_b32 v1, v3, s[4:5]",
      "v3 decides what global memory holds");
  // One lane of a register is written, that lane is read.
  check_clean(
      "s_mov_b32 s8, 5\n v_writelane_b32 v7, s8, 3\n v_readlane_b32 s9, v7, 3\n"
      "v_mov_b32 v3, s9\n global_store_b32 v1, v3, s[4:5]");
  check_undefined(
      "v_mov_b32_dpp v3, v7 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf\n"
      "global_store_b32 v1, v3, s[4:5]",
      "v3 decides what global memory holds", 64);
}

TEST_CASE("a partly undefined store leaves the undefined bytes unwritten") {
  const std::string store =
      "v_mov_b32 v2, 1\n v_lshlrev_b32 v5, 3, v0\n"
      "global_store_b64 v5, v[2:3], s[4:5]\n";
  CHECK_FALSE(run_lines(store, 32, true));
  CHECK_FALSE(run_lines(store + "global_load_b32 v6, v5, s[4:5]", 32, true));
  const auto fault = run_lines(store + "global_load_b32 v6, v5, s[4:5] offset:4", 32, true);
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::uninitialised_read);
}

TEST_CASE("what a lane holds while it is switched off is followed until it decides something") {
  const std::string half = "s_mov_b32 s8, exec_lo\n s_mov_b32 exec_lo, 0x0000ffff\n";
  // v4 is defined in lanes 0 to 15 alone, and so is all that comes of it.
  const std::string computed = half +
                               "v_mov_b32 v4, 1\n v_add_nc_u32 v4, v4, v0\n"
                               "v_mul_lo_u32 v5, v4, v4\n";
  check_clean(computed + "global_store_b32 v1, v5, s[4:5]");
  check_clean(computed + "v_cmp_eq_u32 vcc_lo, 0, v5\n s_cbranch_vccnz over\n over: s_nop 0");
  const auto fault = run_lines(computed +
                               "s_mov_b32 exec_lo, s8\n v_add_nc_u32 v5, 1, v5\n"
                               "global_store_b32 v1, v5, s[4:5]");
  REQUIRE(fault);
  CHECK(fault->lane == 16);
  // Lane exchange reads lanes that are off.
  check_undefined(computed +
                      "v_readlane_b32 s9, v5, 20\n s_cmp_eq_u32 s9, 0\n"
                      "s_cbranch_scc1 over\n over: s_nop 0",
                  "scc decides a branch");
  check_undefined(computed +
                      "s_mov_b32 exec_lo, 0x10000\n v_readfirstlane_b32 s9, v5\n"
                      "s_bitcmp1_b32 s9, 7\n s_cbranch_scc1 over\n over: s_nop 0",
                  "scc decides a branch");
}

TEST_CASE("a result is undefined too if only rare values of the operands show it") {
  // The first two values change all bits of s9, but neither makes it zero: SCC stays 1.
  check_undefined("s_xor_b32 s9, s20, 5\n s_cbranch_scc1 over\n over: s_nop 0",
                  "scc decides a branch");
  check_undefined("v_cmp_eq_u32 vcc_lo, 77, v7\n s_cbranch_vccnz over\n over: s_nop 0",
                  "vcc_lo decides a branch");
  // In the upper half of a mask, where the lower half is defined.
  check_undefined(
      "v_mov_b32 v7, v0\n s_mov_b64 s[8:9], exec\n s_mov_b64 exec, 0x0\n"
      "s_brev_b32 exec_hi, 1\n v_mov_b32 v7, v8\n s_mov_b64 exec, s[8:9]\n"
      "v_cmp_eq_u32 vcc, 77, v7\n s_cmp_eq_u32 vcc_hi, 0\n s_cbranch_scc1 over\n"
      "over: s_nop 0",
      "scc decides a branch", 64);
}

TEST_CASE("the check of registers can be switched off") {
  TestKernel kernel(assemble("s_cbranch_scc0 0\n s_endpgm"));
  REQUIRE(kernel.run({1, 1, 1}, {1, 1, 1}));
  kernel.options.check_registers = false;
  CHECK_FALSE(kernel.run({1, 1, 1}, {1, 1, 1}));
}

TEST_CASE("what follows the arguments in their last 16 bytes is loaded with them, undefined") {
  const auto run = [](const std::string& lines, bool registers) {
    TestKernel kernel(assemble("v_mov_b32 v1, 0\n" + lines + "\n s_endpgm"));
    kernel.options.check_registers = registers;
    const std::array<std::uint64_t, 1> arguments{kernel.buffer(1)};
    return kernel.run({1, 1, 1}, {1, 1, 1}, arguments);
  };
  const std::string wide = "s_load_b128 s[4:7], s[0:1], 0x0\n s_waitcnt lgkmcnt(0)\n";
  const std::string store = "v_mov_b32 v2, s6\n global_store_b32 v1, v2, s[4:5]";
  CHECK_FALSE(run(wide + "global_store_b32 v1, v1, s[4:5]", true));
  const auto used = run(wide + store, true);
  REQUIRE(used);
  CHECK(used->detail == "v2 decides what global memory holds, and nothing defined its value");
  CHECK_FALSE(run(wide + store, false));
  const auto past = run("s_load_b256 s[4:11], s[0:1], 0x0", false);
  REQUIRE(past);
  CHECK(past->kind == FaultKind::out_of_bounds);
  // A vector load fetches what the program names.
  const auto named = run("global_load_b32 v2, v1, s[0:1] offset:8", false);
  REQUIRE(named);
  CHECK(named->kind == FaultKind::uninitialised_read);
}
