// SPDX-License-Identifier: MIT
// Random sequences of HIP calls with live, dead, null and made-up handles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace kgate::runtime_tests {

struct SequenceOutcome {
  std::uint64_t succeeded = 0;
  std::uint64_t failed = 0;
  /// Empty if every call returned a documented error or success, and the runtime worked as before
  /// once everything that the sequence made was destroyed; else what happened, with the seed.
  std::string problem;
};

/// Makes `calls` calls drawn from the seed: streams, events, memory, copies, fills, modules,
/// launches, capture and graphs. `image` is a code object with the test kernels.
[[nodiscard]] SequenceOutcome run_call_sequence(std::uint64_t seed, unsigned calls,
                                                std::span<const std::byte> image);

}  // namespace kgate::runtime_tests
