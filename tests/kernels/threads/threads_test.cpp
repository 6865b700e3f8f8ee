// SPDX-License-Identifier: MIT
// Many threads and streams through one device, every output compared with the oracle. The long run
// is tests/bench/library/library_threads_bench.cpp.
#include <cstdlib>

#include "tests/catch.hpp"
#include "tests/kernels/threads/mixed_calls.hpp"

namespace {

// Fused paths are what is tested, in a build of any backend.
const int kOn[] = {
    setenv("KGATE_FUSED_ADD_RMS_NORM", "1", 1), setenv("KGATE_FUSED_GATED_ACTIVATION", "1", 1),
    setenv("KGATE_FUSED_MLA_NORM_ROPE", "1", 1), setenv("KGATE_FUSED_QK_NORM_ROPE_APPEND", "1", 1),
    setenv("KGATE_FUSED_ROPE_APPEND", "1", 1)};

}  // namespace

TEST_CASE("threads and streams that share a device leave the oracle's bits") {
  const kgate::test::MixedRun run = kgate::test::run_mixed("emulated:gfx1151", 4, 2, 40);
  INFO(run.error);
  CHECK(run.launches == 4 * 2 * 40);
  CHECK(run.compared == run.launches);
  CHECK(run.wrong == 0);
  CHECK(run.error.empty());
}
