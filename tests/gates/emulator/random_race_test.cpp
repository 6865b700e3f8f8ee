// SPDX-License-Identifier: MIT
// Random accesses of six waves in two workgroups: a race is reported exactly where a list of all
// accesses to each byte has one.
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator::Fault;
using kgate::emulator::FaultKind;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;

constexpr unsigned kGroups = 2;
constexpr unsigned kWaves = 3;  // of a workgroup
constexpr unsigned kSteps = 3;
constexpr unsigned kLanes = 32;
// From 256 bytes past the start of a page into the third page.
constexpr std::uint32_t kBytes = 8192;
constexpr std::array<unsigned, 10> kSizes{4, 8, 16, 4, 8, 16, 1, 2, 1, 2};

/// What one wave does in one step; the kernel reads it from memory.
struct Step {
  std::uint32_t operation = 0;  ///< index of kSizes; 3 to 5 and 8 and 9 are stores
  std::uint32_t active = 0;     ///< EXEC
  std::uint32_t value = 0;      ///< what is stored
  std::array<std::uint32_t, 5> unused{};
  std::array<std::uint32_t, kLanes> offset{};
  [[nodiscard]] bool stores() const { return (operation >= 3 && operation <= 5) || operation >= 8; }
};
using Steps = std::array<Step, std::size_t{kGroups} * kWaves * kSteps>;

std::vector<std::uint32_t> kernel_code() {
  static const std::vector<std::uint32_t> code = assemble(R"(
    s_load_b128 s[4:7], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    v_lshrrev_b32 v1, 5, v0
    v_readfirstlane_b32 s8, v1
    v_and_b32 v1, 31, v0
    v_lshlrev_b32 v1, 2, v1
    s_mul_i32 s9, s2, 3
    s_add_u32 s8, s8, s9
    s_mul_i32 s8, s8, 480
    s_waitcnt lgkmcnt(0)
    s_add_u32 s6, s6, s8
    s_addc_u32 s7, s7, 0
    s_mov_b32 s12, 3
  next:
    s_load_b128 s[16:19], s[6:7], 0x0
    global_load_b32 v2, v1, s[6:7] offset:32
    s_waitcnt vmcnt(0) lgkmcnt(0)
    v_mov_b32 v4, s18
    v_mov_b32 v5, s18
    v_mov_b32 v6, s18
    v_mov_b32 v7, s18
    s_mov_b32 exec_lo, s17
    s_cmp_eq_u32 s16, 0
    s_cbranch_scc1 load4
    s_cmp_eq_u32 s16, 1
    s_cbranch_scc1 load8
    s_cmp_eq_u32 s16, 2
    s_cbranch_scc1 load16
    s_cmp_eq_u32 s16, 3
    s_cbranch_scc1 store4
    s_cmp_eq_u32 s16, 4
    s_cbranch_scc1 store8
    s_cmp_eq_u32 s16, 5
    s_cbranch_scc1 store16
    s_cmp_eq_u32 s16, 6
    s_cbranch_scc1 load1
    s_cmp_eq_u32 s16, 7
    s_cbranch_scc1 load2
    s_cmp_eq_u32 s16, 8
    s_cbranch_scc1 store1
    global_store_b16 v2, v4, s[4:5]
    s_branch done
  load1: global_load_u8 v8, v2, s[4:5]
    s_branch done
  load2: global_load_u16 v8, v2, s[4:5]
    s_branch done
  load4: global_load_b32 v8, v2, s[4:5]
    s_branch done
  load8: global_load_b64 v[8:9], v2, s[4:5]
    s_branch done
  load16: global_load_b128 v[8:11], v2, s[4:5]
    s_branch done
  store1: global_store_b8 v2, v4, s[4:5]
    s_branch done
  store4: global_store_b32 v2, v4, s[4:5]
    s_branch done
  store8: global_store_b64 v2, v[4:5], s[4:5]
    s_branch done
  store16: global_store_b128 v2, v[4:7], s[4:5]
  done:
    s_mov_b32 exec_lo, -1
    s_waitcnt vmcnt(0)
    s_add_u32 s6, s6, 160
    s_addc_u32 s7, s7, 0
    s_sub_u32 s12, s12, 1
    s_cmp_lg_u32 s12, 0
    s_cbranch_scc1 next
    s_endpgm)");
  return code;
}

/// One access for every wave and step. `widths`: how many of kSizes may be drawn.
Steps draw(std::mt19937& random, unsigned widths) {
  // From all waves in one place to each in its own; from loads alone to half of them stores.
  const unsigned apart = random() % 3;
  const unsigned rarity = std::array<unsigned, 4>{1000, 12, 6, 2}.at(random() % 4);
  Steps steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Step& step = steps.at(i);
    do {
      step.operation = static_cast<std::uint32_t>(random() % widths);
    } while (step.stores() != (random() % rarity == 0));
    step.value = static_cast<std::uint32_t>(i + 1);
    step.active = random() % 2 == 0 ? ~0U : static_cast<std::uint32_t>(random()) | 1U;
    const std::uint32_t size = kSizes.at(step.operation);
    const std::uint32_t unit = size < 4 ? size : 4;
    const auto wave = static_cast<std::uint32_t>(i / kSteps);
    const std::uint32_t low = apart == 0 ? 3072 : wave * 1280;
    const std::uint32_t room = apart == 2 ? 1280 - kLanes * 16 : 1792;
    const bool aligned = random() % 2 == 0;
    const std::uint32_t start = low + static_cast<std::uint32_t>(random()) % room /
                                          (aligned ? 64 : unit) * (aligned ? 64 : unit);
    const auto order = random() % 4;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      std::uint32_t at = lane;
      if (order == 1) at = lane ^ 16U;                                               // two runs
      if (order == 2) at = static_cast<std::uint32_t>(random()) % kLanes;            // no order
      if (order == 3) at = lane < 20 ? lane : static_cast<std::uint32_t>(lane / 5);  // some again
      step.offset.at(lane) = std::min(start + at * size, kBytes - 16);
    }
  }
  return steps;
}

/// The first step whose access races with an earlier one, and the dwords where it does.
struct Race {
  std::size_t step = 0;
  std::set<std::uint32_t> dwords;
};
std::optional<Race> first_race(const Steps& steps) {
  struct Earlier {
    std::size_t wave;
    bool stores;
  };
  std::vector<std::vector<Earlier>> of_byte(kBytes);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps.at(i);
    Race race{i, {}};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((step.active >> lane & 1U) == 0) continue;
      for (std::uint32_t k = 0; k < kSizes.at(step.operation); ++k) {
        const std::uint32_t byte = step.offset.at(lane) + k;
        for (const Earlier& other : of_byte.at(byte)) {
          if (other.wave != i / kSteps && (other.stores || step.stores())) {
            race.dwords.insert(byte / 4 * 4);
          }
        }
        of_byte.at(byte).push_back({i / kSteps, step.stores()});
      }
    }
    if (!race.dwords.empty()) return race;
  }
  return std::nullopt;
}

class RaceRunner {
 public:
  RaceRunner() : kernel_(kernel_code()) {
    kernel_.options.check_waits = false;
    kernel_.options.check_registers = false;
    static_assert(sizeof(Step) == 160 && sizeof(Step) * kSteps == 480);
    buffer_ = kernel_.buffer(kBytes / 4);
    table_ = kernel_.buffer(sizeof(Steps) / 4);
  }
  std::optional<Fault> run(const Steps& steps, unsigned threads) {
    REQUIRE(kernel_.memory.fill(buffer_, 0, 4, kBytes));
    REQUIRE(kernel_.memory.copy_in(table_, steps.data(), sizeof(steps)));
    kernel_.options.threads = threads;
    const std::array<std::uint64_t, 2> arguments{buffer_, table_};
    return kernel_.run({kGroups, 1, 1}, {kWaves * kLanes, 1, 1}, arguments);
  }
  [[nodiscard]] std::uint64_t buffer() const { return buffer_; }

 private:
  TestKernel kernel_;
  std::uint64_t buffer_ = 0;
  std::uint64_t table_ = 0;
};

}  // namespace

TEST_CASE("of random accesses by dwords exactly those race that a list of all of them says") {
  RaceRunner runner;
  std::mt19937 random(11 + Catch::rngSeed());
  unsigned racing = 0;
  constexpr unsigned kPrograms = 400;
  for (unsigned i = 0; i < kPrograms; ++i) {
    INFO("program " << i);
    const Steps steps = draw(random, 6);
    const std::optional<Race> expected = first_race(steps);
    const std::optional<Fault> fault = runner.run(steps, 1);
    INFO((fault ? fault->describe() : std::string("no fault")));
    REQUIRE(fault.has_value() == expected.has_value());
    // Whichever of two host threads comes first, the other one's access is the race.
    CHECK(runner.run(steps, 2).has_value() == expected.has_value());
    if (!fault) continue;
    ++racing;
    CHECK(fault->kind == FaultKind::data_race);
    CHECK(fault->workgroup[0] * kWaves + fault->wave == expected->step / kSteps);
    const auto dword = static_cast<std::uint32_t>(fault->address - runner.buffer());
    CHECK(expected->dwords.count(dword) == 1);
  }
  CHECK(racing > kPrograms / 4);
  CHECK(racing < kPrograms * 3 / 4);
}

TEST_CASE("random accesses by bytes are never called a race where there is none") {
  RaceRunner runner;
  std::mt19937 random(12 + Catch::rngSeed());
  unsigned racing = 0;
  unsigned found = 0;
  constexpr unsigned kPrograms = 200;
  for (unsigned i = 0; i < kPrograms; ++i) {
    INFO("program " << i);
    const Steps steps = draw(random, 10);
    const bool expected = first_race(steps).has_value();
    const std::optional<Fault> fault = runner.run(steps, 1);
    INFO((fault ? fault->describe() : std::string("no fault")));
    racing += expected ? 1 : 0;
    found += fault ? 1 : 0;
    if (!expected) CHECK_FALSE(fault);
  }
  // Of bytes of one dword some writers and readers are forgotten, few of them.
  CHECK(found <= racing);
  CHECK(found * 10 >= racing * 9);
  CHECK(found < kPrograms);
}
