// SPDX-License-Identifier: MIT
// Random sequences of HIP calls, as many as asked for; prints what became of them.
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include "tests/gates/hip_runtime/call_sequence/call_sequence.hpp"

int main(int argc, char** argv) {
  using kgate::runtime_tests::SequenceOutcome;
  const std::uint64_t sequences = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100000;
  constexpr unsigned kCalls = 500;
  std::ifstream file(KGATE_TEST_KERNELS, std::ios::binary);
  const std::vector<char> image{std::istreambuf_iterator<char>(file),
                                std::istreambuf_iterator<char>()};
  if (image.empty()) {
    fmt::print(stderr, "hip_calls_bench: {} cannot be read\n", KGATE_TEST_KERNELS);
    return 1;
  }
  std::uint64_t succeeded = 0;
  std::uint64_t failed = 0;
  unsigned problems = 0;
  for (std::uint64_t seed = first; seed < first + sequences && problems < 20; ++seed) {
    const SequenceOutcome outcome =
        kgate::runtime_tests::run_call_sequence(seed, kCalls, std::as_bytes(std::span(image)));
    succeeded += outcome.succeeded;
    failed += outcome.failed;
    if (outcome.problem.empty()) continue;
    ++problems;
    fmt::print("{}\n", outcome.problem);
  }
  fmt::print("{} calls succeeded, {} failed with a documented error; {} sequences had a problem\n",
             succeeded, failed, problems);
  return problems == 0 ? 0 : 1;
}
