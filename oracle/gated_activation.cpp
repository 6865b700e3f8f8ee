// SPDX-License-Identifier: MIT
// gated_activation by its formulas: kernels/gated_activation/gated_activation.md.
#include <any>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/gated_activation/gated_activation_contract.hpp"
#include "oracle/formats/element_access.hpp"
#include "oracle/functions/functions.hpp"
#include "oracle/functions/true_activation.hpp"
#include "oracle/oracle.hpp"

namespace kgate::oracle {
namespace {

/// A gate and an up after the clamp.
struct Pair {
  float gate;
  float up;
};

Pair clamped_pair(const GatedActivationArguments& arguments, std::int64_t row,
                  std::int64_t column) {
  Pair pair{read_element(arguments.type, arguments.gate, row * arguments.gate_stride + column),
            read_element(arguments.type, arguments.up, row * arguments.up_stride + column)};
  // Comparisons with NaN are false: it stays.
  if (pair.gate > arguments.limit) {
    pair.gate = arguments.limit;
  }
  if (pair.up > arguments.limit) {
    pair.up = arguments.limit;
  }
  if (pair.up < -arguments.limit) {
    pair.up = -arguments.limit;
  }
  return pair;
}

float activation(const GatedActivationArguments& arguments, float gate) {
  // Rounded to odd, and then to 16 bits, it is the correctly rounded value.
  const bool stored = arguments.profile == GatedActivationProfile::stored_activation &&
                      arguments.type != DataType::f32;
  const Rounding rounding = stored ? Rounding::to_odd : Rounding::nearest;
  switch (arguments.function) {
    case GatedActivationFunction::silu:
      return swish(gate, arguments.alpha, rounding);
    case GatedActivationFunction::gelu:
      return gelu_erf(gate, rounding);
    case GatedActivationFunction::gelu_tanh:
      break;
  }
  return gelu_tanh(gate, rounding);
}

float evaluate_element(const GatedActivationArguments& arguments, const Pair& pair) {
  float activated = activation(arguments, pair.gate);
  if (arguments.profile == GatedActivationProfile::stored_activation) {
    activated = rounded_to(arguments.type, activated);
  }
  // Without bias up is untouched: -0 + 0 would be +0.
  const float factor = arguments.up_bias == 0.0F ? pair.up : pair.up + arguments.up_bias;
  return activated * factor;
}

Status evaluate(const std::any& any) {
  const auto& arguments = std::any_cast<const GatedActivationArguments&>(any);
  Status status = check(arguments);
  if (!status) {
    return status;
  }
  for (std::int64_t row = 0; row < arguments.rows; ++row) {
    for (std::int64_t column = 0; column < arguments.intermediate; ++column) {
      write_element(arguments.type, arguments.out, row * arguments.out_stride + column,
                    evaluate_element(arguments, clamped_pair(arguments, row, column)));
    }
  }
  return {};
}

/// The product of the true activation, rounded where the profile stores it, and up.
std::vector<TruthRun> truth(const std::any& any) {
  const auto& arguments = std::any_cast<const GatedActivationArguments&>(any);
  const bool stored = arguments.profile == GatedActivationProfile::stored_activation;
  TrueActivation activation_of(arguments.function, arguments.alpha,
                               stored ? arguments.type : DataType::f32);
  std::vector<TruthRun> runs;
  for (std::int64_t row = 0; row < arguments.rows; ++row) {
    const auto bytes =
        row * arguments.out_stride * static_cast<std::int64_t>(size_of(arguments.type));
    TruthRun run;
    run.tensor = "out";
    run.first = static_cast<const std::byte*>(arguments.out) + bytes;
    run.type = arguments.type;
    for (std::int64_t column = 0; column < arguments.intermediate; ++column) {
      const Pair pair = clamped_pair(arguments, row, column);
      const double factor = arguments.up_bias == 0.0F ? static_cast<double>(pair.up)
                                                      : static_cast<double>(pair.up) +
                                                            static_cast<double>(arguments.up_bias);
      run.values.push_back(activation_of(pair.gate) * factor);
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace

extern const Oracle gated_activation;
const Oracle gated_activation{.name = "gated_activation", .evaluate = evaluate, .truth = truth};

}  // namespace kgate::oracle
