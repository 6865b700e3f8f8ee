// SPDX-License-Identifier: MIT
// Bytes of a problem's buffers at one moment, and how two moments compare.
#include "gates/harness/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "gates/harness/element.hpp"

namespace kgate::gates {

Snapshot initial_snapshot(const Problem& problem) {
  Snapshot snapshot;
  for (const CaseBuffer& buffer : problem.buffers) {
    auto& segments = snapshot.emplace_back();
    for (const Segment& segment : buffer.segments) {
      segments.push_back(segment.bytes);
    }
  }
  return snapshot;
}

Snapshot snapshot_of(const Problem& problem, const HostImage& image) {
  Snapshot snapshot;
  for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
    auto& segments = snapshot.emplace_back();
    for (std::size_t s = 0; s < problem.buffers[b].segments.size(); ++s) {
      const std::span<std::byte> bytes = image.segment(problem, b, s);
      segments.emplace_back(bytes.begin(), bytes.end());
    }
  }
  return snapshot;
}

WrittenMask written_elements(const Problem& problem, const Snapshot& before_first,
                             const Snapshot& after_first, const Snapshot& before_second,
                             const Snapshot& after_second) {
  WrittenMask mask;
  for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
    const std::size_t size = size_of(problem.buffers[b].type);
    auto& segments = mask.emplace_back();
    for (std::size_t s = 0; s < before_first[b].size(); ++s) {
      const std::size_t count = before_first[b][s].size() / size;
      std::vector<bool>& written = segments.emplace_back(count);
      for (std::size_t e = 0; e < count; ++e) {
        const std::size_t at = e * size;
        const auto differ = [&](const Snapshot& x, const Snapshot& y) {
          return std::memcmp(&x[b][s][at], &y[b][s][at], size) != 0;
        };
        const bool poison_overwritten =
            differ(before_first, before_second) && !differ(after_first, after_second);
        written[e] = poison_overwritten || differ(before_first, after_first);
      }
    }
  }
  return mask;
}

Comparison compare(const Problem& problem, const Snapshot& expected, const Snapshot& actual,
                   const WrittenMask& mask, Select select) {
  Comparison result;
  for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
    const CaseBuffer& buffer = problem.buffers[b];
    const std::size_t size = size_of(buffer.type);
    for (std::size_t s = 0; s < expected[b].size(); ++s) {
      for (std::size_t e = 0; e < mask[b][s].size(); ++e) {
        const bool written = mask[b][s][e];
        if ((select == Select::written && !written) || (select == Select::unwritten && written)) {
          continue;
        }
        ++result.compared;
        const std::uint64_t want = load_encoding(&expected[b][s][e * size], buffer.type);
        const std::uint64_t have = load_encoding(&actual[b][s][e * size], buffer.type);
        // In place, a NaN that becomes a NaN may have been written: which one is no part of it.
        const bool as_value = written || buffer.access == Access::in_out;
        if (want == have || (as_value && same_element(want, have, buffer.type))) {
          continue;
        }
        if (++result.differing == 1) {
          result.first = fmt::format(
              "{}[{}]: expected {}, got {}", buffer.name, buffer.segments[s].offset / size + e,
              print_element(want, buffer.type), print_element(have, buffer.type));
        }
      }
    }
  }
  return result;
}

}  // namespace kgate::gates
