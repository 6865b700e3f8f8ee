// SPDX-License-Identifier: MIT
// Adversaries find what depends on circumstances, each kind of it, and pass the repaired twin.
#include "gates/harness/adversary.hpp"

#include <cstring>
#include <set>

#include "kernels/runtime/launcher.hpp"
#include "tests/catch.hpp"
#include "tests/gates/known_bad/chunk_totals.hpp"

namespace {

using kgate::Case;
using kgate::Effort;
using kgate::Family;
using kgate::Problem;
using kgate::Status;
using kgate::gates::adversary;
using kgate::gates::AdversaryReport;
using kgate::gates::SessionOptions;

const Case kCase{"chunk_totals:chunks=32", Effort::quick, "", "", {}};

std::any bind(const Problem& /*problem*/, std::span<void* const> addresses) {
  return ChunkTotalsArguments{static_cast<const float*>(addresses[0]),
                              static_cast<float*>(addresses[1])};
}

Problem problem(const Case& /*one*/, std::uint64_t seed, std::byte /*poison*/) {
  Problem result;
  result.bind = bind;
  std::vector<std::byte> x(sizeof(float) * kChunk * kChunkCount);
  std::uint64_t state = seed;
  for (std::size_t i = 0; i < x.size() / sizeof(float); ++i) {
    // Of many sizes, so that another order of the additions rounds otherwise.
    state = state * 6364136223846793005U + 1442695040888963407U;
    const float value = static_cast<float>(state >> 40U) / static_cast<float>(1U << (state >> 60U));
    std::memcpy(&x[sizeof(float) * i], &value, sizeof value);
  }
  std::vector<std::byte> totals(sizeof(float) * kChunkCount);
  result.buffers.push_back(
      {"x", kgate::DataType::f32, kgate::Access::in, x.size(), 0, {{0, std::move(x)}}});
  result.buffers.push_back({"totals",
                            kgate::DataType::f32,
                            kgate::Access::in_out,
                            totals.size(),
                            0,
                            {{0, std::move(totals)}}});
  return result;
}

Status launch(const std::any& arguments, kgate::Launcher& launcher) {
  const auto& one = std::any_cast<const ChunkTotalsArguments&>(arguments);
  return launcher.launch("chunk_totals", "chunk_totals", {kChunkCount}, {kChunk}, 0,
                         std::as_bytes(std::span(&one, 1)));
}

SessionOptions session(const std::string& folder) {
  SessionOptions options;
  options.code_objects = std::string(KGATE_KNOWN_BAD_DIR) + "/" + folder;
  return options;
}

AdversaryReport attack(const std::string& folder, unsigned count) {
  Family family{};
  family.name = "chunk_totals";
  family.problem = problem;
  family.launch = launch;
  AdversaryReport report;
  const bool same = run_case_under_adversaries(family, kCase, session(folder), 3, count, report);
  INFO(adversary_text(report));
  CHECK(report.could_not_run.empty());
  CHECK(same == report.difference.empty());
  return report;
}

/// The fault shows under some adversary, and the replay line has what made it show.
void check_found(const std::string& bug, const std::string& option) {
  INFO(bug);
  const AdversaryReport report = attack(bug, 12);
  INFO(report.difference << "\n" << report.replay);
  CHECK(report.difference.find("chunk_totals:chunks=32: ") == 0);
  CHECK(report.difference.find("differ from the undisturbed launch; first totals[") !=
        std::string::npos);
  CHECK(report.replay.find("kgate run --device emulated:gfx1151 --wave ") == 0);
  CHECK(report.replay.find(" --code-objects '") != std::string::npos);
  CHECK(report.replay.find(" --seed 3 --case 'chunk_totals:chunks=32'") != std::string::npos);
  CHECK(report.replay.find(option) != std::string::npos);
}

}  // namespace

TEST_CASE("a kernel that adds in the order in which waves arrive is found") {
  check_found("waves_in_order_of_arrival", "");
}

TEST_CASE("a kernel that adds in the order in which workgroups arrive is found") {
  check_found("groups_in_order_of_arrival", " --emulator-groups ");
}

TEST_CASE("a kernel whose sum follows the wave size is found") {
  check_found("sums_by_wave", " --wave 64 ");
}

TEST_CASE("a kernel that stores a result of documented accuracy is found") {
  check_found("stores_an_approximation", " --emulator-approx ");
}

TEST_CASE("the kernel that adds in one order has the same bits under 24 adversaries") {
  const AdversaryReport report = attack("in_one_order", 24);
  INFO(report.difference << "\n" << report.replay);
  CHECK(report.difference.empty());
  CHECK(report.cases == 1);
  CHECK(report.launches == 24);
  CHECK(report.other_wave == 12);
  CHECK(report.compared == 24U * (kChunk + 1) * kChunkCount);
  CHECK(adversary_text(report).find("same bits: 1 cases, 24 launches under adversaries (12 of ") ==
        0);
}

TEST_CASE("where there is no code for the other wave size, all adversaries run with the first") {
  const AdversaryReport report = attack("wave32_only", 6);
  CHECK(report.difference.empty());
  CHECK(report.launches == 6);
  CHECK(report.other_wave == 0);
}

TEST_CASE("a launch that fails undisturbed is reported with its replay line") {
  const AdversaryReport report = attack("no_such_folder", 2);
  CHECK(report.difference.find("chunk_totals") != std::string::npos);
  CHECK(report.launches == 0);
  CHECK(report.replay.find("no_such_folder") != std::string::npos);
  CHECK(adversary_text(report).find("DIFFERS ") == 0);
}

TEST_CASE("draws cover every order and both wave sizes, and repeat for the same seed") {
  std::set<std::uint32_t> waves;
  std::set<std::uint32_t> groups;
  std::set<unsigned> sizes;
  std::set<std::uint32_t> poisons;
  const SessionOptions base;
  for (unsigned draw = 1; draw <= 12; ++draw) {
    const SessionOptions one = adversary(base, "a:b=1", 9, draw);
    CHECK(session_arguments(one) == session_arguments(adversary(base, "a:b=1", 9, draw)));
    CHECK(session_arguments(one) != session_arguments(adversary(base, "a:b=2", 9, draw)));
    CHECK(session_arguments(one) != session_arguments(adversary(base, "a:b=1", 8, draw)));
    waves.insert(one.emulator.wave_order);
    groups.insert(one.emulator.group_order);
    sizes.insert(one.wave_size);
    poisons.insert(one.emulator.poison);
    CHECK(one.approximation_seed != 0);
  }
  CHECK(waves.size() == 4);
  CHECK(groups.size() == 3);
  CHECK(sizes.size() == 2);
  CHECK(poisons.size() >= 8);
}
