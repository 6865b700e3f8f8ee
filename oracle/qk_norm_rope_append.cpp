// SPDX-License-Identifier: MIT
// qk_norm_rope_append by its formulas: kernels/qk_norm_rope_append/qk_norm_rope_append.md.
#include <any>
#include <utility>
#include <vector>

#include "kernels/qk_norm_rope_append/qk_norm_rope_append_contract.hpp"
#include "oracle/oracle.hpp"
#include "oracle/rotary/append_tokens.hpp"
#include "oracle/rotary/normalized_head.hpp"
#include "oracle/rotary/rotated_head.hpp"

namespace kgate::oracle {
namespace {

const void* weights_of(const QkNormRopeAppendArguments& arguments, HeadKind kind) {
  return kind == HeadKind::q ? arguments.q_weight : arguments.k_weight;
}

Status evaluate(const std::any& any) {
  const auto& arguments = std::any_cast<const QkNormRopeAppendArguments&>(any);
  Status status = check(arguments);
  if (!status) {
    return status;
  }
  const RopeArguments& rope = arguments.append.rope;
  const DataType type = arguments.append.activation;
  append_tokens(arguments.append, [&](const HeadInput<float>& head) {
    if (head.kind == HeadKind::v) {
      return arguments.v_norm != 0 ? normed_without_weights(head.values, arguments.eps)
                                   : head.values;
    }
    const std::vector<float> turned = rotated(
        rope, type, head.turns, normed(arguments, weights_of(arguments, head.kind), head.values));
    return head.kind == HeadKind::k ? turned : scaled_q(rope, type, head.token, turned);
  });
  return {};
}

std::vector<TruthRun> truth(const std::any& any) {
  const auto& arguments = std::any_cast<const QkNormRopeAppendArguments&>(any);
  const RopeArguments& rope = arguments.append.rope;
  return append_truth(arguments.append, [&](const HeadInput<double>& head) {
    if (head.kind == HeadKind::v) {
      return ExactHead{arguments.v_norm != 0
                           ? exactly_normed_without_weights(head.values, arguments.eps)
                           : head.values,
                       {}};
    }
    const std::vector<double> scaled =
        exactly_normed(arguments, weights_of(arguments, head.kind), head.values);
    ExactHead exact{exactly_rotated(rope, head.turns, scaled),
                    pair_magnitudes(rope, head.turns, scaled)};
    if (head.kind == HeadKind::q) {
      scale_exact_q(rope, head.token, exact);
    }
    return exact;
  });
}

}  // namespace

extern const Oracle qk_norm_rope_append;
const Oracle qk_norm_rope_append{
    .name = "qk_norm_rope_append", .evaluate = evaluate, .truth = truth};

}  // namespace kgate::oracle
