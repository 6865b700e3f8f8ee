// SPDX-License-Identifier: MIT
// Every kind of fault, with the instruction, lane, address and allocation it names.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator::Fault;
using kgate::emulator::FaultKind;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;

/// Runs lines that find a buffer's address in s[4:5] and the lane's byte offset in v1.
std::optional<Fault> run_lines(const std::string& lines, TestKernel*& kernel, std::uint64_t dwords,
                               bool initialised, unsigned items = 32, std::uint32_t lds = 0) {
  static std::unique_ptr<TestKernel> last;
  last = std::make_unique<TestKernel>(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    )" + lines + "\n s_endpgm"));
  kernel = last.get();
  kernel->dynamic_lds = lds;
  const std::vector<std::uint32_t> zeros(initialised ? dwords : 0, 0);
  const std::array<std::uint64_t, 1> arguments{kernel->buffer(dwords, zeros)};
  return kernel->run({1, 1, 1}, {items, 1, 1}, arguments);
}
std::optional<Fault> run_lines(const std::string& lines, std::uint64_t dwords = 32,
                               bool initialised = true, unsigned items = 32,
                               std::uint32_t lds = 0) {
  TestKernel* kernel = nullptr;
  return run_lines(lines, kernel, dwords, initialised, items, lds);
}

}  // namespace

TEST_CASE("a store past the end names instruction, lane, address and allocation") {
  const auto fault = run_lines("v_mov_b32 v2, 7\n global_store_b32 v1, v2, s[4:5]", 20);
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::out_of_bounds);
  CHECK(fault->lane == 20);
  CHECK(fault->instruction == "global_store_b32 v1, v2, s[4:5]");
  CHECK(fault->kernel == "test_kernel");
  CHECK(fault->allocation.find("1 bytes past the end of \"buffer of the test\"") !=
        std::string::npos);
  const std::string report = fault->describe();
  CHECK(report.find("out of bounds: write of 4 bytes") != std::string::npos);
  CHECK(report.find("lane 20") != std::string::npos);
}

TEST_CASE("a wide load that ends one byte past the allocation is out of bounds") {
  CHECK_FALSE(run_lines("global_load_b128 v[4:7], v1, s[4:5]", 35));
  const auto fault = run_lines("global_load_b128 v[4:7], v1, s[4:5]", 34);
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::out_of_bounds);
  CHECK(fault->lane == 31);
}

TEST_CASE("reading memory nothing wrote is a fault at the first such byte") {
  const auto fault = run_lines("global_load_b32 v2, v1, s[4:5]", 32, false);
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::uninitialised_read);
  CHECK(fault->lane == 0);
  // What the kernel itself wrote may be read.
  CHECK_FALSE(
      run_lines("v_mov_b32 v2, 1\n global_store_b32 v1, v2, s[4:5]\n"
                "global_load_b32 v3, v1, s[4:5]",
                32, false));
  // A byte store leaves the other three bytes unwritten.
  const auto partial = run_lines(
      "v_mov_b32 v2, 1\n global_store_b8 v1, v2, s[4:5]\n"
      "global_load_b32 v3, v1, s[4:5]",
      32, false);
  REQUIRE(partial);
  CHECK(partial->detail.find("nothing wrote byte") != std::string::npos);
}

TEST_CASE("use of released memory is told from out of bounds") {
  TestKernel kernel(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_mov_b32 v1, 0
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
    s_endpgm)"));
  const std::array<std::uint32_t, 1> value{5};
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(1, value)};
  REQUIRE_FALSE(kernel.run({1, 1, 1}, {1, 1, 1}, arguments));
  REQUIRE(kernel.memory.release(arguments[0]));
  const auto fault = kernel.run({1, 1, 1}, {1, 1, 1}, arguments);
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::use_after_free);
  CHECK(fault->allocation.find("released \"buffer of the test\"") != std::string::npos);
}

TEST_CASE("alignment: four bytes for words and wider, the size for halves and atomics") {
  const auto word = run_lines("v_add_nc_u32 v1, 2, v1\n global_load_b32 v2, v1, s[4:5]", 64);
  REQUIRE(word);
  CHECK(word->kind == FaultKind::misaligned);
  const auto wide = run_lines(
      "v_lshlrev_b32 v1, 2, v1\n v_add_nc_u32 v1, 4, v1\n"
      "global_load_b128 v[4:7], v1, s[4:5]",
      256);
  CHECK_FALSE(wide);
  const auto half = run_lines("v_add_nc_u32 v1, 1, v1\n global_load_u16 v2, v1, s[4:5]", 64);
  REQUIRE(half);
  CHECK(half->kind == FaultKind::misaligned);
  const auto atomic = run_lines(
      "v_mov_b32 v2, 1\n v_mov_b32 v3, 0\n v_and_b32 v1, 4, v1\n"
      "v_add_nc_u32 v1, 4, v1\n"
      "global_atomic_add_u64 v1, v[2:3], s[4:5]",
      64);
  REQUIRE(atomic);
  CHECK(atomic->kind == FaultKind::misaligned);
}

TEST_CASE("the unaligned policy lets plain accesses through, atomics not") {
  TestKernel kernel(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_mov_b32 v1, 1
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
    v_mov_b32 v3, 4
    s_waitcnt vmcnt(0)
    global_store_b32 v3, v2, s[4:5]
    s_endpgm)"));
  kernel.options.alignment = kgate::emulator::AlignmentPolicy::unaligned;
  const std::array<std::uint32_t, 2> values{0x33221100, 0x77665544};
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(2, values)};
  REQUIRE_FALSE(kernel.run({1, 1, 1}, {1, 1, 1}, arguments));
  CHECK(kernel.read(arguments[0], 2)[1] == 0x44332211);
}

TEST_CASE("LDS: exact bytes, and reads of what nobody wrote") {
  const auto beyond = run_lines("ds_store_b32 v1, v0", 1, true, 32, 127);
  REQUIRE(beyond);
  CHECK(beyond->kind == FaultKind::lds_out_of_bounds);
  CHECK(beyond->lane == 31);
  CHECK(beyond->detail.find("127 bytes are allocated") != std::string::npos);
  CHECK_FALSE(run_lines("ds_store_b32 v1, v0", 1, true, 32, 128));
  const auto unwritten = run_lines("ds_load_b32 v2, v1", 1, true, 32, 128);
  REQUIRE(unwritten);
  CHECK(unwritten->kind == FaultKind::lds_uninitialised_read);
  // The constant part of table[63 - i] is an offset to a negative register: the sum is 32 bits.
  CHECK_FALSE(run_lines("v_mov_b32 v1, -4\n ds_store_b32 v1, v0 offset:8", 1, true, 1, 8));
  const auto negative =
      run_lines("v_mov_b32 v1, -12\n ds_store_b32 v1, v0 offset:8", 1, true, 1, 128);
  REQUIRE(negative);
  CHECK(negative->kind == FaultKind::lds_out_of_bounds);
}

TEST_CASE("kernel arguments are read-only and bounded") {
  const auto store = run_lines("v_mov_b32 v2, 0\n global_store_b32 v2, v2, s[0:1]");
  REQUIRE(store);
  CHECK(store->kind == FaultKind::read_only_write);
  // Arguments of 8 bytes lie in 16, which hardware lets compiled code load whole.
  CHECK_FALSE(run_lines("s_load_b64 s[6:7], s[0:1], 0x8"));
  const auto beyond = run_lines("s_load_b64 s[6:7], s[0:1], 0x10");
  REQUIRE(beyond);
  CHECK(beyond->kind == FaultKind::out_of_bounds);
  CHECK(beyond->lane == -1);
}

TEST_CASE("a barrier in divergent code, and one that some waves never reach") {
  const auto divergent = run_lines(
      "v_cmp_gt_u32 vcc_lo, 7, v0\n s_and_saveexec_b32 s6, vcc_lo\n"
      "s_barrier");
  REQUIRE(divergent);
  CHECK(divergent->kind == FaultKind::barrier_divergent);
  CHECK(divergent->lane == 7);
  CHECK(divergent->instruction == "s_barrier");
  const auto missed = run_lines(
      "v_cmp_gt_u32 vcc_lo, 32, v0\n s_cbranch_vccz skip\n s_barrier\n"
      "skip:",
      32, true, 96);
  REQUIRE(missed);
  CHECK(missed->kind == FaultKind::barrier_not_reached);
  CHECK(missed->detail.find("2 of 3 waves ended") != std::string::npos);
  CHECK(missed->wave == 0);
}

TEST_CASE("runaway waves, traps and leaving the code stop the launch") {
  const auto loop = run_lines("forever: s_branch forever");
  REQUIRE(loop);
  CHECK(loop->kind == FaultKind::runaway);
  const auto trap = run_lines("s_trap 2");
  REQUIRE(trap);
  CHECK(trap->kind == FaultKind::trap);
  CHECK_FALSE(run_lines("s_trap 3"));
  const auto jump = run_lines("s_mov_b64 s[6:7], 0\n s_setpc_b64 s[6:7]");
  REQUIRE(jump);
  CHECK(jump->kind == FaultKind::outside_code);
  const auto end = run_lines("s_branch 2\n s_endpgm");
  REQUIRE(end);
  CHECK(end->kind == FaultKind::outside_code);
}

TEST_CASE("unknown, refused and gfx1150-only instructions are faults by name") {
  TestKernel unknown(std::array<std::uint32_t, 1>{0xBE80FF00});
  const auto fault = unknown.run({1, 1, 1}, {1, 1, 1});
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::unknown_instruction);
  CHECK(fault->detail.find("0xbe80ff00") != std::string::npos);

  const auto refused = run_lines("s_sethalt 1");
  REQUIRE(refused);
  CHECK(refused->kind == FaultKind::refused_instruction);
  CHECK(refused->detail.find("s_sethalt") != std::string::npos);

  const auto code = assemble("s_add_f32 s4, s5, s6\n s_endpgm");
  CHECK_FALSE(TestKernel(code).run({1, 1, 1}, {1, 1, 1}));
  const auto old = TestKernel(code, 32, "gfx1100").run({1, 1, 1}, {1, 1, 1});
  REQUIRE(old);
  CHECK(old->kind == FaultKind::unknown_instruction);
}

TEST_CASE("the first faulting workgroup in grid order is the one reported") {
  TestKernel kernel(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    s_lshl_b32 s6, s2, 2
    v_mov_b32 v1, s6
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v1, s[4:5]
    s_endpgm)"));
  kernel.options.threads = 4;
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(50)};
  for (unsigned i = 0; i < 20; ++i) {
    const auto fault = kernel.run({200, 1, 1}, {1, 1, 1}, arguments);
    REQUIRE(fault);
    CHECK(fault->workgroup[0] == 50);
  }
}

TEST_CASE("random words as code give a fault or an end, never a crash") {
  std::mt19937 random(99);
  unsigned faults = 0;
  for (unsigned i = 0; i < 600; ++i) {
    std::vector<std::uint32_t> words(40);
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
    TestKernel kernel(words, i % 2 == 0 ? 32 : 64);
    kernel.options.instruction_budget = 2000;
    kernel.dynamic_lds = 256;
    if (kernel.run({1, 1, 1}, {40, 1, 1})) ++faults;
  }
  CHECK(faults > 500);
}
