// SPDX-License-Identifier: MIT
// Results used before the s_waitcnt that guarantees them.
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

/// Runs lines that find a written buffer of 256 dwords in s[4:5], its address in v[10:11] and the
/// lane's byte offset in v1. LDS is written.
std::optional<Fault> run_lines(const std::string& lines) {
  TestKernel kernel(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    ds_store_b32 v1, v0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v10, s4
    v_mov_b32 v11, s5
    )" + lines + "\n s_endpgm"));
  kernel.dynamic_lds = 128;
  const std::vector<std::uint32_t> zeros(256, 0);
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(256, zeros)};
  return kernel.run({1, 1, 1}, {32, 1, 1}, arguments);
}

void check_missing(const std::string& lines, const std::string& detail) {
  INFO(lines);
  const auto fault = run_lines(lines);
  REQUIRE(fault);
  CAPTURE(fault->detail);
  CHECK(fault->kind == FaultKind::missing_wait);
  CHECK(fault->detail.find(detail) != std::string::npos);
}
void check_clean(const std::string& lines) {
  INFO(lines);
  const auto fault = run_lines(lines);
  INFO((fault ? fault->describe() : std::string()));
  CHECK_FALSE(fault);
}

const std::string kLoad = "global_load_b32 v2, v1, s[4:5]\n";

}  // namespace

TEST_CASE("a loaded register read too early names both instructions") {
  const auto fault = run_lines(kLoad + "v_add_nc_u32_e32 v3, 1, v2");
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::missing_wait);
  CHECK(fault->instruction == "v_add_nc_u32_e32 v3, 1, v2");
  CHECK(fault->detail.find("v2 is read while 'global_load_b32 v2, v1, s[4:5]' at +0x") == 0);
  CHECK(fault->detail.find("no s_waitcnt vmcnt") != std::string::npos);
  check_clean(kLoad + "s_waitcnt vmcnt(0)\n v_add_nc_u32 v3, 1, v2");
}

TEST_CASE("a register that a load will write may not be overwritten or stored before") {
  check_missing(kLoad + "v_mov_b32 v2, 0", "v2 is overwritten");
  check_missing(kLoad + "global_store_b32 v1, v2, s[4:5]", "v2 is read");
  check_missing(kLoad + "ds_load_b32 v2, v1", "v2 is overwritten");
  // Vector loads return in order.
  check_clean(kLoad + kLoad);
}

TEST_CASE("vmcnt counts loads in order and not stores, lgkmcnt not vector loads") {
  const std::string two = kLoad + "global_load_b32 v3, v1, s[4:5] offset:4\n";
  check_clean(two + "s_waitcnt vmcnt(1)\n v_mov_b32 v4, v2");
  check_missing(two + "s_waitcnt vmcnt(1)\n v_mov_b32 v4, v3", "v3 is read");
  check_missing(kLoad + "s_waitcnt lgkmcnt(0)\n v_mov_b32 v4, v2", "v2 is read");
  check_missing(kLoad + "s_waitcnt_vscnt null, 0x0\n v_mov_b32 v4, v2", "v2 is read");
  check_clean(kLoad + "s_waitcnt_vmcnt null, 0x0\n v_mov_b32 v4, v2");
  check_missing(kLoad +
                    "global_store_b32 v1, v0, s[4:5] offset:128\n s_waitcnt vmcnt(1)\n"
                    "v_mov_b32 v4, v2",
                "v2 is read");
}

TEST_CASE("LDS returns in order; scalar loads in any, so that only lgkmcnt(0) is safe") {
  const std::string two = "ds_load_b32 v2, v1\n ds_load_b32 v3, v1\n";
  check_clean(two + "s_waitcnt lgkmcnt(1)\n v_mov_b32 v4, v2");
  check_missing(two + "s_waitcnt lgkmcnt(1)\n v_mov_b32 v4, v3", "v3 is read");
  const std::string scalar = "s_load_b32 s8, s[4:5], 0x0\n s_load_b32 s9, s[4:5], 0x4\n";
  check_missing(scalar + "s_waitcnt lgkmcnt(1)\n s_add_u32 s10, s8, 1", "s8 is read");
  check_clean(scalar + "s_waitcnt lgkmcnt(0)\n s_add_u32 s10, s8, s9");
  // A scalar load between: the LDS result may be the one still outstanding.
  check_missing(
      "ds_load_b32 v2, v1\n s_load_b32 s8, s[4:5], 0x0\n s_waitcnt lgkmcnt(1)\n"
      "v_mov_b32 v4, v2",
      "v2 is read");
  check_missing("ds_bpermute_b32 v2, v1, v0\n v_mov_b32 v4, v2", "v2 is read");
}

TEST_CASE("FLAT loads are waited for by vmcnt where they read global memory") {
  check_missing("flat_load_b32 v2, v[10:11]\n v_mov_b32 v3, v2", "v2 is read");
  check_clean("flat_load_b32 v2, v[10:11]\n s_waitcnt vmcnt(0) lgkmcnt(0)\n v_mov_b32 v3, v2");
  const std::string to_lds =
      "s_mov_b64 s[6:7], src_shared_base\n v_mov_b32 v12, 0\n"
      "v_mov_b32 v13, s7\n flat_load_b32 v2, v[12:13]\n";
  check_missing(to_lds + "s_waitcnt vmcnt(0)\n v_mov_b32 v3, v2", "v2 is read");
  check_clean(to_lds + "s_waitcnt vmcnt(0) lgkmcnt(0)\n v_mov_b32 v3, v2");
}

TEST_CASE("the check of waits can be switched off, and lanes that are off need none") {
  check_clean(kLoad + "s_mov_b32 exec_lo, 0\n v_mov_b32 v3, v2");
  TestKernel kernel(assemble("s_load_b32 s4, s[0:1], 0x0\n s_add_u32 s5, s4, 1\n s_endpgm"));
  const std::array<std::uint64_t, 1> arguments{1};
  REQUIRE(kernel.run({1, 1, 1}, {1, 1, 1}, arguments));
  kernel.options.check_waits = false;
  CHECK_FALSE(kernel.run({1, 1, 1}, {1, 1, 1}, arguments));
}
