// SPDX-License-Identifier: MIT
// The orders that waves and workgroups run in, as the kernels see them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator::GroupOrder;
using kgate::emulator::WaveOrder;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;

using Places = std::vector<std::uint32_t>;

/// Lane 0 of each wave runs `work`, then draws its place in the order of arrival from buffer[0] and
/// stores it at buffer[1 + s6]; s3 is the wave's number in its workgroup, s2 the workgroup's.
std::string arrive(const std::string& work, const std::string& index) {
  return R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    v_readfirstlane_b32 s3, v0
    s_lshr_b32 s3, s3, 5
    s_mov_b32 exec_lo, 1
    v_mov_b32 v1, 0
    v_mov_b32 v2, 1
    s_waitcnt lgkmcnt(0)
    )" + work +
         R"(
    global_atomic_add_u32 v3, v1, v2, s[4:5] glc
    s_waitcnt vmcnt(0)
    )" + index +
         R"(
    s_lshl_b32 s6, s6, 2
    v_mov_b32 v4, s6
    global_store_b32 v4, v3, s[4:5] offset:4
    s_endpgm)";
}

/// 40 turns of a loop.
const std::string kWork = R"(
    s_movk_i32 s7, 40
    s_sub_i32 s7, s7, 1
    s_cmp_lg_u32 s7, 0
    s_cbranch_scc1 65533)";

/// The place of each of `waves` waves of one workgroup.
Places places_of_waves(WaveOrder order, std::uint64_t seed, const std::string& work = kWork,
                       std::uint32_t waves = 4) {
  TestKernel kernel(assemble(arrive(work, "s_mov_b32 s6, s3")));
  kernel.options.wave_order = order;
  kernel.options.schedule_seed = seed;
  const Places zeros(1 + waves, 0);
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(zeros.size(), zeros)};
  const auto fault = kernel.run({1, 1, 1}, {32 * waves, 1, 1}, arguments);
  INFO((fault ? fault->describe() : std::string()));
  REQUIRE_FALSE(fault);
  return kernel.read(arguments[0] + 4, waves);
}

/// The place of each of `groups` workgroups of one wave, on one host thread.
Places places_of_groups(GroupOrder order, std::uint64_t seed, std::uint32_t groups) {
  TestKernel kernel(assemble(arrive("", "s_mov_b32 s6, s2")));
  kernel.options.group_order = order;
  kernel.options.schedule_seed = seed;
  kernel.options.threads = 1;
  const Places zeros(1 + groups, 0);
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(zeros.size(), zeros)};
  const auto fault = kernel.run({groups, 1, 1}, {32, 1, 1}, arguments);
  INFO((fault ? fault->describe() : std::string()));
  REQUIRE_FALSE(fault);
  return kernel.read(arguments[0] + 4, groups);
}

Places ascending(std::uint32_t count) {
  Places places(count);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

Places descending(std::uint32_t count) {
  Places places = ascending(count);
  std::reverse(places.begin(), places.end());
  return places;
}

/// Every one of 0, 1, 2 ... once.
bool is_order(Places places) {
  std::sort(places.begin(), places.end());
  return places == ascending(static_cast<std::uint32_t>(places.size()));
}

}  // namespace

TEST_CASE("waves run in order, in reverse, or in an order that the seed draws") {
  CHECK(places_of_waves(WaveOrder::in_order, 0) == ascending(4));
  CHECK(places_of_waves(WaveOrder::reverse, 0) == descending(4));
  CHECK(places_of_waves(WaveOrder::reverse, 5) == descending(4));
  std::set<Places> orders;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Places places = places_of_waves(WaveOrder::random, seed);
    CHECK(is_order(places));
    CHECK(places == places_of_waves(WaveOrder::random, seed));
    orders.insert(places);
  }
  CHECK(orders.size() >= 5);
  // In order with a seed is random.
  CHECK(places_of_waves(WaveOrder::in_order, 3) == places_of_waves(WaveOrder::random, 3));
}

TEST_CASE("one drawn wave is done before the others have got far") {
  std::set<std::uint32_t> ahead;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Places places = places_of_waves(WaveOrder::one_ahead, seed);
    CHECK(is_order(places));
    const auto first = std::min_element(places.begin(), places.end());
    const auto wave = static_cast<std::uint32_t>(first - places.begin());
    ahead.insert(wave);
    // The others keep step with each other, in their order.
    Places others = places;
    others.erase(others.begin() + wave);
    CHECK(std::is_sorted(others.begin(), others.end()));
  }
  CHECK(ahead == std::set<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("workgroups start in order, in reverse, or each once in an order that the seed draws") {
  CHECK(places_of_groups(GroupOrder::in_order, 0, 7) == ascending(7));
  CHECK(places_of_groups(GroupOrder::reverse, 0, 7) == descending(7));
  std::set<Places> orders;
  for (const std::uint32_t groups : {1U, 2U, 12U, 30U}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Places places = places_of_groups(GroupOrder::random, seed, groups);
      CHECK(is_order(places));
      if (groups == 12) orders.insert(places);
    }
  }
  CHECK(orders.size() >= 10);
}

TEST_CASE("every order runs each wave to its end across barriers") {
  // Work-item i of workgroup g adds 1 to its dword, twice, with a barrier between.
  TestKernel kernel(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_and_b32 v0, 0x3ff, v0
    s_lshl_b32 s6, s2, 9
    v_lshl_add_u32 v1, v0, 2, s6
    v_mov_b32 v2, 1
    s_waitcnt lgkmcnt(0)
    global_atomic_add_u32 v1, v2, s[4:5]
    s_waitcnt_vscnt null, 0x0
    s_barrier
    global_atomic_add_u32 v1, v2, s[4:5]
    s_endpgm)"));
  constexpr std::uint32_t kItems = 128;
  constexpr std::uint32_t kGroups = 6;
  const Places zeros(std::size_t{kItems} * kGroups, 0);
  for (const WaveOrder waves :
       {WaveOrder::in_order, WaveOrder::reverse, WaveOrder::random, WaveOrder::one_ahead}) {
    for (const GroupOrder groups :
         {GroupOrder::in_order, GroupOrder::reverse, GroupOrder::random}) {
      const std::array<std::uint64_t, 1> arguments{kernel.buffer(zeros.size(), zeros)};
      kernel.options.wave_order = waves;
      kernel.options.group_order = groups;
      kernel.options.schedule_seed = 11;
      REQUIRE_FALSE(kernel.run({kGroups, 1, 1}, {kItems, 1, 1}, arguments));
      CHECK(kernel.read(arguments[0], zeros.size()) == Places(zeros.size(), 2));
    }
  }
}
