// SPDX-License-Identifier: MIT
// What a device keeps of its choices, how it runs families, and a table that is full.
#include "kernels/registry/operations.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tests/catch.hpp"
#include "tests/kernels/registry/captured_stderr.hpp"
#include "tests/kernels/registry/no_launcher.hpp"

namespace {

using kgate::Backend;
using kgate::Capabilities;
using kgate::captured_stderr;
using kgate::Launcher;
using kgate::no_launcher;
using kgate::Operations;
using kgate::Provider;
using kgate::Registration;
using kgate::Status;

Status run_fused(const void* arguments, Launcher& /*launcher*/) {
  *static_cast<std::string*>(const_cast<void*>(arguments)) = "fused";
  return {};
}
Status run_separately(const void* arguments, Launcher& /*launcher*/) {
  *static_cast<std::string*>(const_cast<void*>(arguments)) = "separately";
  return {};
}
Status serve_nothing(const void* /*arguments*/, Launcher& /*launcher*/) {
  return Status::error(kgate::StatusCode::unsupported, "rows of that length are not supported");
}

constexpr Provider kFirst{"first", 1, nullptr, run_fused};
constexpr Provider kBetter{"better", 2, nullptr, run_fused};
constexpr Provider kNative{"native", 0, nullptr, run_fused};
constexpr Provider kUnable{"native", 0, nullptr, serve_nothing};
constexpr Provider kSeparate{"composed", 0, nullptr, run_separately};

// Families with switches, on the backend that has no kernels of its own. Switches are read once.
const int kSwitches[] = {
    setenv("KGATE_FUSED_ADD_RMS_NORM", "1", 1), setenv("KGATE_FUSED_GATED_ACTIVATION", "1", 1),
    setenv("KGATE_FUSED_MLA_NORM_ROPE", "1", 1), setenv("KGATE_FUSED_ROPE_APPEND", "0", 1)};
const Registration kFamilies[] = {{"add_rms_norm_unfused", Backend::cpu, kSeparate},
                                  {"gated_activation", Backend::cpu, kUnable},
                                  {"gated_activation_unfused", Backend::cpu, kSeparate},
                                  {"mla_norm_rope", Backend::cpu, kNative},
                                  {"mla_norm_rope_unfused", Backend::cpu, kSeparate},
                                  {"rope_append", Backend::cpu, kNative},
                                  {"rope_append_unfused", Backend::cpu, kSeparate}};
const Registration kChosen{"test_chosen_once", Backend::rocm, kFirst};

constexpr Capabilities kHost{Backend::cpu, "test_host", 32, true};

/// How a family was run there, and what was said. The program's registry tests switch the trace on.
struct FamilyRun {
  std::string how;
  std::string words;
};

FamilyRun run_family(Operations& operations, std::string_view family) {
  FamilyRun run;
  run.words =
      captured_stderr([&] { CHECK(operations.run_family(family, &run.how, no_launcher()).ok()); });
  return run;
}

/// Fills the table; 0, or the number of the first statement that is not true of it then.
int fill_the_table() {
  static std::array<std::string, kgate::kMaxOperations> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names.at(i) = fmt::format("test_filler_{}", i);
    const Registration filler(names.at(i), Backend::rocm, kFirst);
  }
  constexpr std::string_view kLast = "zz_one_too_many";
  constexpr std::string_view kError = "more operations are registered than the table holds";
  const Registration last(kLast, Backend::rocm, kFirst);
  const Capabilities place{Backend::rocm, "gfx1151", 32, false};
  const char* const error = kgate::registration_error(kLast, Backend::rocm);
  const std::array truths{
      kgate::operations().size() == kgate::kMaxOperations,
      kgate::operation_id(kLast) == kgate::kMaxOperations,
      error != nullptr && error == kError,
      kgate::providers(kLast, Backend::rocm).empty(),
      kgate::select(kLast, place).provider == nullptr,
      kgate::select(kLast, place).reason == kError,
      kgate::select("test_chosen_once", place).provider != nullptr,
  };
  for (std::size_t i = 0; i < truths.size(); ++i) {
    if (!truths.at(i)) {
      return static_cast<int>(i) + 1;
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("a device keeps the name of its target, whoever owned it") {
  std::string target = "gfx1151";
  const Operations operations({Backend::rocm, target, 32, false});
  target = "gfx0000";
  CHECK(operations.capabilities().target == "gfx1151");
}

TEST_CASE("a provider is chosen once for a device, whatever is registered later") {
  const Capabilities place{Backend::rocm, "gfx1151", 32, false};
  Operations operations(place);
  Status why;
  CHECK(operations.find("test_chosen_once", why) == &kFirst);
  const Registration later("test_chosen_once", Backend::rocm, kBetter);
  CHECK(operations.find("test_chosen_once", why) == &kFirst);
  Operations another(place);
  CHECK(another.find("test_chosen_once", why) == &kBetter);
}

TEST_CASE("a family runs fused or separately, as trace and notice say") {
  Operations operations(kHost);
  const FamilyRun missing = run_family(operations, "add_rms_norm");
  CHECK(missing.how == "separately");
  CHECK(missing.words ==
        "kgate: op=add_rms_norm_unfused backend=cpu target=test_host provider=composed (priority "
        "0; not registered)\n"
        "kgate: KGATE_FUSED_ADD_RMS_NORM asks for the fused kernel, which cannot serve this call: "
        "priority 0; not registered; the separate launches run instead\n");
  const FamilyRun unable = run_family(operations, "gated_activation");
  CHECK(unable.how == "separately");
  CHECK(unable.words ==
        "kgate: op=gated_activation backend=cpu target=test_host provider=native (priority 0)\n"
        "kgate: op=gated_activation_unfused backend=cpu target=test_host provider=composed "
        "(priority 0)\n"
        "kgate: KGATE_FUSED_GATED_ACTIVATION asks for the fused kernel, which cannot serve this "
        "call: rows of that length are not supported; the separate launches run instead\n");
  const FamilyRun fused = run_family(operations, "mla_norm_rope");
  CHECK(fused.how == "fused");
  CHECK(fused.words ==
        "kgate: op=mla_norm_rope backend=cpu target=test_host provider=native (priority 0)\n");
  const FamilyRun off = run_family(operations, "rope_append");
  CHECK(off.how == "separately");
  CHECK(off.words ==
        "kgate: op=rope_append_unfused backend=cpu target=test_host provider=composed (priority 0; "
        "native disabled by KGATE_FUSED_ROPE_APPEND, which is off in the environment)\n");

  std::vector<std::string> resolved;
  for (const kgate::OperationTrace& one : operations.trace()) {
    resolved.push_back(one.operation);
  }
  CHECK(resolved == std::vector<std::string>{"add_rms_norm_unfused", "gated_activation",
                                             "gated_activation_unfused", "mla_norm_rope",
                                             "rope_append_unfused"});
}

TEST_CASE("more operations than the table holds are refused, and those in it are kept") {
  // In a process of its own: a full table would fail the registrations of other tests.
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const int signal : {SIGSEGV, SIGABRT}) {
      std::signal(signal, SIG_DFL);  // the framework's report is the parent's
    }
    _exit(fill_the_table());
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
