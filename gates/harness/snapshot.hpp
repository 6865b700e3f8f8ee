// SPDX-License-Identifier: MIT
// Bytes of a problem's buffers at one moment, and how two moments compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gates/harness/host_image.hpp"
#include "kernels/case.hpp"

namespace kgate::gates {

/// Bytes of every segment: [buffer][segment][byte].
using Snapshot = std::vector<std::vector<std::vector<std::byte>>>;

/// Bytes as the problem starts.
[[nodiscard]] Snapshot initial_snapshot(const Problem& problem);
/// Bytes as they are now in host memory.
[[nodiscard]] Snapshot snapshot_of(const Problem& problem, const HostImage& image);

/// Which elements of each segment a launch writes: [buffer][segment][element].
using WrittenMask = std::vector<std::vector<std::vector<bool>>>;

/// The elements that end equal under two poisons although they began differently, or that differ
/// from their beginning. `before` and `after` hold the two poisons' snapshots in the same order.
[[nodiscard]] WrittenMask written_elements(const Problem& problem, const Snapshot& before_first,
                                           const Snapshot& after_first,
                                           const Snapshot& before_second,
                                           const Snapshot& after_second);

/// Result of comparing elements.
struct Comparison {
  std::uint64_t compared = 0;
  std::uint64_t differing = 0;
  std::string first;  ///< the first difference in words; empty if none
};

enum class Select { written, unwritten, all };

/// Compares the selected elements of every buffer. Written elements compare as values (any NaN
/// equals any NaN), unwritten ones as bytes; in a buffer that is updated in place all compare as
/// values, because a NaN the launch writes over a NaN leaves no trace in the mask.
[[nodiscard]] Comparison compare(const Problem& problem, const Snapshot& expected,
                                 const Snapshot& actual, const WrittenMask& mask, Select select);

}  // namespace kgate::gates
