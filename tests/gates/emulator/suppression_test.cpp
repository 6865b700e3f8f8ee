// SPDX-License-Identifier: MIT
// Accepting findings with a reason.
#include "gates/emulator/hazards/suppression.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/gates/emulator/emulator_kernel.hpp"

namespace {

using kgate::emulator::FaultKind;
using kgate::emulator::parse_suppression;
using kgate::emulator::Suppression;
using kgate::emulator_tests::assemble;
using kgate::emulator_tests::TestKernel;

std::string error_of(const std::string& text) {
  Suppression suppression;
  std::string error;
  CHECK_FALSE(parse_suppression(text, suppression, error));
  return error;
}

}  // namespace

TEST_CASE("a suppression names a rule, perhaps a kernel, and a reason") {
  Suppression one;
  std::string error;
  REQUIRE(parse_suppression("data-race:histogram*=bins may be lost", one, error));
  CHECK(one.kind == FaultKind::data_race);
  CHECK(one.kernel == "histogram*");
  CHECK(one.reason == "bins may be lost");
  REQUIRE(parse_suppression("missing-wait=a reason with = in it", one, error));
  CHECK(one.kernel.empty());
  CHECK(one.reason == "a reason with = in it");
  CHECK(error_of("data-race") == "'data-race' gives no reason; write RULE[:KERNEL]=REASON");
  CHECK(error_of("data-race= ") == "'data-race= ' gives no reason; write RULE[:KERNEL]=REASON");
  CHECK(error_of("out-of-bounds=never mind").find("those are uninitialised-read") !=
        std::string::npos);
}

TEST_CASE("a suppressed finding lets the kernel go on, of that kernel and rule only") {
  TestKernel kernel(assemble(R"(
    s_load_b64 s[4:5], s[0:1], 0x0
    v_mov_b32 v1, 0
    s_waitcnt lgkmcnt(0)
    global_store_b32 v1, v9, s[4:5]
    s_endpgm)"));
  const std::array<std::uint64_t, 1> arguments{kernel.buffer(1)};
  const auto run_with = [&](const std::string& text) {
    auto list = std::make_shared<std::vector<Suppression>>(1);
    std::string error;
    REQUIRE(parse_suppression(text, list->front(), error));
    kernel.options.suppressions = list;
    return kernel.run({1, 1, 1}, {1, 1, 1}, arguments);
  };
  CHECK_FALSE(run_with("uninitialised-register=known"));
  CHECK_FALSE(run_with("uninitialised-register:test_*=known"));
  CHECK(run_with("uninitialised-register:other=known"));
  CHECK(run_with("data-race=known"));
  // As reports print the kernel, and as the code object does.
  kernel.image.name = "_ZN3app5scaleEPfi";
  CHECK_FALSE(run_with("uninitialised-register:app::scale(*=known"));
  CHECK_FALSE(run_with("uninitialised-register:_ZN3app5scale*=known"));
  CHECK(run_with("uninitialised-register:scale*=known"));
}
