// SPDX-License-Identifier: MIT
// 8 threads x 4 streams x 1,000 launches of all families through one device, every output compared
// with the CPU oracle. Built with -fsanitize=thread it is the library's race check.
//
//   library_threads_bench [device [threads [streams [launches]]]]
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "tests/kernels/threads/mixed_calls.hpp"

int main(int argc, char** argv) {
  for (const char* family : {"ADD_RMS_NORM", "GATED_ACTIVATION", "MLA_NORM_ROPE",
                             "QK_NORM_ROPE_APPEND", "ROPE_APPEND"}) {
    setenv(fmt::format("KGATE_FUSED_{}", family).c_str(), "1", 1);
  }
  const auto number = [&](int at, unsigned fallback) {
    return argc > at ? static_cast<unsigned>(std::strtoul(argv[at], nullptr, 10)) : fallback;
  };
  const std::string device = argc > 1 ? argv[1] : "emulated:gfx1151";
  const kgate::test::MixedRun run =
      kgate::test::run_mixed(device, number(2, 8), number(3, 4), number(4, 1000));
  fmt::print("{}: {} launches, {} outputs compared, {} wrong{}{}\n", device, run.launches,
             run.compared, run.wrong, run.error.empty() ? "" : "; ", run.error);
  return run.wrong == 0 && run.error.empty() && run.compared > 0 ? 0 : 1;
}
