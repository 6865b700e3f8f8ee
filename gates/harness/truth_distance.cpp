// SPDX-License-Identifier: MIT
// How far a snapshot is from the truth.
#include "gates/harness/truth_distance.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "gates/harness/element.hpp"

namespace kgate::gates {

double TensorDistance::nmse() const {
  if (truth_energy > 0) {
    return error_energy / truth_energy;
  }
  return error_energy > 0 ? std::numeric_limits<double>::infinity() : 0;
}

std::map<std::string, TensorDistance, std::less<>> distances(const Problem& problem,
                                                             const Expectation& expected,
                                                             const Snapshot& snapshot) {
  std::map<std::string, TensorDistance, std::less<>> result;
  for (const LocatedTruth& run : expected.truth) {
    TensorDistance& tensor = result[std::string(run.tensor)];
    tensor.type = run.type;
    const std::vector<std::byte>& bytes = snapshot.at(run.buffer).at(run.segment);
    for (std::size_t i = 0; i < run.values.size(); ++i) {
      const double truth = run.values[i];
      const std::uint64_t encoding =
          load_encoding(&bytes.at(run.offset + i * size_of(run.type)), run.type);
      const double value = value_of(encoding, run.type);
      const double magnitude = run.magnitudes.empty() ? 0 : run.magnitudes[i];
      const double ulp = ulp_distance(value, truth, run.type, magnitude);
      ++tensor.elements;
      if (ulp > tensor.worst_ulp) {
        tensor.worst_ulp = ulp;
        const CaseBuffer& buffer = problem.buffers.at(run.buffer);
        const std::uint64_t at = buffer.segments.at(run.segment).offset + run.offset;
        tensor.worst_element =
            fmt::format("{}[{}]: truth {:.17g}, got {}", buffer.name, at / size_of(run.type) + i,
                        truth, print_element(encoding, run.type));
      }
      if (std::isfinite(truth) && std::isfinite(value)) {
        tensor.error_energy += (value - truth) * (value - truth);
        tensor.truth_energy += truth * truth;
      }
    }
  }
  return result;
}

}  // namespace kgate::gates
