// SPDX-License-Identifier: MIT
// One head turned, by formula.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/rope_contract.hpp"
#include "oracle/rotary/rotary_angles.hpp"

namespace kgate::oracle {

/// Elements of a head that are pair `pair`.
struct PairIndex {
  std::size_t first;
  std::size_t second;
};

[[nodiscard]] PairIndex pair_index(const RopeArguments& rope, std::int32_t pair);

/// The head after rotation, before the result is rounded to the activation type. Elements past
/// rotary_dim are as they were.
[[nodiscard]] std::vector<float> rotated(const RopeArguments& rope, DataType activation,
                                         const std::vector<Turn<float>>& turns,
                                         std::vector<float> head);

/// The same in binary64 without rounding to any type.
[[nodiscard]] std::vector<double> exactly_rotated(const RopeArguments& rope,
                                                  const std::vector<Turn<double>>& turns,
                                                  std::vector<double> head);

/// A q head as it is stored: rounded to the activation type, then times the scale and rounded again
/// if there are q scales. The native profile rounds the scale to the activation type first.
[[nodiscard]] std::vector<float> scaled_q(const RopeArguments& rope, DataType activation,
                                          std::int64_t token, std::vector<float> head);

/// For each element of a head before rotation the size of its pair after it: the turns of a scaled
/// attention stretch it. 0 past rotary_dim, where nothing is added.
[[nodiscard]] std::vector<double> pair_magnitudes(const RopeArguments& rope,
                                                  const std::vector<Turn<double>>& turns,
                                                  const std::vector<double>& head);

}  // namespace kgate::oracle
