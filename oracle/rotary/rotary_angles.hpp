// SPDX-License-Identifier: MIT
// Positions of a token and the angle of each of its pairs.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/rope_contract.hpp"
#include "kernels/token_error.hpp"

namespace kgate::oracle {

/// Cosine and sine by which a pair is turned, in f32 or, for the truth, in binary64.
template <class Real>
struct Turn {
  Real cosine;
  Real sine;
};

/// The row of `positions` that pair `pair` follows: 0 without sections; runs of pairs; or, with
/// interleaved sections, the pair's residue modulo 3 as far as that row's section reaches.
[[nodiscard]] int axis_of_pair(const RopeArguments& rope, std::int32_t pair);

/// What is wrong with the positions of a token, and with the index of its q scale.
[[nodiscard]] TokenErrorCode position_error(const RopeArguments& rope, std::int64_t token);

/// Position of a token in row 0, or 0 where no positions are given.
[[nodiscard]] std::int64_t first_position(const RopeArguments& rope, std::int64_t token);

/// The turns of all rotary_dim / 2 pairs of a token, as they are multiplied: rounded to the
/// activation type in the native profile.
[[nodiscard]] std::vector<Turn<float>> turns_of_token(const RopeArguments& rope,
                                                      DataType activation, std::int64_t token);

/// The same without any rounding; the table, or the f32 inverse frequencies, are taken as exact.
[[nodiscard]] std::vector<Turn<double>> exact_turns_of_token(const RopeArguments& rope,
                                                             std::int64_t token);

/// The factor of q at the token's position, 1 without scales.
[[nodiscard]] float q_scale(const RopeArguments& rope, std::int64_t token);

}  // namespace kgate::oracle
