// SPDX-License-Identifier: MIT
// Separate launches leave behind the bytes of the fused launch, case by case.
#include <algorithm>
#include <any>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gates/harness/case_run.hpp"
#include "gates/harness/device_session.hpp"
#include "kernels/families.hpp"
#include "kernels/runtime/launcher.hpp"
#include "kernels/runtime/resources.hpp"
#include "kernels/unfused/unfused.hpp"
#include "tests/catch.hpp"

namespace {

using kgate::Case;
using kgate::DeviceMemory;
using kgate::Effort;
using kgate::Family;
using kgate::Launcher;
using kgate::Problem;
using kgate::Status;
using kgate::gates::DeviceSession;
using kgate::gates::Snapshot;
using kgate::gates::WrittenMask;

/// Exactly as much as the launch asked for, so that the emulator reports the first byte beyond.
DeviceMemory& workspace() {
  static DeviceMemory memory;
  return memory;
}

template <class Arguments>
Status launch_unfused(const std::any& arguments, Launcher& launcher) {
  const auto& bound = std::any_cast<const Arguments&>(arguments);
  Status status =
      DeviceMemory::allocate(launcher.device(), kgate::unfused::workspace_size(bound), workspace());
  return status ? kgate::unfused::launch(bound, launcher, {workspace().get(), workspace().size()})
                : status;
}

using LaunchFunction = Status (*)(const std::any& arguments, Launcher& launcher);

LaunchFunction unfused_of(std::string_view family) {
  static const std::map<std::string_view, LaunchFunction> all{
      {"add_rms_norm", launch_unfused<kgate::AddRmsNormArguments>},
      {"gated_activation", launch_unfused<kgate::GatedActivationArguments>},
      {"mla_norm_rope", launch_unfused<kgate::MlaNormRopeArguments>},
      {"qk_norm_rope_append", launch_unfused<kgate::QkNormRopeAppendArguments>},
      {"rope_append", launch_unfused<kgate::RopeAppendArguments>}};
  return all.at(family);
}

std::unique_ptr<DeviceSession> open_session(unsigned wave_size) {
  std::unique_ptr<DeviceSession> session;
  kgate::gates::SessionOptions options;
  options.wave_size = wave_size;
  // Mutants of the unfused kernels are judged without being linked in.
  if (const char* folder = std::getenv("KGATE_TEST_CODE_OBJECTS")) {
    options.code_objects = folder;
  }
  const Status status = DeviceSession::open(options, session);
  INFO(status.message());
  REQUIRE(status.ok());
  return session;
}

/// The first element that differs, in words; empty if none does. Any NaN equals any NaN: which of
/// two payloads an operation keeps is the compiler's choice of operand order.
std::string difference(const Problem& problem, const Snapshot& fused, const Snapshot& unfused) {
  WrittenMask every;
  for (std::size_t b = 0; b < fused.size(); ++b) {
    every.emplace_back();
    for (const std::vector<std::byte>& segment : fused[b]) {
      every.back().emplace_back(segment.size() / size_of(problem.buffers[b].type), true);
    }
  }
  return compare(problem, fused, unfused, every, kgate::gates::Select::written).first;
}

Snapshot after(DeviceSession& session, const Family& family, const Problem& problem) {
  Snapshot snapshot;
  const Status status = session.run(family, problem, snapshot);
  workspace().reset();  // the run has waited, and the session outlives nothing of its device
  INFO(status.message());
  REQUIRE(status.ok());
  return snapshot;
}

/// Compares every `step`-th case of a family's quick table; the number compared.
std::size_t compare_family(const Family& family, DeviceSession& session, std::size_t step) {
  Family unfused = family;
  unfused.launch = unfused_of(family.name);
  const std::vector<Case> cases = family.cases(Effort::quick);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < cases.size(); i += step) {
    const Problem problem = family.problem(cases[i], 1, kgate::gates::kPoisons[0]);
    const Snapshot expected = after(session, family, problem);
    INFO(cases[i].id);
    CHECK(difference(problem, expected, after(session, unfused, problem)) == "");
    ++compared;
  }
  return compared;
}

std::uint64_t launches_of(const DeviceSession& session, std::string_view prefix) {
  std::uint64_t total = 0;
  for (const auto& count : session.launcher().launches()) {
    total += count.family.substr(0, prefix.size()) == prefix ? count.count : 0;
  }
  return total;
}

const Family& family_named(std::string_view name) {
  const auto all = kgate::families();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const Family* one) { return one->name == name; });
  REQUIRE(at != all.end());
  return **at;
}

}  // namespace

TEST_CASE("separate launches give the fused launch's bytes in every quick case of every family") {
  for (const Family* family : kgate::families()) {
    const auto session = open_session(32);
    const std::size_t cases = compare_family(*family, *session, 1);
    INFO(family->name);
    CHECK(cases > 20);
    // A case is one fused launch, or two where rows fill no whole grid, and more of other kernels;
    // launches of nothing (no tokens) are neither.
    const std::uint64_t fused = launches_of(*session, family->name);
    CHECK(fused > 0);
    CHECK(fused <= 2 * cases);
    CHECK(launches_of(*session, "unfused_") > fused);
  }
}

TEST_CASE("separate launches give the fused launch's bytes in waves of 64") {
  const auto session = open_session(64);
  for (const Family* family : kgate::families()) {
    CHECK(compare_family(*family, *session, 5) > 0);
  }
}

TEST_CASE("separate launches of another profile give other bytes") {
  const auto session = open_session(32);
  const Family& family = family_named("add_rms_norm");
  Family other = family;
  other.launch = [](const std::any& arguments, Launcher& launcher) {
    auto changed = std::any_cast<kgate::AddRmsNormArguments>(arguments);
    changed.profile = changed.profile == kgate::AddRmsNormProfile::graph
                          ? kgate::AddRmsNormProfile::stored_sum
                          : kgate::AddRmsNormProfile::graph;
    return launch_unfused<kgate::AddRmsNormArguments>(std::any(changed), launcher);
  };
  std::size_t differing = 0;
  std::size_t compared = 0;
  for (const Case& one : family.cases(Effort::quick)) {
    if (compared == 16) {
      break;
    }
    const Problem problem = family.problem(one, 1, kgate::gates::kPoisons[0]);
    const Snapshot expected = after(*session, family, problem);
    differing += difference(problem, expected, after(*session, other, problem)).empty() ? 0 : 1;
    ++compared;
  }
  CHECK(differing > compared / 2);
}
