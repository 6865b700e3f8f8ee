// SPDX-License-Identifier: MIT
// Selection of providers, refusals, and what registration order may not change.
#include "kernels/registry/registry.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/registry/flags.hpp"
#include "kernels/registry/operations.hpp"
#include "tests/catch.hpp"
#include "tests/kernels/registry/captured_stderr.hpp"
#include "tests/kernels/registry/no_launcher.hpp"

namespace {

using kgate::Backend;
using kgate::Capabilities;
using kgate::Launcher;
using kgate::no_launcher;
using kgate::op_registered;
using kgate::Operations;
using kgate::Provider;
using kgate::Registration;
using kgate::select;
using kgate::Status;

template <int kTag>
Status run(const void* arguments, Launcher& /*launcher*/) {
  *static_cast<int*>(const_cast<void*>(arguments)) = kTag;
  return {};
}

const char* lacks_wave64(const Capabilities& capabilities) {
  return capabilities.wave_size == 64 ? nullptr : "wave size 64";
}
const char* lacks_host_memory(const Capabilities& capabilities) {
  return capabilities.host_addressable ? nullptr : "host-addressable device memory";
}

constexpr Provider kLow{"low", 1, nullptr, run<1>};
constexpr Provider kHigh{"high", 5, nullptr, run<2>};
constexpr Provider kPicky{"picky", 9, lacks_wave64, run<3>};
constexpr Provider kTieA{"a", 5, nullptr, run<4>};
constexpr Provider kTieB{"b", 5, nullptr, run<5>};
constexpr Provider kReference{"reference", kgate::kReferencePriority, lacks_host_memory, run<6>};

/// Read once by the first selection of this program.
const int kDisabled = setenv("KGATE_PROVIDER_DISABLE", " Unwanted ,also_unknown,elsewhere", 1);
const int kTraced = setenv("KGATE_PROVIDER_TRACE", "1", 1);
constexpr Provider kUnwanted{"unwanted", 1, nullptr, run<7>};
constexpr Provider kElsewhere{"elsewhere", 1, nullptr, run<8>};
const Registration kOnlyUnwanted[] = {{"test_disabled", Backend::rocm, kUnwanted},
                                      {"test_disabled", Backend::cpu, kElsewhere}};

// Both orders of the same providers; what they resolve to must not tell them apart.
const Registration kForward[] = {{"test_forward", Backend::rocm, kLow},
                                 {"test_forward", Backend::rocm, kPicky},
                                 {"test_forward", Backend::rocm, kHigh}};
const Registration kBackward[] = {{"test_backward", Backend::rocm, kHigh},
                                  {"test_backward", Backend::rocm, kPicky},
                                  {"test_backward", Backend::rocm, kLow}};
const Registration kTies[] = {{"test_ties", Backend::rocm, kTieB},
                              {"test_ties", Backend::rocm, kTieA}};
const Registration kOnlyReference[] = {{"test_reference", Backend::rocm, kReference}};
const Registration kLoud[] = {{"test_loud_reference", Backend::rocm, kReference}};
const Registration kTwice[] = {{"test_twice", Backend::rocm, kLow},
                               {"test_twice", Backend::rocm, kLow}};
const Registration kTwiceLater[] = {{"test_twice_later", Backend::rocm, kHigh},
                                    {"test_twice_later", Backend::rocm, kLow},
                                    {"test_twice_later", Backend::rocm, kLow}};
const Registration kTooMany[] = {{"test_too_many", Backend::rocm, kLow},
                                 {"test_too_many", Backend::rocm, kHigh},
                                 {"test_too_many", Backend::rocm, kPicky},
                                 {"test_too_many", Backend::rocm, kTieA},
                                 {"test_too_many", Backend::rocm, kTieB}};

Capabilities wave32() { return {Backend::rocm, "gfx1151", 32, false}; }
Capabilities wave64() { return {Backend::rocm, "gfx1151", 64, false}; }
Capabilities host_memory() { return {Backend::rocm, "gfx1151", 32, true}; }

/// What the program's first device says, before any test has one.
const std::string kFirstWords = kgate::captured_stderr([] { const Operations first(wave32()); });

}  // namespace

TEST_CASE("the highest supported priority is selected in whichever order providers register") {
  for (const char* operation : {"test_forward", "test_backward"}) {
    CHECK(select(operation, wave32()).provider == &kHigh);
    CHECK(select(operation, wave64()).provider == &kPicky);
    const auto list = kgate::providers(operation, Backend::rocm);
    CHECK(std::vector<const Provider*>(list.begin(), list.end()) ==
          std::vector<const Provider*>{&kPicky, &kHigh, &kLow});
  }
}

TEST_CASE("equal priorities go by name") {
  CHECK(select("test_ties", wave32()).provider == &kTieA);
}

TEST_CASE("the reason of a selection names what was passed over and why") {
  CHECK(select("test_forward", wave32()).reason == "priority 5; picky unsupported: wave size 64");
}

TEST_CASE("op_registered is about native providers alone") {
  CHECK(op_registered("test_forward", Backend::rocm));
  CHECK_FALSE(op_registered("test_forward", Backend::cuda));
  CHECK_FALSE(op_registered("test_reference", Backend::rocm));
  CHECK_FALSE(op_registered("never_registered", Backend::rocm));
}

TEST_CASE("a refusal names the operation, the backend and the condition that was false") {
  Operations operations(wave32());
  Status why;
  CHECK(operations.find("never_registered", why) == nullptr);
  CHECK(why.message() == "operation never_registered on backend rocm (gfx1151): not registered");
  CHECK(operations.find("test_reference", why) == nullptr);
  CHECK(why.message() ==
        "operation test_reference on backend rocm (gfx1151): not registered; reference "
        "unsupported: host-addressable device memory");
}

TEST_CASE("every call the reference tier serves is counted, per operation and in total") {
  Operations operations(host_memory());
  int tag = 0;
  const std::uint64_t before = Operations::reference_hits();
  CHECK(operations.run("test_reference", &tag, no_launcher()).ok());
  CHECK(operations.run("test_reference", &tag, no_launcher()).ok());
  CHECK(tag == 6);
  CHECK(Operations::reference_hits("test_reference") == 2);
  CHECK(Operations::reference_hits() == before + 2);
  CHECK(operations.run("test_forward", &tag, no_launcher()).ok());
  CHECK(tag == 2);
  CHECK(Operations::reference_hits() == before + 2);
  CHECK(Operations::reference_hits("never_registered") == 0);
}

TEST_CASE("the first call that the reference tier serves is told, and no other") {
  Operations operations(host_memory());
  int tag = 0;
  Status why;
  REQUIRE(operations.find("test_loud_reference", why) != nullptr);
  const auto words_of_a_call = [&] {
    return kgate::captured_stderr(
        [&] { CHECK(operations.run("test_loud_reference", &tag, no_launcher()).ok()); });
  };
  CHECK(words_of_a_call() ==
        "kgate: REFERENCE TIER: test_loud_reference on rocm (gfx1151) runs the CPU oracle, not a "
        "kernel; results are right, timings are void\n");
  CHECK(words_of_a_call().empty());
  CHECK(words_of_a_call().empty());
  std::uint64_t sum = 0;
  for (const std::string_view operation : kgate::operations()) {
    sum += Operations::reference_hits(operation);
  }
  CHECK(Operations::reference_hits() == sum);
}

TEST_CASE("a disabled provider is passed over, and a refusal says what disabled it") {
  CHECK(select("test_disabled", wave32()).provider == nullptr);
  CHECK(select("test_disabled", wave32()).reason == "unwanted disabled by KGATE_PROVIDER_DISABLE");
}

TEST_CASE("names of disabled providers are trimmed and in lower case; unknown ones are told once") {
  CHECK(kgate::disabled_providers() ==
        std::vector<std::string>{"unwanted", "also_unknown", "elsewhere"});
  CHECK(kFirstWords ==
        "kgate: KGATE_PROVIDER_DISABLE names 'also_unknown'; no provider is called that\n");
  CHECK(kgate::captured_stderr([] { const Operations another(wave64()); }).empty());
}

TEST_CASE("the trace has one line for an operation and a target, however many devices ask") {
  const std::string trace = kgate::captured_stderr([] {
    Operations one(wave64());
    Operations another(wave64());
    Status why;
    for (Operations* device : {&one, &one, &another}) {
      CHECK(device->find("test_backward", why) != nullptr);
      CHECK(device->find("test_traced_nowhere", why) == nullptr);
    }
  });
  CHECK(trace ==
        "kgate: op=test_backward backend=rocm target=gfx1151 provider=picky (priority 9)\n"
        "kgate: op=test_traced_nowhere backend=rocm target=gfx1151 provider=none (not "
        "registered)\n");
}

TEST_CASE("an operation keeps its number when others are registered") {
  const std::size_t before = kgate::operation_id("test_ties");
  REQUIRE(before < kgate::kMaxOperations);
  const Registration late("a_late_operation", Backend::rocm, kLow);
  CHECK(kgate::operation_id("test_ties") == before);
  CHECK(kgate::operation_id("a_late_operation") != before);
  CHECK(kgate::operation_id("never_registered") == kgate::kMaxOperations);
}

TEST_CASE("a device's trace lists what was resolved, why, and what the reference tier served") {
  Operations operations(host_memory());
  int tag = 0;
  REQUIRE(operations.run("test_reference", &tag, no_launcher()).ok());
  REQUIRE(operations.run("test_forward", &tag, no_launcher()).ok());
  Status why;
  CHECK(operations.find("never_registered", why) == nullptr);
  const auto trace = operations.trace();
  REQUIRE(trace.size() == 3);
  CHECK(trace.at(0).operation == "never_registered");
  CHECK(trace.at(0).provider == nullptr);
  CHECK(trace.at(0).reference_calls == 0);
  CHECK(trace.at(1).provider == &kHigh);
  CHECK(trace.at(1).reference_calls == 0);
  CHECK(trace.at(2).reason == "priority -1000; not registered");
  CHECK(trace.at(2).reference_calls == 1);
}

TEST_CASE("an ambiguous registration refuses instead of choosing") {
  for (const char* operation : {"test_twice", "test_twice_later"}) {
    CHECK(select(operation, wave32()).provider == nullptr);
    CHECK(select(operation, wave32()).reason == "two providers of one name are registered");
  }
  CHECK(kgate::providers("test_twice", Backend::rocm).size() == 1);
  CHECK(select("test_too_many", wave32()).provider == nullptr);
  CHECK(select("test_too_many", wave32()).reason ==
        "more providers are registered than an operation may have (4)");
}

TEST_CASE("operations are listed in name order") {
  const auto names = kgate::operations();
  CHECK(std::is_sorted(names.begin(), names.end()));
  CHECK(std::find(names.begin(), names.end(), "test_ties") != names.end());
  CHECK_FALSE(names.front().empty());
}
