// SPDX-License-Identifier: MIT
// When a fused family runs as one launch, when as its separate ones, and what is said about it.
#include "kernels/registry/fused_route.hpp"

#include <cstdlib>
#include <string>

#include "kernels/registry/operations.hpp"
#include "tests/catch.hpp"
#include "tests/kernels/registry/captured_stderr.hpp"
#include "tests/kernels/registry/no_launcher.hpp"

namespace {

using kgate::Backend;
using kgate::Capabilities;
using kgate::Launcher;
using kgate::make_route;
using kgate::no_launcher;
using kgate::Operations;
using kgate::Provider;
using kgate::Registration;
using kgate::Route;
using kgate::Status;
using kgate::Switch;
using kgate::SwitchState;

Status run_fused(const void* arguments, Launcher& /*launcher*/) {
  *static_cast<int*>(const_cast<void*>(arguments)) = 1;
  return {};
}
Status run_unfused(const void* arguments, Launcher& /*launcher*/) {
  *static_cast<int*>(const_cast<void*>(arguments)) = 2;
  return {};
}
Status cannot_serve(const void* /*arguments*/, Launcher& /*launcher*/) {
  return Status::error(kgate::StatusCode::unsupported,
                       "hidden is 70000; the kernel has up to 65536");
}
Status wrong_argument(const void* /*arguments*/, Launcher& /*launcher*/) {
  return Status::error(kgate::StatusCode::invalid_argument, "x is null");
}
const char* never(const Capabilities& /*capabilities*/) { return "a unit it does not have"; }

constexpr Provider kFused{"native", 0, nullptr, run_fused};
constexpr Provider kNowhere{"native", 0, never, run_fused};
constexpr Provider kTooSmall{"native", 0, nullptr, cannot_serve};
constexpr Provider kWrong{"native", 0, nullptr, wrong_argument};
constexpr Provider kComposed{"composed", 0, nullptr, run_unfused};
constexpr Provider kOracle{"reference", kgate::kReferencePriority, nullptr, run_unfused};

const Registration kRegistered[] = {{"route_both", Backend::rocm, kFused},
                                    {"route_both_unfused", Backend::rocm, kComposed},
                                    {"route_nowhere", Backend::rocm, kNowhere},
                                    {"route_nowhere_unfused", Backend::rocm, kComposed},
                                    {"route_alone", Backend::rocm, kFused},
                                    {"route_oracle", Backend::rocm, kFused},
                                    {"route_oracle", Backend::rocm, kOracle},
                                    {"route_small", Backend::rocm, kTooSmall},
                                    {"route_small_unfused", Backend::rocm, kComposed},
                                    {"route_small_alone", Backend::rocm, kTooSmall},
                                    {"route_wrong", Backend::rocm, kWrong},
                                    {"route_wrong_unfused", Backend::rocm, kComposed}};

constexpr Capabilities kPlace{Backend::rocm, "gfx1151", 32, false};
constexpr Switch kFlag{"KGATE_FUSED_ROUTE", "", true};
constexpr SwitchState kOnByDefault{true, std::nullopt};
constexpr SwitchState kOffByDefault{false, std::nullopt};
constexpr SwitchState kAskedOff{false, false};
constexpr SwitchState kAskedOn{true, true};

}  // namespace

TEST_CASE("a family runs fused where its switch is on, and as separate launches where it is off") {
  const Route on = make_route("route_both", kPlace, &kFlag, kOnByDefault);
  CHECK(on.selection.provider == &kFused);
  CHECK_FALSE(on.is_unfused);
  const Route off = make_route("route_both", kPlace, &kFlag, kAskedOff);
  CHECK(off.selection.provider == &kComposed);
  CHECK(off.is_unfused);
  CHECK(off.selection.reason ==
        "priority 0; native disabled by KGATE_FUSED_ROUTE, which is off in the environment");
}

TEST_CASE("a family without a switch runs fused") {
  CHECK(make_route("route_both", kPlace, nullptr, {}).selection.provider == &kFused);
}

TEST_CASE("where the fused kernel is not supported the separate launches run") {
  const Route route = make_route("route_nowhere", kPlace, &kFlag, kOnByDefault);
  CHECK(route.selection.provider == &kComposed);
  CHECK(route.selection.reason == "priority 0; native unsupported: a unit it does not have");
}

TEST_CASE("off without separate launches is refused, or served by the reference tier") {
  const Route alone = make_route("route_alone", kPlace, &kFlag, kOffByDefault);
  CHECK(alone.selection.provider == nullptr);
  CHECK(alone.selection.reason ==
        "native disabled by KGATE_FUSED_ROUTE, which is off by default in this build; "
        "route_alone_unfused: not registered");
  CHECK(make_route("route_oracle", kPlace, &kFlag, kAskedOff).selection.provider == &kOracle);
}

TEST_CASE("a call the fused kernel cannot serve runs unfused, a wrong one nowhere") {
  Operations operations(kPlace);
  int ran = 0;
  CHECK(operations.run_family("route_small", &ran, no_launcher()).ok());
  CHECK(ran == 2);
  ran = 0;
  CHECK(operations.run_family("route_small_alone", &ran, no_launcher()).code() ==
        kgate::StatusCode::unsupported);
  CHECK(ran == 0);
  const Status status = operations.run_family("route_wrong", &ran, no_launcher());
  CHECK(status.code() == kgate::StatusCode::invalid_argument);
  CHECK(ran == 0);
}

TEST_CASE("a refused family names the operation, the backend and both conditions") {
  Operations operations(kPlace);
  int ran = 0;
  const Status status = operations.run_family("route_missing", &ran, no_launcher());
  CHECK(status.message() ==
        "operation route_missing on backend rocm (gfx1151): not registered; "
        "route_missing_unfused: not registered");
}

TEST_CASE("the notice of an unfused run prints once, and only if the variable was truthy") {
  Route quiet = make_route("route_nowhere", kPlace, &kFlag, kOnByDefault);
  CHECK(kgate::captured_stderr([&] { notice_unfused(quiet, quiet.selection.reason); }).empty());
  Route asked = make_route("route_nowhere", kPlace, &kFlag, kAskedOn);
  const std::string notice = kgate::captured_stderr([&] {
    for (int i = 0; i < 3; ++i) {
      notice_unfused(asked, "why");
    }
  });
  CHECK(notice ==
        "kgate: KGATE_FUSED_ROUTE asks for the fused kernel, which cannot serve this call: why; "
        "the separate launches run instead\n");
}
