// SPDX-License-Identifier: MIT
// How far a snapshot is from the truth, per element and per tensor.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "gates/harness/case_run.hpp"

namespace kgate::gates {

struct TensorDistance {
  DataType type = DataType::f32;
  std::uint64_t elements = 0;
  double worst_ulp = 0;
  std::string worst_element;  ///< the element with the largest ulp distance, in words
  double error_energy = 0;    ///< sum of squared differences over finite truths
  double truth_energy = 0;    ///< sum of squared truths
  /// error_energy / truth_energy; 0 / 0 is 0, anything else over 0 is infinity.
  [[nodiscard]] double nmse() const;
};

/// By tensor name.
[[nodiscard]] std::map<std::string, TensorDistance, std::less<>> distances(
    const Problem& problem, const Expectation& expected, const Snapshot& snapshot);

}  // namespace kgate::gates
