// SPDX-License-Identifier: MIT
// Each gate rejects a family that it alone can reject, and accepts the good twin.
#include <cstring>
#include <map>

#include "gates/gate.hpp"
#include "gates/harness/case_run.hpp"
#include "kernels/runtime/launcher.hpp"
#include "tests/catch.hpp"
#include "tests/gates/known_bad/scaled_copy.hpp"

namespace {

using kgate::Case;
using kgate::Control;
using kgate::Effort;
using kgate::Family;
using kgate::Problem;
using kgate::Status;
using kgate::gates::CaseRun;
using kgate::gates::DeviceSession;
using kgate::gates::Outcome;
using kgate::gates::Verdict;

constexpr int kRows = 3;
constexpr int kColumns = 37;
constexpr int kStride = 40;

std::any bind(const Problem& problem, std::span<void* const> addresses) {
  auto arguments = std::any_cast<ScaledCopyArguments>(problem.arguments);
  arguments.x = static_cast<float*>(addresses[0]);
  arguments.y = static_cast<float*>(addresses[1]);
  return arguments;
}

Problem problem(const Case& /*one*/, std::uint64_t seed, std::byte poison) {
  Problem result;
  result.arguments = ScaledCopyArguments{nullptr, nullptr, kRows, kColumns, kStride, 3.0F};
  result.bind = bind;
  for (const char* name : {"x", "y"}) {
    std::vector<std::byte> bytes(sizeof(float) * kRows * kStride, poison);
    if (std::string_view(name) == "x") {
      for (int row = 0; row < kRows; ++row) {
        for (int i = 0; i < kColumns; ++i) {
          const float value = static_cast<float>(seed) + static_cast<float>(row * 100 + i) / 7.0F;
          std::memcpy(&bytes[sizeof(float) * static_cast<std::size_t>(row * kStride + i)], &value,
                      sizeof value);
        }
      }
    }
    const bool input = std::string_view(name) == "x";
    result.buffers.push_back({name,
                              kgate::DataType::f32,
                              input ? kgate::Access::in : kgate::Access::out,
                              bytes.size(),
                              0,
                              {{0, std::move(bytes)}}});
  }
  return result;
}

Status launch_native(const void* contract, kgate::Launcher& launcher) {
  const auto& one = *static_cast<const ScaledCopyArguments*>(contract);
  return launcher.launch("scaled_copy", "scaled_copy", {static_cast<std::uint32_t>(one.rows)}, {32},
                         0, std::as_bytes(std::span(&one, 1)));
}

KGATE_REGISTER(scaled_copy, rocm, native, 0, nullptr, launch_native);

Status launch(const std::any& arguments, kgate::Launcher& launcher) {
  return launcher.operations().run("scaled_copy",
                                   &std::any_cast<const ScaledCopyArguments&>(arguments), launcher);
}

/// The same kernel, launched past the registry.
Status launch_directly(const std::any& arguments, kgate::Launcher& launcher) {
  return launch_native(&std::any_cast<const ScaledCopyArguments&>(arguments), launcher);
}

/// What a build without the kernel would do: the result is right and no kernel ran.
Status launch_nothing(const std::any& arguments, kgate::Launcher& /*launcher*/) {
  const auto& one = std::any_cast<const ScaledCopyArguments&>(arguments);
  for (int row = 0; row < one.rows; ++row) {
    for (int i = 0; i < one.columns; ++i) {
      one.y[row * one.stride + i] = one.scale * one.x[row * one.stride + i];
    }
  }
  return {};
}

template <int kError>
Status evaluate(const std::any& arguments) {
  const auto& one = std::any_cast<const ScaledCopyArguments&>(arguments);
  for (int row = 0; row < one.rows; ++row) {
    for (int i = 0; i < one.columns; ++i) {
      one.y[row * one.stride + i] = one.scale * one.x[row * one.stride + i];
    }
  }
  return {};
}

template <int kError>
std::vector<kgate::oracle::TruthRun> truth(const std::any& arguments) {
  const auto& one = std::any_cast<const ScaledCopyArguments&>(arguments);
  std::vector<kgate::oracle::TruthRun> runs;
  for (int row = 0; row < one.rows; ++row) {
    auto& run = runs.emplace_back();
    run = {"y", one.y + static_cast<std::ptrdiff_t>(row) * one.stride, kgate::DataType::f32, {}};
    for (int i = 0; i < one.columns; ++i) {
      const double exact =
          static_cast<double>(one.scale) * static_cast<double>(one.x[row * one.stride + i]);
      run.values.push_back(exact * (1.0 + kError * 1e-3));
    }
  }
  return runs;
}

bool double_the_scale(Problem& corrupted, std::uint64_t /*seed*/) {
  std::any_cast<ScaledCopyArguments&>(corrupted.arguments).scale *= 2;
  return true;
}
bool change_nothing(Problem& /*corrupted*/, std::uint64_t /*seed*/) { return true; }

constexpr Control kGoodControl[] = {{"scale", double_the_scale}};
constexpr Control kIdleControl[] = {{"nothing", change_nothing}};

bool keep_row(Problem& one, std::uint64_t row) {
  auto& arguments = std::any_cast<ScaledCopyArguments&>(one.arguments);
  if (row != 0) {
    return false;
  }
  arguments.rows = 1;
  return true;
}

std::vector<Case> cases(Effort /*effort*/) {
  return {{"scaled_copy:columns=37", Effort::quick, "", "", {}}};
}

Family family() {
  Family one{};
  one.name = "scaled_copy";
  one.summary = "y = scale * x";
  one.cases = cases;
  one.problem = problem;
  one.launch = launch;
  one.rows = [](const Problem&) -> std::uint64_t { return kRows; };
  one.keep_row = keep_row;
  one.controls = kGoodControl;
  one.bars = [](const Case&, kgate::DataType) { return kgate::Bars{0.5, 1e-12}; };
  return one;
}

/// Verdict of every gate, by name.
std::map<std::string_view, Verdict> verdicts(const Family& one, const std::string& bug,
                                             bool wrong_truth = false) {
  kgate::gates::SessionOptions options;
  options.code_objects = std::string(KGATE_KNOWN_BAD_DIR) + "/" + bug;
  std::unique_ptr<DeviceSession> session;
  const Status opened = DeviceSession::open(options, session);
  INFO(opened.message());
  REQUIRE(opened.ok());
  const kgate::oracle::Oracle oracle{"scaled_copy", wrong_truth ? evaluate<1> : evaluate<0>,
                                     wrong_truth ? truth<1> : truth<0>};
  const Case row = one.cases(Effort::quick).front();
  CaseRun run(one, oracle, row, *session, 5, Effort::quick);
  std::map<std::string_view, Verdict> result;
  for (const kgate::gates::Gate* gate : kgate::gates::gates()) {
    result[gate->name] = gate->run(run);
  }
  return result;
}

std::vector<std::string> failing(const std::map<std::string_view, Verdict>& all) {
  std::vector<std::string> names;
  for (const auto& [name, verdict] : all) {
    if (verdict.outcome == Outcome::fail) {
      names.emplace_back(name);
    }
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a right kernel passes every gate, and every gate asserts something") {
  const auto all = verdicts(family(), "none");
  CHECK(all.size() == 7);
  for (const auto& [name, verdict] : all) {
    INFO(name << ": " << verdict.detail);
    CHECK(verdict.outcome == Outcome::pass);
    CHECK(verdict.assertions > 0);
  }
  CHECK(all.at("exact").assertions == kRows * kColumns);
}

TEST_CASE(
    "a kernel that changes its input is rejected by untouched, and by repeat for a row alone") {
  const auto all = verdicts(family(), "changes_input");
  CHECK(failing(all) == Names{"repeat", "untouched"});
  CHECK(all.at("untouched").detail.find("x[0]") != std::string::npos);
}

TEST_CASE("a store into the padding of a row is rejected by untouched") {
  const auto names = failing(verdicts(family(), "writes_padding"));
  CHECK(std::count(names.begin(), names.end(), "untouched") == 1);
  CHECK(std::count(names.begin(), names.end(), "exact") == 0);
}

TEST_CASE("a kernel that remembers earlier launches is rejected by repeat") {
  const auto names = failing(verdicts(family(), "remembers_launches"));
  CHECK(std::count(names.begin(), names.end(), "repeat") == 1);
}

TEST_CASE("an element that is never written is rejected by exact with both encodings") {
  const auto all = verdicts(family(), "skips_last");
  CHECK(all.at("exact").outcome == Outcome::fail);
  CHECK(all.at("exact").detail.find("3 of 111 elements differ; first y[36]: expected ") == 0);
  CHECK(all.at("exact").detail.find("got 0xffffffff") != std::string::npos);
}

TEST_CASE(
    "an oracle and a kernel that agree on the wrong value are rejected by ulp and nmse alone") {
  const auto all = verdicts(family(), "none", /*wrong_truth=*/true);
  CHECK(failing(all) == Names{"nmse", "ulp"});
}

TEST_CASE("a corruption that changes nothing is rejected by control alone") {
  Family idle = family();
  idle.controls = kIdleControl;
  const auto all = verdicts(idle, "none");
  CHECK(failing(all) == Names{"control"});
  CHECK(all.at("control").detail.find("went unnoticed") != std::string::npos);
}

TEST_CASE("a case to which no corruption applies is rejected by control") {
  Family without = family();
  without.controls = {};
  CHECK(failing(verdicts(without, "none")) == Names{"control"});
}

TEST_CASE("a result computed without the device's kernel is rejected by reached alone") {
  Family fallback = family();
  fallback.launch = launch_nothing;
  CHECK(failing(verdicts(fallback, "none")) == Names{"reached"});
}

TEST_CASE("a kernel that is launched past the registry is rejected by reached alone") {
  Family bypass = family();
  bypass.launch = launch_directly;
  const auto all = verdicts(bypass, "none");
  CHECK(failing(all) == Names{"reached"});
  CHECK(all.at("reached").detail.find("did not go through the registry") != std::string::npos);
}
