// SPDX-License-Identifier: MIT
// Device time per launch of a family's bench cases, beside the floor and the copy of the same run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gates/harness/device_session.hpp"
#include "kernels/case.hpp"

namespace kgate::gates {

/// Order statistics of repeated measurements, in microseconds per launch.
struct Spread {
  double median = 0;
  double low = 0;   ///< 10th percentile
  double high = 0;  ///< 90th percentile
};

/// One timed case.
struct BenchRow {
  std::string_view family;
  std::string case_id;
  std::uint64_t bytes = 0;  ///< that a launch must move: inputs read once, outputs written once
  Spread device;            ///< device time, launches in a graph where the runtime has graphs
  Spread unfused;           ///< separate launches with the same result; median 0: there are none
  Spread floor;             ///< an empty kernel, launched as the cases are
  double host = 0;          ///< host time of one launch call, median
  Spread copy;              ///< a copy kernel that moves the same bytes, same run
  std::string wrong;        ///< first difference found after the timing loop; empty: validated

  [[nodiscard]] double gigabytes_per_second() const {
    return static_cast<double>(bytes) / device.median / 1e3;
  }
  [[nodiscard]] double fraction_of_copy() const { return copy.median / device.median; }
};

struct BenchReport {
  std::string device;
  std::vector<std::string> code_objects;
  bool graphs = false;  ///< launches were replayed from a graph
  std::vector<BenchRow> rows;
  std::uint64_t reference_hits = 0;  ///< non-zero: no figure may be printed
};

struct BenchOptions {
  unsigned repetitions = 50;                   ///< timed replays per case
  std::uint64_t rotate_bytes = 256ULL << 20U;  ///< sets of large buffers exceed every cache
};

/// Times every case on an open session's device; `done` is called after each.
Status run_bench(DeviceSession& session, const std::vector<std::pair<const Family*, Case>>& cases,
                 const BenchOptions& options, const std::function<void(const BenchRow&)>& done,
                 BenchReport& report);

/// Sorts and picks.
[[nodiscard]] Spread spread_of(std::vector<double> samples);

}  // namespace kgate::gates
