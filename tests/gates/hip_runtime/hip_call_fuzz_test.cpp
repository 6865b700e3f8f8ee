// SPDX-License-Identifier: MIT
// Random sequences of HIP calls: an error or success, never a crash, and no harm to what follows.
#include "tests/gates/hip_runtime/call_sequence/call_sequence.hpp"
#include "tests/gates/hip_runtime/runtime_fixture.hpp"

using namespace kgate::runtime_tests;

TEST_CASE("random sequences of calls with live, dead and made-up handles fail or succeed") {
  const std::vector<std::byte> image = object("runtime_kernels.gfx1151.wave32.co");
  std::uint64_t succeeded = 0;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const SequenceOutcome outcome = run_call_sequence(seed, 300, image);
    INFO(outcome.problem);
    REQUIRE(outcome.problem.empty());
    succeeded += outcome.succeeded;
    failed += outcome.failed;
  }
  // Both must occur often, or this test tests nothing.
  CHECK(succeeded > 2000);
  CHECK(failed > 2000);
}
