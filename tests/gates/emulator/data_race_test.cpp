// SPDX-License-Identifier: MIT
// Data races on LDS and global memory, found whatever the schedule was.
#include <fmt/format.h>

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

struct Setup {
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::uint32_t items = 64;
  std::uint64_t schedule = 0;
  bool cu_mode = false;
  std::string other_code = {};  ///< of the program, that no branch of the kernel leads to
};

/// Runs lines that find a written buffer of 256 dwords in s[4:5], the work-item in v0, its byte
/// offset in v1, and in v2 the byte offset of its mirror in the other wave of 64 work-items.
std::optional<Fault> run_lines(const std::string& lines, const Setup& setup = {}) {
  const std::string own = R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    v_sub_nc_u32 v2, 0xfc, v1
    s_waitcnt lgkmcnt(0)
    )" + lines + "\n s_endpgm\n";
  TestKernel kernel(assemble(own + setup.other_code));
  kernel.dynamic_lds = 256;
  kernel.options.schedule_seed = setup.schedule;
  kernel.options.threads = 1;
  kernel.options.strict_barrier = false;
  if (setup.cu_mode) kernel.image.descriptor.compute_pgm_rsrc1 &= ~(1U << 29U);
  const std::vector<std::uint32_t> zeros(256, 0);
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(256, zeros)};
  return kernel.run(setup.grid, {setup.items, 1, 1}, arguments);
}

void check_clean(const std::string& lines, const Setup& setup = {}) {
  INFO(lines);
  const auto fault = run_lines(lines, setup);
  INFO((fault ? fault->describe() : std::string()));
  CHECK_FALSE(fault);
}
Fault check_race(const std::string& lines, const Setup& setup = {}) {
  INFO(lines);
  const auto fault = run_lines(lines, setup);
  REQUIRE(fault);
  INFO(fault->describe());
  CHECK(fault->kind == FaultKind::data_race);
  return *fault;
}

const std::string kBarrier = "s_waitcnt lgkmcnt(0)\n s_barrier\n";
const std::string kGlobalBarrier =
    "s_waitcnt vmcnt(0) lgkmcnt(0)\n s_waitcnt_vscnt null, 0x0\n s_barrier\n";

}  // namespace

TEST_CASE("an exchange through LDS without a barrier is a race under every schedule") {
  const std::string exchange = "ds_store_b32 v1, v0\n s_waitcnt lgkmcnt(0)\n";
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const auto fault = run_lines(exchange + "s_nop 0\n ds_load_b32 v3, v2", {{1, 1, 1}, 64, seed});
    REQUIRE(fault);
    // A wave that runs first may read what nobody wrote yet: that is found as such.
    const bool either =
        fault->kind == FaultKind::data_race || fault->kind == FaultKind::lds_uninitialised_read;
    CHECK(either);
  }
  check_clean(exchange + kBarrier + "ds_load_b32 v3, v2");
}

TEST_CASE("a race names both accesses") {
  const Fault fault = check_race("ds_store_b32 v1, v0\n" + kBarrier +
                                 "ds_load_b32 v3, v2\n s_waitcnt lgkmcnt(0)\n"
                                 "v_mov_b32 v3, 7\n ds_store_b32 v1, v3");
  CHECK(fault.instruction == "ds_load_b32 v3, v2");
  CHECK(fault.wave == 1);
  CHECK(fault.lane == 0);
  CHECK(fault.address == 124);
  CHECK(fault.detail ==
        "read of LDS offset 0x7c and write by another wave: no barrier is between them");
  CHECK(fault.other.find(
            "write by wave 0, lane 31 of this workgroup, 'ds_store_b32 v1, v3' at +0x") == 0);
  check_clean("ds_store_b32 v1, v0\n" + kBarrier + "ds_load_b32 v3, v2\n" + kBarrier +
              "v_mov_b32 v3, 7\n ds_store_b32 v1, v3");
}

TEST_CASE("a barrier does not order what was not waited for before it") {
  const Fault fault = check_race(
      "global_store_b32 v1, v0, s[4:5]\n s_barrier\n"
      "global_load_b32 v3, v2, s[4:5]");
  CHECK(fault.detail.find("reached before a wait for it") != std::string::npos);
  check_clean("global_store_b32 v1, v0, s[4:5]\n" + kGlobalBarrier +
              "global_load_b32 v3, v2, s[4:5]");
  // In CU mode the waves of a workgroup share a cache that keeps the order of vector memory.
  check_clean("global_store_b32 v1, v0, s[4:5]\n s_barrier\n global_load_b32 v3, v2, s[4:5]",
              {{1, 1, 1}, 64, 0, true});
  // What was late at one barrier is on time for the next.
  check_clean("global_store_b32 v1, v0, s[4:5]\n s_barrier\n" + kGlobalBarrier +
              "global_load_b32 v3, v2, s[4:5]");
}

TEST_CASE("waves may use different bytes of a dword, and read together") {
  check_clean("v_lshrrev_b32 v3, 5, v0\n v_mov_b32 v4, 1\n ds_store_b8 v3, v4");
  check_clean("global_load_b32 v3, v1, s[4:5]\n global_load_b32 v4, v2, s[4:5]", {{4, 1, 1}, 64});
}

TEST_CASE("workgroups race on global memory whichever ran first") {
  // Every workgroup writes its number to the same dwords.
  const std::string same =
      "v_mov_b32 v3, s2\n v_add_nc_u32 v3, 1, v3\n"
      "global_store_b32 v1, v3, s[4:5]";
  const Fault fault = check_race(same, {{2, 1, 1}, 32});
  CHECK(fault.detail.find("write by another workgroup: nothing orders two workgroups") !=
        std::string::npos);
  CHECK(fault.other.find("workgroup number 0, wave 0, lane 0") != std::string::npos);
  CHECK(fault.allocation.find("buffer of the test") != std::string::npos);
  check_clean(same, {{1, 1, 1}, 32});
  // Read by the first, written by the second.
  check_race(
      "s_cmp_eq_u32 s2, 0\n s_cbranch_scc1 first\n v_mov_b32 v3, 9\n"
      "global_store_b32 v1, v3, s[4:5]\n s_endpgm\n first: global_load_b32 v3, v1, s[4:5]",
      {{2, 1, 1}, 32});
}

TEST_CASE("atomics that could order workgroups count for the kernel that may execute them") {
  const std::string numbers = "v_mov_b32 v3, s2\n v_add_nc_u32 v3, 1, v3\n";
  const std::string same = numbers + "global_store_b32 v1, v3, s[4:5]";
  const std::string returning = "global_atomic_add_u32 v4, v2, v3, s[4:5] offset:512 glc";
  check_clean(same + "\n" + returning, {{2, 1, 1}, 32});
  Setup beside{{2, 1, 1}, 32};
  beside.other_code = returning + "\n s_endpgm";
  check_race(same, beside);
  // Where a call leads is not known before it happens.
  check_clean(same + "\n s_cbranch_execnz past\n s_swappc_b64 s[6:7], s[8:9]\n past: s_nop 0",
              beside);
}

TEST_CASE("a store that changes nothing is no race") {
  check_clean("v_mov_b32 v3, 1\n global_store_b32 v1, v3, s[4:5]", {{2, 1, 1}, 32});
}

TEST_CASE("atomics do not race with atomics, plain loads with them do") {
  const std::string add = "v_mov_b32 v3, 1\n v_mov_b32 v4, 0\n";
  check_clean(add + "global_atomic_add_u32 v4, v3, s[4:5]", {{8, 1, 1}, 64});
  check_race(add + "global_atomic_add_u32 v4, v3, s[4:5]\n global_load_b32 v5, v4, s[4:5]",
             {{2, 1, 1}, 32});
  check_clean(add + "ds_store_b32 v1, v4\n" + kBarrier + "ds_add_u32 v4, v3\n" + kBarrier +
              "ds_load_b32 v5, v4");
  check_race(add + "ds_store_b32 v1, v4\n" + kBarrier + "ds_add_u32 v4, v3\n ds_load_b32 v5, v4");
}

TEST_CASE("lanes of one store that write different values to one address are reported") {
  const auto fault =
      run_lines("v_mov_b32 v3, 0\n global_store_b32 v3, v0, s[4:5]", {{1, 1, 1}, 32});
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::conflicting_lanes);
  CHECK(fault->lane == 0);
  check_clean("v_mov_b32 v3, 0\n global_store_b32 v3, v3, s[4:5]", {{1, 1, 1}, 32});
  const auto lds = run_lines("v_mov_b32 v3, 0\n ds_store_b32 v3, v0", {{1, 1, 1}, 32});
  REQUIRE(lds);
  CHECK(lds->kind == FaultKind::conflicting_lanes);
}

TEST_CASE("accesses of different widths race where they meet, and name their lanes") {
  // Wave 0 accesses all of its range, wave 1 one byte of it, that of lane 21.
  const auto lines = [](unsigned size, const std::string& wide, const std::string& narrow) {
    return fmt::format(R"(
      v_add_nc_u32 v4, 1, v0
      v_mov_b32 v5, v4
      v_mov_b32 v6, v4
      v_mov_b32 v7, v4
      v_mul_u32_u24 v3, {}, v0
      v_mov_b32 v9, {}
      v_cmp_gt_u32 vcc_lo, 32, v0
      s_cbranch_vccz second
      {}
      s_endpgm
      second: {})",
                       size, 21 * size + size / 2, wide, narrow);
  };
  const std::array<const char*, 5> stores{"global_store_b8 v3, v4", "global_store_b16 v3, v4",
                                          "global_store_b32 v3, v4", "global_store_b64 v3, v[4:5]",
                                          "global_store_b128 v3, v[4:7]"};
  const std::array<const char*, 5> loads{"global_load_u8 v10, v3", "global_load_u16 v10, v3",
                                         "global_load_b32 v10, v3", "global_load_b64 v[10:11], v3",
                                         "global_load_b128 v[10:13], v3"};
  for (unsigned i = 0; i < 5; ++i) {
    const std::string base = ", s[4:5]";
    const Fault read =
        check_race(lines(1U << i, stores.at(i) + base, "global_load_u8 v10, v9, s[4:5]"));
    CHECK(read.wave == 1);
    CHECK(read.lane == 0);
    // Of lanes that share a dword the last is named.
    CHECK(read.other.find(fmt::format("write by wave 0, lane {} ", i == 0 ? 23 : 21)) == 0);
    const Fault written = check_race(
        lines(1U << i, loads.at(i) + base, "v_mov_b32 v8, 99\n global_store_b8 v9, v8, s[4:5]"));
    CHECK(written.other.find("read by wave 0, lane ") == 0);
    // The other wave's byte is one past the range.
    const std::string beside = "v_mov_b32 v9, " + std::to_string(32U << i) + "\n";
    check_clean(
        lines(1U << i, stores.at(i) + base,
              i == 4 ? "s_nop 0" : beside + "v_mov_b32 v8, 99\n global_store_b8 v9, v8, s[4:5]"));
  }
}

TEST_CASE("lanes that share a dword are all remembered") {
  // Wave 0 stores halves from lane 1 on; wave 1 reads one that shares its dword with a later lane.
  const std::string lines = R"(
    v_lshlrev_b32 v3, 1, v0
    v_add_nc_u32 v4, 1, v0
    v_mov_b32 v9, 20
    v_cmp_gt_u32 vcc_lo, 32, v0
    s_cbranch_vccz second
    s_mov_b32 exec_lo, -2
    global_store_b16 v3, v4, s[4:5]
    s_endpgm
    second: )";
  check_race(lines + "global_load_u16 v10, v9, s[4:5]");
  check_clean(lines + "v_mov_b32 v9, 0\n global_load_u16 v10, v9, s[4:5]");
}

TEST_CASE("the check of races can be switched off") {
  TestKernel kernel(assemble("v_mov_b32 v3, 0\n ds_store_b32 v3, v0\n s_endpgm"));
  kernel.dynamic_lds = 64;
  REQUIRE(kernel.run({1, 1, 1}, {32, 1, 1}));
  kernel.options.check_races = false;
  CHECK_FALSE(kernel.run({1, 1, 1}, {32, 1, 1}));
}
