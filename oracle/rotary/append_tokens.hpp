// SPDX-License-Identifier: MIT
// What the kernels that write rotated q, k and v have in common: which heads are read and where
// each result is stored.
#pragma once

#include <functional>
#include <vector>

#include "kernels/rope_append/rope_append_contract.hpp"
#include "oracle/oracle.hpp"
#include "oracle/rotary/rotary_angles.hpp"

namespace kgate::oracle {

enum class HeadKind { q, k, v };

/// A head of a token, with the turns of the token's pairs.
template <class Real>
struct HeadInput {
  HeadKind kind;
  std::int64_t token;
  const std::vector<Turn<Real>>& turns;
  std::vector<Real> values;
};

/// What a head becomes before it is rounded to the activation type.
using HeadResult = std::function<std::vector<float>(const HeadInput<float>& head)>;

/// Results of a head without rounding, and for each the size of the terms that were added to it:
/// where they cancel, an error is as large as their last place and not as the result's.
struct ExactHead {
  std::vector<double> values;
  std::vector<double> magnitudes;
};
/// Multiplies a q head by the scale at the token's position.
void scale_exact_q(const RopeArguments& rope, std::int64_t token, ExactHead& head);

using ExactResult = std::function<ExactHead(const HeadInput<double>& head)>;

/// What is wrong with the device data of a token.
[[nodiscard]] TokenErrorCode token_error(const RopeAppendArguments& arguments, std::int64_t token);

/// Writes q_out, k_out, v_out, the caches and the error word. Arguments have been checked.
void append_tokens(const RopeAppendArguments& arguments, const HeadResult& result);

/// True values of the same elements.
[[nodiscard]] std::vector<TruthRun> append_truth(const RopeAppendArguments& arguments,
                                                 const ExactResult& result);

}  // namespace kgate::oracle
