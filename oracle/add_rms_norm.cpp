// SPDX-License-Identifier: MIT
// add_rms_norm by its formulas: kernels/add_rms_norm/add_rms_norm.md, "Order of roundings".
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "kernels/add_rms_norm/add_rms_norm_contract.hpp"
#include "oracle/formats/element_access.hpp"
#include "oracle/oracle.hpp"
#include "oracle/order/row_sum.hpp"

namespace kgate::oracle {
namespace {

/// The weight as a factor. Without bias it is untouched: -0 + 0 would be +0.
float gain(const AddRmsNormArguments& arguments, std::int64_t i) {
  const float weight = read_element(arguments.weight_type, arguments.weight, i);
  return arguments.weight_bias == 0.0F ? weight : weight + arguments.weight_bias;
}

void evaluate_row(const AddRmsNormArguments& arguments, std::int64_t row) {
  const DataType type = arguments.activation;
  // The row as it is squared and scaled. All of it is read before anything is written: the outputs
  // may be the inputs.
  std::vector<float> terms;
  std::vector<float> sums;
  for (std::int64_t i = 0; i < arguments.hidden; ++i) {
    float sum = read_element(type, arguments.x, row * arguments.x_stride + i);
    if (arguments.residual != nullptr) {
      sum += read_element(type, arguments.residual, row * arguments.residual_stride + i);
    }
    sums.push_back(sum);
    const bool as_stored = arguments.profile != AddRmsNormProfile::f32_sum;
    terms.push_back(as_stored ? rounded_to(type, sum) : sum);
  }

  const float squares = sum_of_squares(terms, size_of(type));
  const float mean = squares * (1.0F / static_cast<float>(arguments.hidden));
  const float inverse_rms = 1.0F / std::sqrt(mean + arguments.eps);

  for (std::int64_t i = 0; i < arguments.hidden; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (arguments.new_residual != nullptr) {
      write_element(type, arguments.new_residual, row * arguments.new_residual_stride + i,
                    sums[at]);
    }
    float scaled = terms[at] * inverse_rms;
    float factor = gain(arguments, i);
    if (arguments.profile == AddRmsNormProfile::graph) {
      scaled = rounded_to(type, scaled);
      factor = rounded_to(type, factor);
    }
    write_element(type, arguments.normed, row * arguments.normed_stride + i, scaled * factor);
  }
}

Status evaluate(const std::any& any) {
  const auto& arguments = std::any_cast<const AddRmsNormArguments&>(any);
  Status status = check(arguments);
  if (!status) {
    return status;
  }
  for (std::int64_t row = 0; row < arguments.rows; ++row) {
    evaluate_row(arguments, row);
  }
  return {};
}

TruthRun run(std::string_view tensor, const void* base, std::int64_t row, std::int64_t stride,
             DataType type) {
  const auto bytes = row * stride * static_cast<std::int64_t>(size_of(type));
  return {.tensor = tensor,
          .first = static_cast<const std::byte*>(base) + bytes,
          .type = type,
          .values = {}};
}

double exact(DataType type, const void* tensor, std::int64_t index) {
  return static_cast<double>(read_element(type, tensor, index));
}

void add_truth_of_row(const AddRmsNormArguments& arguments, std::int64_t row,
                      std::vector<TruthRun>& runs) {
  const DataType type = arguments.activation;
  TruthRun sums =
      run("new_residual", arguments.new_residual, row, arguments.new_residual_stride, type);
  double squares = 0;
  for (std::int64_t i = 0; i < arguments.hidden; ++i) {
    double sum = exact(type, arguments.x, row * arguments.x_stride + i);
    if (arguments.residual != nullptr) {
      sum += exact(type, arguments.residual, row * arguments.residual_stride + i);
    }
    sums.values.push_back(sum);
    squares += sum * sum;
  }
  const double rms = std::sqrt(squares / arguments.hidden + static_cast<double>(arguments.eps));
  TruthRun normed = run("normed", arguments.normed, row, arguments.normed_stride, type);
  for (std::int64_t i = 0; i < arguments.hidden; ++i) {
    const double factor = exact(arguments.weight_type, arguments.weight, i) +
                          static_cast<double>(arguments.weight_bias);
    normed.values.push_back(sums.values[static_cast<std::size_t>(i)] / rms * factor);
  }
  runs.push_back(std::move(normed));
  if (arguments.new_residual != nullptr) {
    runs.push_back(std::move(sums));
  }
}

std::vector<TruthRun> truth(const std::any& any) {
  const auto& arguments = std::any_cast<const AddRmsNormArguments&>(any);
  std::vector<TruthRun> runs;
  for (std::int64_t row = 0; row < arguments.rows; ++row) {
    add_truth_of_row(arguments, row, runs);
  }
  return runs;
}

}  // namespace

extern const Oracle add_rms_norm;
const Oracle add_rms_norm{.name = "add_rms_norm", .evaluate = evaluate, .truth = truth};

}  // namespace kgate::oracle
