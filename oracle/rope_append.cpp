// SPDX-License-Identifier: MIT
// rope_append by its formulas: kernels/rope_append/rope_append.md.
#include <any>
#include <utility>
#include <vector>

#include "kernels/rope_append/rope_append_contract.hpp"
#include "oracle/oracle.hpp"
#include "oracle/rotary/append_tokens.hpp"
#include "oracle/rotary/rotated_head.hpp"

namespace kgate::oracle {
namespace {

Status evaluate(const std::any& any) {
  const auto& arguments = std::any_cast<const RopeAppendArguments&>(any);
  Status status = check(arguments);
  if (!status) {
    return status;
  }
  append_tokens(arguments, [&](const HeadInput<float>& head) {
    if (head.kind == HeadKind::v) {
      return head.values;
    }
    const std::vector<float> turned =
        rotated(arguments.rope, arguments.activation, head.turns, head.values);
    return head.kind == HeadKind::k
               ? turned
               : scaled_q(arguments.rope, arguments.activation, head.token, turned);
  });
  return {};
}

std::vector<TruthRun> truth(const std::any& any) {
  const auto& arguments = std::any_cast<const RopeAppendArguments&>(any);
  return append_truth(arguments, [&](const HeadInput<double>& head) {
    if (head.kind == HeadKind::v) {
      return ExactHead{head.values, {}};
    }
    ExactHead exact{exactly_rotated(arguments.rope, head.turns, head.values),
                    pair_magnitudes(arguments.rope, head.turns, head.values)};
    if (head.kind == HeadKind::q) {
      scale_exact_q(arguments.rope, head.token, exact);
    }
    return exact;
  });
}

}  // namespace

extern const Oracle rope_append;
const Oracle rope_append{.name = "rope_append", .evaluate = evaluate, .truth = truth};

}  // namespace kgate::oracle
