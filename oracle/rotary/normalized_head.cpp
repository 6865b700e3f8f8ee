// SPDX-License-Identifier: MIT
// RMSNorm of one head.
#include "oracle/rotary/normalized_head.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "oracle/formats/element_access.hpp"
#include "oracle/order/row_sum.hpp"

namespace kgate::oracle {
namespace {

/// Weight i as a factor. Without bias it is untouched: -0 + 0 would be +0.
float gain(const QkNormRopeAppendArguments& arguments, const void* weights, std::size_t i) {
  const float weight = read_element(arguments.weight_type, weights, static_cast<std::int64_t>(i));
  return arguments.weight_bias == 0.0F ? weight : weight + arguments.weight_bias;
}

double exact_rms(const std::vector<double>& head, float eps) {
  double squares = 0;
  for (const double value : head) {
    squares += value * value;
  }
  return std::sqrt(squares / static_cast<double>(head.size()) + static_cast<double>(eps));
}

}  // namespace

float inverse_rms(const std::vector<float>& head, float eps) {
  std::vector<float> partial_sums((head.size() + 15) / 16, 0.0F);
  for (std::size_t i = 0; i < head.size(); ++i) {
    partial_sums[i / 16] = std::fma(head[i], head[i], partial_sums[i / 16]);
  }
  const float mean = tree_sum(partial_sums) * (1.0F / static_cast<float>(head.size()));
  return 1.0F / std::sqrt(mean + eps);
}

std::vector<float> normed(const QkNormRopeAppendArguments& arguments, const void* weights,
                          const std::vector<float>& head) {
  const DataType type = arguments.append.activation;
  const float inverse = inverse_rms(head, arguments.eps);
  std::vector<float> result;
  for (std::size_t i = 0; i < head.size(); ++i) {
    const float factor = gain(arguments, weights, i);
    const float scaled = head[i] * inverse;
    switch (arguments.norm_profile) {
      case QkNormProfile::rounded:
        result.push_back(rounded_to(type, scaled * factor));
        break;
      case QkNormProfile::graph:
        result.push_back(rounded_to(type, rounded_to(type, scaled) * rounded_to(type, factor)));
        break;
      case QkNormProfile::unrounded:
        result.push_back(scaled * factor);
        break;
      case QkNormProfile::grouped:
        result.push_back(head[i] * (inverse * factor));
        break;
    }
  }
  return result;
}

std::vector<double> exactly_normed(const QkNormRopeAppendArguments& arguments, const void* weights,
                                   const std::vector<double>& head) {
  const double rms = exact_rms(head, arguments.eps);
  std::vector<double> result;
  for (std::size_t i = 0; i < head.size(); ++i) {
    const double weight = static_cast<double>(
        read_element(arguments.weight_type, weights, static_cast<std::int64_t>(i)));
    result.push_back(head[i] / rms * (weight + static_cast<double>(arguments.weight_bias)));
  }
  return result;
}

std::vector<float> normed_without_weights(const std::vector<float>& head, float eps) {
  const float inverse = inverse_rms(head, eps);
  std::vector<float> result;
  result.reserve(head.size());
  for (const float value : head) {
    result.push_back(value * inverse);
  }
  return result;
}

std::vector<double> exactly_normed_without_weights(const std::vector<double>& head, float eps) {
  const double rms = exact_rms(head, eps);
  std::vector<double> result;
  result.reserve(head.size());
  for (const double value : head) {
    result.push_back(value / rms);
  }
  return result;
}

}  // namespace kgate::oracle
